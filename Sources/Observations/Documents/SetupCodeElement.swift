package import HAPModel

/// Whether the digits of the setup code stand in what anybody can read of the accessory. The code itself is not told.
package struct SetupCodeElement: Sendable {
    private let setupCode: SetupCode
    /// What anybody can read, by its name.
    private let values: [(name: String, text: String)]

    package init(setupCode: SetupCode, values: [(name: String, text: String)]) {
        self.setupCode = setupCode
        self.values = values
    }

    /// Digits in a row that may stand elsewhere by chance.
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
                places.isEmpty ? "no six of its digits stand elsewhere" : "\(word) of its digits stand elsewhere"
            ),
        ]
    }
}
