import Foundation
import HAPModel

/// The ways in which bytes may have been written by somebody who did not mean to.
enum Spellings {
    /// As they are, in hexadecimal with and without spaces, in Base64 wherever they begin, and as a list of numbers.
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

    /// All that was written.
    struct Haystack {
        private let parts: [Data]

        init(_ parts: [[UInt8]]) {
            self.parts = parts.map { Data($0) }
        }

        /// What was written, as text.
        var texts: [String] { parts.map { String(decoding: $0, as: UTF8.self) } }

        /// Whether one of the spellings is somewhere.
        func holds(_ spellings: [[UInt8]]) -> Bool {
            spellings.contains { spelling in parts.contains { $0.range(of: Data(spelling)) != nil } }
        }

        /// What stands around a text, for somebody who has to find it.
        func around(_ text: String) -> String {
            texts.lazy.compactMap { part in
                part.range(of: text).map { String(part[..<$0.lowerBound].suffix(80)) + text }
            }.first ?? "in another spelling"
        }
    }
}
