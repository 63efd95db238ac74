import Foundation
import HAPModel
import Testing

/// Package.swift, as the package manager understands it.
struct Manifest {
    struct Target {
        let name: String
        /// `regular`, `executable`, `test` or `system`.
        let kind: String
        /// The names of targets and products.
        let dependencies: [String]
        /// Whether it lies under Tests, where tests share it.
        let isForTests: Bool
    }

    /// In the order of Package.swift.
    let targets: [Target]

    /// The targets that are Assay itself.
    var layers: [Target] { targets.filter { $0.kind != "test" && !$0.isForTests } }

    /// This package's manifest, dumped once.
    static func ofThisPackage() throws -> Manifest { try dumped.get() }

    private static let dumped = Result {
        // With a private scratch folder it does not wait for the build that runs these tests.
        let scratch = FileManager.default.temporaryDirectory.appending(path: "assay-layering-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let dump = try Checkout.output(of: "swift", "package", "--scratch-path", scratch.path, "dump-package")
        return try Manifest(JSON.parse(dump))
    }

    private init(_ dump: JSON) throws {
        targets = try #require(dump["targets"]?.arrayValue).map { target in
            Target(
                name: try #require(target["name"]?.stringValue),
                kind: try #require(target["type"]?.stringValue),
                // {"byName": ["HAPModel", null]} or {"product": ["NIOCore", "swift-nio", null, null]}
                dependencies: try #require(target["dependencies"]?.arrayValue).map { dependency in
                    try #require(dependency.objectValue?.members.first?.value[0]?.stringValue)
                },
                isForTests: target["path"]?.stringValue?.hasPrefix("Tests/") ?? false
            )
        }
    }
}
