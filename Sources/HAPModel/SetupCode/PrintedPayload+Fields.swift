extension PrintedPayload {
    /// What the nine digits say, whatever else is wrong with the payload.
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

    /// How many characters it has; 20 are right.
    package var length: Int { characters.count }

    /// Whether it begins with `X-HM://`.
    package var hasPrefix: Bool { characters.starts(with: Self.prefix) }

    /// Whether only 0-9 and A-Z stand between the prefix and the setup ID.
    package var hasRightDigits: Bool { !digits.isEmpty && digits.allSatisfy { Base36.value(of: $0) != nil } }

    /// The last four characters, which are to be the setup ID.
    package var setupIDText: String { withText { String($0.suffix(4)) } }

    /// What the digits say; `nil` unless there are nine right ones.
    package var fields: Fields? {
        guard hasPrefix, hasRightDigits, digits.count == 9 else { return nil }
        // Nine digits are at most 36 to the 9th power, which 64 bits hold.
        return Fields(number: digits.reduce(0) { $0 * 36 + (Base36.value(of: $1) ?? 0) })
    }
}
