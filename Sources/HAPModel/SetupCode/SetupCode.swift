/// A setup code, `XXX-XX-XXX`: a secret, so it is never printed.
///
/// Interpolation, `print`, `dump` and mirrors show `•••-••-•••`; only ``withText(_:)`` gives access to the digits.
package struct SetupCode: Sendable, Hashable {
    /// The codes that accessories must not use (HAP R1 4.3.2).
    private static let forbidden: Set<UInt32> = [
        0, 11_111_111, 22_222_222, 33_333_333, 44_444_444, 55_555_555, 66_666_666, 77_777_777, 88_888_888, 99_999_999,
        12_345_678, 87_654_321,
    ]

    private let number: UInt32

    /// Reads ten characters with both dashes (HAP R1 4.3.1).
    ///
    /// - Returns: `nil` for any other form; forbidden codes are well-formed, see ``isForbidden``.
    package init?(_ text: String) {
        let characters = Array(text.utf8)
        guard characters.count == 10, characters[3] == 0x2d, characters[6] == 0x2d else { return nil }
        var number: UInt32 = 0
        for (index, character) in characters.enumerated() where index != 3 && index != 6 {
            guard (0x30...0x39).contains(character) else { return nil }
            number = number * 10 + UInt32(character - 0x30)
        }
        self.number = number
    }

    /// The code with these eight digits, given as a number.
    package init?(number: UInt32) {
        guard number <= 99_999_999 else { return nil }
        self.number = number
    }

    /// Whether it is one of the twelve forbidden codes.
    package var isForbidden: Bool { Self.forbidden.contains(number) }

    /// Passes the text with its dashes, which is SRP's password, to a closure, which must not let it escape.
    package func withText<Result, Failure: Error>(_ body: (String) throws(Failure) -> Result) throws(Failure) -> Result
    {
        let digits = String(number)
        let padded = Array(String(repeating: "0", count: 8 - digits.utf8.count) + digits)
        return try body("\(String(padded[..<3]))-\(String(padded[3..<5]))-\(String(padded[5...]))")
    }

    /// Passes the eight digits as a number, the setup payload's field, to a closure, which must not let it escape.
    package func withNumber<Result, Failure: Error>(
        _ body: (UInt32) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(number)
    }
}

extension SetupCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "•••-••-•••" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
