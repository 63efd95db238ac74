package import Foundation

/// A test's own temporary folder.
package struct Workspace: Sendable {
    package let folder: URL

    /// Gives `body` a new folder, and removes it afterwards.
    package static func with<Value>(_ body: (Workspace) async throws -> Value) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "assay-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(Workspace(folder: folder))
    }

    /// The path of a file in the folder.
    package func path(_ name: String) -> String { folder.appending(path: name).path }

    /// The bytes of a file in the folder.
    package func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path(name)))) }

    /// The text of a file in the folder.
    package func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    /// Writes a file in the folder, and the folders above it.
    package func write(_ text: String, to name: String) throws {
        let url = URL(filePath: path(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: url, atomically: true, encoding: .utf8)
    }

    /// Every file below the folder, by its path in it.
    package func files(below name: String = "") throws -> [String] {
        let base = name.isEmpty ? folder.path : path(name)
        return try FileManager.default.subpathsOfDirectory(atPath: base).filter { file in
            let url = URL(filePath: "\(base)/\(file)")
            return (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile ?? false
        }.sorted()
    }
}
