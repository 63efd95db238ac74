import Foundation
import MarkedYAML

/// The values of `Suites/requirements/vectors.yaml`, read directly by tests, so that no copy can differ.
///
/// For tests only: a value that is missing from the file stops the test with its path.
package struct Vectors: Sendable {
    private let node: YAMLNode
    /// The position in the file.
    package let path: String

    /// The whole file.
    package static let all: Vectors = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        do {
            let file = root.appending(path: "Suites/requirements/vectors.yaml")
            let text = try String(contentsOf: file, encoding: .utf8)
            return Vectors(node: try YAMLNode.load(text, file: "vectors.yaml"), path: "vectors")
        } catch {
            preconditionFailure("the vectors cannot be read: \(error)")
        }
    }()

    /// The value of a key.
    package subscript(key: String) -> Vectors {
        guard let entry = node.entries?.first(where: { $0.key == key }) else {
            preconditionFailure("\(path) has no \(key)")
        }
        return Vectors(node: entry.value, path: "\(path).\(key)")
    }

    /// The value of a key, or `nil`.
    package func optional(_ key: String) -> Vectors? {
        node.entries?.first { $0.key == key }.map { Vectors(node: $0.value, path: "\(path).\(key)") }
    }

    /// The keys of a mapping.
    package var keys: [String] { node.entries?.map(\.key) ?? [] }

    /// The elements of a list.
    package var elements: [Vectors] {
        (node.elements ?? []).enumerated().map { Vectors(node: $1, path: "\(path)[\($0)]") }
    }

    /// A scalar as written.
    package var text: String {
        guard let text = node.text else { preconditionFailure("\(path) is not a scalar") }
        return text
    }

    /// A scalar that is a number.
    package var number: Int {
        guard let number = Int(text) else { preconditionFailure("\(path) is not a number") }
        return number
    }

    /// A scalar of hexadecimal digits; white space does not count.
    package var bytes: [UInt8] {
        let digits = text.filter { !$0.isWhitespace }
        guard digits.count.isMultiple(of: 2) else { preconditionFailure("\(path) has an odd number of digits") }
        return stride(from: 0, to: digits.count, by: 2).map { place in
            let start = digits.index(digits.startIndex, offsetBy: place)
            guard let byte = UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16) else {
                preconditionFailure("\(path) is not hexadecimal")
            }
            return byte
        }
    }
}
