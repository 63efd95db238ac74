package import HAPModel

/// Formats values and counts for reports.
package enum Spoken {
    /// `1 instance`, `12 instances`.
    ///
    /// - Parameter several: the plural, if it is not formed with an s.
    package static func count(_ count: Int, _ noun: String, _ several: String? = nil) -> String {
        "\(count) \(count == 1 ? noun : several ?? noun + "s")"
    }

    /// `a switch`, `an outlet`.
    static func withArticle(_ noun: String) -> String {
        let isVowel = noun.first.map { "aeioAEIO".contains($0) } ?? false
        return "\(isVowel ? "an" : "a") \(noun)"
    }

    /// `ip`, `ip or ble`, `ip, ble and thread`.
    static func words(_ names: [String], joining conjunction: String = "and") -> String {
        words(.array(names.map { .string($0) }), joining: conjunction)
    }

    /// Text unchanged, lists as `a, b and c`, anything else as JSON. Long lists and texts are cut. A text that reads like a whole
    /// number, a bool or null has quotes, and so has one that is empty or begins or ends with a space.
    package static func words(_ value: JSON, joining conjunction: String = "and") -> String {
        switch value {
        case .string(let text) where needsQuotes(text): return value.serialized()
        case .string(let text): return text
        case .array(let elements) where elements.allSatisfy(isSingle):
            let words = elements.prefix(longestList).map { excerpt(Self.words($0)) }
            guard let last = words.last else { return "nothing" }
            if elements.count > words.count {
                return words.joined(separator: ", ") + ", … (\(elements.count) in total)"
            }
            return words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
        default: return value.serialized()
        }
    }

    private static func needsQuotes(_ text: String) -> Bool {
        ["", "true", "false", "null"].contains(text) || text.hasPrefix(" ") || text.hasSuffix(" ")
            || Int64(text) != nil || UInt64(text) != nil
    }

    private static let longestList = 16
    private static let longestElement = 96

    private static func excerpt(_ text: String) -> String {
        text.count > longestElement ? text.prefix(longestElement / 2) + "… (\(text.count) characters)" : text
    }

    private static func isSingle(_ value: JSON) -> Bool { value.arrayValue == nil && value.objectValue == nil }
}
