package import HAPModel

/// Whether the digits of the setup code occur in a text that everyone can read. The code itself is not shown.
package struct SetupCodeElement: Sendable {
    private let setupCode: SetupCode
    /// The readable texts by name.
    private let values: [(name: String, text: String)]

    package init(setupCode: SetupCode, values: [(name: String, text: String)]) {
        self.setupCode = setupCode
        self.values = values
    }

    /// The number of consecutive digits that may occur elsewhere by chance.
    private static let chance = 5

    /// The element as documents see it.
    package var json: JSON {
        let shared = values.map { (name: $0.name, digits: SharedDigits(setupCode, in: $0.text)) }
        let places = shared.filter { $0.digits.longestRun > Self.chance }
        let isWhole = places.contains { $0.digits.isWhole }
        let word = isWhole ? "all" : places.isEmpty ? "none" : "some"
        return [
            "place": "the setup code", "digits-elsewhere": .string(word),
            "compared-with": .array(values.map { .string($0.name) }),
            "places": .array(places.map { .string($0.name) }),
            "summary": .string(
                places.isEmpty ? "no six of its digits occur elsewhere" : "\(word) of its digits occur elsewhere"
            ),
        ]
    }
}
