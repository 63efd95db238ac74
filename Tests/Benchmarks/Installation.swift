import Foundation
import HAPAccessory
import HAPModel
import MarkedYAML

/// The paths in this checkout.
enum Installation {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let python = root.appending(path: ".venv/bin/python3")
    static let peers = root.appending(path: "Tests/Integration/peers")
    static let report = root.appending(path: "Reports/benchmarks.json")

    /// A program that was built together with this one.
    static func program(_ name: String) throws -> URL {
        guard let own = Bundle.main.executableURL else {
            throw BenchmarkTrouble("this program cannot determine its own path")
        }
        return own.deletingLastPathComponent().appending(path: name)
    }

    /// The simulated lightbulb, as its file says.
    static func lightbulb() throws -> AccessoryDefinition {
        func text(_ path: String) throws -> String {
            String(decoding: try Data(contentsOf: root.appending(path: "Suites/\(path)")), as: UTF8.self)
        }
        func json(_ name: String) throws -> JSON {
            try JSON.parse(Array(text("catalogue/\(name).json").utf8))
        }
        let catalogue = try Catalogue(
            services: json("services"),
            characteristics: json("characteristics"),
            categories: json("categories")
        )
        let path = "accessories/lightbulb.yaml"
        return try AccessoryDefinition(text(path), file: path, catalogue: catalogue)
    }
}

/// Why the benchmark cannot run.
struct BenchmarkTrouble: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
