/// The digits of setup payloads: 0-9 and A-Z.
enum Base36 {
    /// The value of one ASCII digit; lower-case letters are invalid.
    static func value(of character: UInt8) -> UInt64? {
        switch character {
        case 0x30...0x39: UInt64(character - 0x30)
        case 0x41...0x5a: UInt64(character - 0x41 + 10)
        default: nil
        }
    }

    /// The number in exactly `count` digits, padded with zeros.
    static func encode(_ number: UInt64, digits: Int) -> String {
        let text = String(number, radix: 36, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
