/// How many digits of the setup code a text reveals.
package struct SharedDigits: Sendable {
    /// The longest run of digits that the code and the text share, forwards or backwards.
    package let longestRun: Int
    /// Whether the run is the whole code.
    package let isWhole: Bool

    package init(_ setupCode: SetupCode, in text: String) {
        let code = setupCode.withText { Array($0.utf8.filter(Self.isDigit)) }
        let digits = Array(text.utf8.filter(Self.isDigit))
        longestRun = max(Self.run(code, digits), Self.run(code.reversed(), digits))
        isWhole = longestRun == code.count
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// The longest run of digits that both have.
    private static func run(_ code: [UInt8], _ value: [UInt8]) -> Int {
        var longest = 0
        for start in code.indices {
            for length in stride(from: code.count - start, to: longest, by: -1)
            where value.contains(code[start..<(start + length)]) {
                longest = length
                break
            }
        }
        return longest
    }
}
