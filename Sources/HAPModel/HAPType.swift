/// The type of a service or characteristic: a UUID; Apple's types also have a short form (HAP R1 5.3.1).
package struct HAPType: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The last 96 bits of Apple's base, 00000000-0000-1000-8000-0026BB765291.
    private static let baseHigh: UInt64 = 0x1000
    private static let baseLow: UInt64 = 0x8000_0026_BB76_5291

    private let high: UInt64
    private let low: UInt64

    /// Apple's type with this number: `HAPType(0x3E)` is Accessory Information.
    package init(_ short: UInt32) {
        self.init(high: UInt64(short) << 32 | Self.baseHigh, low: Self.baseLow)
    }

    /// Parses the short form (1 to 8 hexadecimal digits) or the full one (36 characters). Case and leading zeros are
    /// ignored, so callers that need the received spelling must keep it.
    package init?(_ text: String) {
        let characters = Array(text.utf8)
        if (1...8).contains(characters.count) {
            guard let number = Self.number(characters[...]) else { return nil }
            self.init(UInt32(truncatingIfNeeded: number))
            return
        }
        let dashes = [8, 13, 18, 23]
        guard characters.count == 36, dashes.allSatisfy({ characters[$0] == 0x2d }) else { return nil }
        let digits = characters.indices.filter { !dashes.contains($0) }.map { characters[$0] }
        guard let high = Self.number(digits[..<16]), let low = Self.number(digits[16...]) else { return nil }
        self.init(high: high, low: low)
    }

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for character in digits {
            guard let digit = Hex.value(of: character) else { return nil }
            number = number << 4 | UInt64(digit)
        }
        return number
    }

    /// Whether it uses Apple's base UUID.
    package var isApple: Bool { high & 0xffff_ffff == Self.baseHigh && low == Self.baseLow }

    /// The form on the wire: without leading zeros for Apple's types (`3E`), otherwise the full UUID.
    package var short: String {
        isApple ? String(high >> 32, radix: 16, uppercase: true) : full
    }

    /// All 36 characters, in upper case.
    package var full: String {
        func digits(_ number: UInt64, _ shift: UInt64, _ count: Int) -> String {
            let text = String(number >> shift & (1 << UInt64(4 * count) - 1), radix: 16, uppercase: true)
            return String(repeating: "0", count: count - text.count) + text
        }
        return [digits(high, 32, 8), digits(high, 16, 4), digits(high, 0, 4), digits(low, 48, 4), digits(low, 0, 12)]
            .joined(separator: "-")
    }

    package var description: String { short }

    package static func < (left: HAPType, right: HAPType) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
