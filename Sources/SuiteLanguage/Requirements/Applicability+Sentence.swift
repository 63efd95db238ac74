extension Applicability {
    /// Why a requirement does not apply, as a sentence: `it needs a Programmable Switch Event; this accessory has none`.
    ///
    /// - Parameters:
    ///   - condition: the condition of `applies.yaml`: `has Programmable Switch Event`.
    ///   - reason: what the accessory shows, or that no message shows it.
    static func sentence(_ condition: String, _ reason: String) -> String {
        if condition.hasPrefix("has "), reason == Self.absent || reason.hasPrefix("it has no ") {
            return "it needs \(noun(spoken(condition.dropFirst("has ".count)))); this accessory has none"
        }
        if condition.hasPrefix("supports ") {
            return "it needs support for \(condition.dropFirst("supports ".count)); \(reason)"
        }
        return "the case is for an accessory \(clause(condition)); \(reason)"
    }

    /// The reason why a condition about characteristics does not hold.
    static let absent = "no such characteristic"

    /// The text with what permissions are for instead of their codes.
    private static func spoken(_ text: Substring) -> String {
        text.split(separator: " ").map { permissions[String($0)] ?? String($0) }.joined(separator: " ")
    }

    private static let permissions = CharacteristicFilter.features.merging(
        ["pr": "read permission", "pw": "write permission"],
        uniquingKeysWith: { $1 }
    )

    /// The noun with its article, if it has one.
    private static func noun(_ text: String) -> String {
        let first = text.prefix { $0 != " " && $0 != "," }
        // A key of a characteristic in the attribute database: `minStep`, `valid-values`.
        if first.first?.isLowercase == true, first.contains(where: \.isUppercase) || first.hasPrefix("valid") {
            return "a characteristic with \(text)"
        }
        let isKey = first.dropFirst().contains(where: \.isUppercase)
        return bare.contains(String(first)) || isKey ? text : Spoken.withArticle(text)
    }

    /// First words that need no article.
    private static let bare: Set = [
        "a", "an", "one", "two", "several", "exactly", "further", "custom", "hidden", "linked", "services",
        "proprietary", "image", "tilt", "non-HAP", "Logs",
    ]

    /// `that is a bridge`, `whose firmware was updated`.
    private static func clause(_ condition: String) -> String {
        let words = condition.split(separator: " ").map(String.init)
        switch words.first {
        case "is":
            let rest = words.dropFirst().joined(separator: " ")
            return ["a", "an", "not", "paired", "unpaired"].contains(words.dropFirst().first)
                ? "that \(condition)" : "that is \(Spoken.withArticle(rest))"
        case "judged", "not": return "that is \(condition)"
        case let first? where verbs.contains(first): return "that \(condition)"
        default: return "whose \(condition)"
        }
    }

    private static let verbs: Set = [
        "has", "uses", "can", "implements", "offers", "declares", "marks", "extends", "exposes", "follows",
        "advertises",
        "fragments", "opens", "needs",
    ]
}
