import HAPModel

/// Bytes as lines of hexadecimal digits, with their offsets and as ASCII characters.
///
/// A secret in the bytes was removed before they were recorded, so the column of characters shows none.
enum HexDump {
    /// The dump of at most `limit` bytes from `offset` on.
    static func lines(_ bytes: [UInt8], from offset: Int = 0, limit: Int) -> [String] {
        let shown = bytes.dropFirst(offset).prefix(limit)
        return stride(from: shown.startIndex, to: shown.endIndex, by: 16).map { start in
            let row = shown[start..<min(start + 16, shown.endIndex)]
            let digits = row.map { Hex.encode([$0]) }.joined(separator: " ")
            let place = Hex.encode([UInt8(truncatingIfNeeded: start >> 8), UInt8(truncatingIfNeeded: start)])
            let gap = String(repeating: " ", count: 3 * (16 - row.count) + 2)
            return "\(place)  \(digits)\(gap)\(String(decoding: row.map(character), as: UTF8.self))"
        }
    }

    /// The byte as a character, or a dot if it is none.
    private static func character(_ byte: UInt8) -> UInt8 { (0x20...0x7e).contains(byte) ? byte : UInt8(ascii: ".") }

    /// Where the body of an HTTP message starts, if the bytes have a complete head.
    static func bodyOffset(_ bytes: [UInt8]) -> Int? {
        let end: [UInt8] = [0x0d, 0x0a, 0x0d, 0x0a]
        return bytes.indices.first { bytes[$0...].starts(with: end) }.map { $0 + end.count }
    }
}
