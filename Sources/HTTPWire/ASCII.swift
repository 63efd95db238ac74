/// The bytes with a meaning in a message's head.
enum ASCII {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0a
    static let carriageReturn: UInt8 = 0x0d
    static let space: UInt8 = 0x20
    static let colon: UInt8 = 0x3a
    static let semicolon: UInt8 = 0x3b
    static let slash: UInt8 = 0x2f
    static let lineEnd: [UInt8] = [carriageReturn, lineFeed]
}

extension UInt8 {
    /// The lower-case form of an upper-case letter.
    var lowercased: UInt8 { (0x41...0x5a).contains(self) ? self | 0x20 : self }

    var isBlank: Bool { self == ASCII.space || self == ASCII.tab }

    var isDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether a method or a field name may contain the byte (`tchar` of RFC 7230 3.2.6).
    var isTokenCharacter: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5a, 0x5e...0x7a, 0x7c, 0x7e, 0x21, 0x23...0x27, 0x2a, 0x2b, 0x2d, 0x2e: true
        default: false
        }
    }

    /// Whether a line of text may contain the byte; control characters other than tab are not allowed.
    var isText: Bool { self >= 0x20 && self != 0x7f || self == ASCII.tab }

    /// The value of a hexadecimal digit.
    var hexValue: Int? {
        switch self {
        case 0x30...0x39: Int(self) - 0x30
        case 0x41...0x46: Int(self) - 0x37
        case 0x61...0x66: Int(self) - 0x57
        default: nil
        }
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without leading and trailing spaces and tabs.
    var trimmed: ArraySlice<UInt8> {
        guard let first = firstIndex(where: { !$0.isBlank }), let last = lastIndex(where: { !$0.isBlank }) else {
            return self[startIndex..<startIndex]
        }
        return self[first...last]
    }

    var text: String { String(decoding: self, as: UTF8.self) }
}
