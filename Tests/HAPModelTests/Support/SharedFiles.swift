import Foundation
import HAPModel
import MarkedYAML

/// The files under `Suites/` that tests read.
enum SharedFiles {
    private static let suites = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Suites")

    static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: suites.appending(path: path)))
    }

    /// One section of `vectors.yaml`.
    static func vectors(_ section: String) throws -> YAMLMapping {
        let text = String(decoding: try bytes("requirements/vectors.yaml"), as: UTF8.self)
        return try YAMLNode.load(text, file: "vectors.yaml").mapping().required(section).mapping()
    }

    /// The catalogue, read once.
    static let catalogue = Result {
        try Catalogue(
            services: JSON.parse(bytes("catalogue/services.json")),
            characteristics: JSON.parse(bytes("catalogue/characteristics.json")),
            categories: JSON.parse(bytes("catalogue/categories.json"))
        )
    }
}

extension YAMLMapping {
    func string(_ key: String) throws -> String { try required(key).string() }

    /// Hexadecimal digits, folded or not.
    func bytes(_ key: String) throws -> [UInt8] {
        guard let bytes = Hex.decode(try string(key)) else { throw YAMLProblem(mark, "\(key) is not hexadecimal") }
        return bytes
    }
}
