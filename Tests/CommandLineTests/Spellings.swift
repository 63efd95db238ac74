import Foundation
import HAPModel

/// The spellings in which bytes may be written by mistake.
enum Spellings {
    /// Raw, in hexadecimal with and without spaces, in Base64 at every offset, and as a list of numbers.
    static func of(_ bytes: [UInt8]) -> [[UInt8]] {
        let hex = Hex.encode(bytes)
        let spaced = bytes.map { Hex.encode([$0]) }.joined(separator: " ")
        let base64 = (0..<3).map { skipped in
            Base64.encode(Array(bytes[skipped..<(skipped + (bytes.count - skipped) / 3 * 3)]))
        }
        let numbers = bytes.map { "\($0)" }.joined(separator: ", ")
        let texts = [hex, hex.uppercased(), spaced, spaced.uppercased(), numbers] + base64.filter { !$0.isEmpty }
        return [bytes] + texts.map { Array($0.utf8) }
    }

    /// All output.
    struct Haystack {
        private let parts: [Data]

        init(_ parts: [[UInt8]]) {
            self.parts = parts.map { Data($0) }
        }

        /// The output as text.
        var texts: [String] { parts.map { String(decoding: $0, as: UTF8.self) } }

        /// Whether one of the spellings occurs.
        func holds(_ spellings: [[UInt8]]) -> Bool {
            spellings.contains { spelling in parts.contains { $0.range(of: Data(spelling)) != nil } }
        }

        /// The surroundings of a text, for an error message.
        func around(_ text: String) -> String {
            texts.lazy.compactMap { part in
                part.range(of: text).map { String(part[..<$0.lowerBound].suffix(80)) + text }
            }.first ?? "in another spelling"
        }
    }
}
