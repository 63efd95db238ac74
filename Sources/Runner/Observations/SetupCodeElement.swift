import HAPModel

/// Whether the digits of the setup code stand in what anybody can read of the accessory. The code itself is not told.
struct SetupCodeElement {
    let setupCode: SetupCode
    /// What anybody can read, by its name.
    let values: [(name: String, text: String)]

    /// Digits in a row that may stand elsewhere by chance.
    private static let chance = 5

    var json: JSON {
        let digits = setupCode.withText { Array($0.utf8.filter(Self.isDigit)) }
        let lengths = values.map { value in
            let digitsOfValue = Array(value.text.utf8.filter(Self.isDigit))
            return (value.name, max(Self.run(digits, digitsOfValue), Self.run(digits.reversed(), digitsOfValue)))
        }
        let places = lengths.filter { $0.1 > Self.chance }
        let isWhole = places.contains { $0.1 == digits.count }
        let word = isWhole ? "all" : places.isEmpty ? "none" : "some"
        return [
            "place": "the setup code", "digits-elsewhere": .string(word),
            "compared-with": .array(values.map { .string($0.name) }),
            "places": .array(places.map { .string($0.0) }),
            "summary": .string(
                places.isEmpty ? "no six of its digits stand elsewhere" : "\(word) of its digits stand elsewhere"
            ),
        ]
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
