/// Base64 in the standard alphabet with padding, as HAP carries tlv8 and data values in JSON (HAP R1 5.3.3).
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding: UInt8 = 0x3d

    /// The text of the bytes, padded, without line breaks.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var start = 0
        while start < bytes.count {
            let count = min(3, bytes.count - start)
            var group: UInt32 = 0
            for index in 0..<3 {
                group = group << 8 | (index < count ? UInt32(bytes[start + index]) : 0)
            }
            for index in 0..<4 {
                text.append(index <= count ? alphabet[Int(group >> UInt32(18 - 6 * index) & 63)] : padding)
            }
            start += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes text that follows the alphabet and the padding strictly.
    ///
    /// - Returns: `nil` for a foreign character (also white space and the URL alphabet), for a length that is not a
    ///   multiple of four, and for padding that is missing, misplaced or hides non-zero bits.
    package static func decode(_ text: String) -> [UInt8]? {
        let characters = Array(text.utf8)
        guard characters.count.isMultiple(of: 4) else { return nil }
        let padded = characters.reversed().prefix(2).prefix { $0 == padding }.count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 4 * 3)
        var group: UInt32 = 0
        for (index, character) in characters.enumerated() {
            var digit: UInt32 = 0
            if index < characters.count - padded {
                guard let value = value(of: character) else { return nil }
                digit = value
            }
            group = group << 6 | digit
            if index % 4 == 3 {
                bytes.append(UInt8(truncatingIfNeeded: group >> 16))
                bytes.append(UInt8(truncatingIfNeeded: group >> 8))
                bytes.append(UInt8(truncatingIfNeeded: group))
                group = 0
            }
        }
        guard bytes.suffix(padded).allSatisfy({ $0 == 0 }) else { return nil }
        bytes.removeLast(padded)
        // The bits below the last whole byte must be zero; encoding again is the simplest check.
        return padded == 0 || encode(Array(bytes.suffix(3 - padded))) == text.suffix(4) ? bytes : nil
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case 0x41...0x5a: UInt32(character - 0x41)
        case 0x61...0x7a: UInt32(character - 0x61 + 26)
        case 0x30...0x39: UInt32(character - 0x30 + 52)
        case 0x2b: 62
        case 0x2f: 63
        default: nil
        }
    }
}
