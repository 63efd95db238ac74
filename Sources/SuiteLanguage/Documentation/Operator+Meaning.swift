extension Test.Operator {
    /// When the comparison is true, in words.
    package var meaning: String {
        switch self {
        case .equals:
            return "it is equal; numbers are compared by value, not by spelling, and absent equals null"
        case .differs: return "it differs or is absent"
        case .oneOf: return "it is one of the listed values"
        case .noneOf: return "it is none of the listed values"
        case .present: return "it is present and not null (true), or absent or null (false)"
        case .atLeast: return "it is a number of at least this; a time such as 2s counts in milliseconds"
        case .atMost:
            return
                "it is a number of at most this; a time such as 2s counts in milliseconds; a rate such as 2 per 1s applies "
                + "to a list of times"
        case .matches: return "the whole text matches the regular expression"
        case .length: return "the list, text or object has this number of elements, characters or keys"
        case .includes: return "the list, text or object has this element, part or key, or each of several"
        case .excludes:
            return "the list, text or object is present and has neither this element, part or key nor any of several"
        case .kind: return "it is of one of these kinds: null, bool, number, integer, string, array, object, absent"
        case .unique: return "no element of the list equals another (true), or some do (false)"
        }
    }
}
