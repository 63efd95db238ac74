extension PrintedPayload {
    /// The fields of the nine digits, even if the payload is invalid.
    package struct Fields: Sendable, Hashable {
        private let number: UInt64

        fileprivate init(number: UInt64) {
            self.number = number
        }

        /// Bits 45-43 and everything above, which are 0.
        package var version: UInt64 { number >> 43 }
        /// Bits 42-39, which are 0.
        package var reserved: UInt64 { number >> 39 & 15 }
        /// Bits 38-31.
        package var category: UInt64 { number >> 31 & 255 }
        /// Bit 28.
        package var supportsIP: Bool { number >> 28 & 1 == 1 }

        /// Whether bits 26-0 are the setup code.
        package func holds(_ code: SetupCode) -> Bool { code.withNumber { UInt64($0) == number & 0x7ff_ffff } }
    }

    private static let prefix = Array("X-HM://".utf8)
    private var characters: [UInt8] { withText { Array($0.utf8) } }
    private var digits: ArraySlice<UInt8> { characters.dropFirst(Self.prefix.count).dropLast(4) }

    /// The number of characters; 20 is right.
    package var length: Int { characters.count }

    /// Whether it begins with `X-HM://`.
    package var hasPrefix: Bool { characters.starts(with: Self.prefix) }

    /// Whether only 0-9 and A-Z occur between the prefix and the setup ID.
    package var hasRightDigits: Bool { !digits.isEmpty && digits.allSatisfy { Base36.value(of: $0) != nil } }

    /// The last four characters, which should be the setup ID.
    package var setupIDText: String { withText { String($0.suffix(4)) } }

    /// The fields of the digits; `nil` unless there are nine valid ones.
    package var fields: Fields? {
        guard hasPrefix, hasRightDigits, digits.count == 9 else { return nil }
        // Nine digits are at most 36 to the 9th power, which fits 64 bits.
        return Fields(number: digits.reduce(0) { $0 * 36 + (Base36.value(of: $1) ?? 0) })
    }
}
