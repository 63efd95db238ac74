/// Bytes as hexadecimal digits.
package enum Hex {
    private static let digits = Array("0123456789abcdef".utf8)

    /// The bytes as lower-case digits without separators.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        // A journal holds every byte of the wire: an array is decoded several times as fast as a generic sequence.
        let bytes = Array(bytes)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes digits; white space between digits and case are ignored.
    ///
    /// - Returns: `nil` for a character that is not a hexadecimal digit, and for an odd number of digits.
    package static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 2)
        var high: UInt8?
        for character in text.utf8 {
            if character == 0x20 || (0x09...0x0d).contains(character) { continue }
            guard let digit = value(of: character) else { return nil }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return high == nil ? bytes : nil
    }

    /// The value of one hexadecimal digit in ASCII.
    static func value(of character: UInt8) -> UInt8? {
        switch character {
        case 0x30...0x39: character - 0x30
        case 0x41...0x46: character - 0x41 + 10
        case 0x61...0x66: character - 0x61 + 10
        default: nil
        }
    }
}
