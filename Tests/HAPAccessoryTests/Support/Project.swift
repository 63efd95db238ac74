import HAPAccessory
import HAPModel
import MarkedYAML

import struct Foundation.Data
import class Foundation.FileManager
import struct Foundation.URL

/// The project's own files, which these tests read.
enum Project {
    static let suites = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Suites")

    static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: suites.appending(path: path)), as: UTF8.self)
    }

    /// The names of the YAML files in a folder, in order.
    static func files(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: suites.appending(path: folder).path)
            .filter { $0.hasSuffix(".yaml") }.sorted()
    }

    static func catalogue() throws -> Catalogue {
        try Catalogue(
            services: JSON.parse(Array(text("catalogue/services.json").utf8)),
            characteristics: JSON.parse(Array(text("catalogue/characteristics.json").utf8)),
            categories: JSON.parse(Array(text("catalogue/categories.json").utf8))
        )
    }

    static func accessory(_ name: String) throws -> AccessoryDefinition {
        let path = "accessories/\(name).yaml"
        return try AccessoryDefinition(text(path), file: path, catalogue: catalogue())
    }
}
