/// Looks at bytes as UTF-8.
package enum UTF8Text {
    /// Where the first sequence begins that is not UTF-8 (overlong, surrogate, beyond U+10FFFF, cut off, stray).
    ///
    /// - Returns: `nil` if all is UTF-8; else an index of `bytes`.
    package static func firstInvalidOffset(in bytes: ArraySlice<UInt8>) -> Int? {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            guard let length = sequenceLength(in: bytes, at: index) else { return index }
            index += length
        }
        return nil
    }

    private static func sequenceLength(in bytes: ArraySlice<UInt8>, at start: Int) -> Int? {
        // The second byte decides on overlong forms, surrogates and the upper end (Unicode 3.9, table 3-7).
        let lead = bytes[start]
        let (length, second): (Int, ClosedRange<UInt8>)
        switch lead {
        case 0x00...0x7f: return 1
        case 0xc2...0xdf: (length, second) = (2, 0x80...0xbf)
        case 0xe0: (length, second) = (3, 0xa0...0xbf)
        case 0xed: (length, second) = (3, 0x80...0x9f)
        case 0xe1...0xef: (length, second) = (3, 0x80...0xbf)
        case 0xf0: (length, second) = (4, 0x90...0xbf)
        case 0xf1...0xf3: (length, second) = (4, 0x80...0xbf)
        case 0xf4: (length, second) = (4, 0x80...0x8f)
        default: return nil
        }
        guard start + length <= bytes.endIndex, second.contains(bytes[start + 1]) else { return nil }
        return bytes[start + 2..<start + length].allSatisfy { (0x80...0xbf).contains($0) } ? length : nil
    }
}
