package import MarkedYAML

extension Duration {
    /// Reads `500ms`, `3s` or `2min`.
    ///
    /// - Throws: ``YAMLProblem`` if it is anything else, or negative.
    package init(_ node: YAMLNode) throws(YAMLProblem) {
        guard let duration = Duration(suite: try node.string()) else {
            throw YAMLProblem(node.mark, "a time is wanted here, such as 500ms, 3s or 2min, not \(node.text ?? "this")")
        }
        self = duration
    }

    /// Reads `500ms`, `3s` or `2min`; `nil` if it is anything else, or longer than a week.
    package init?(suite text: String) {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let amount = Double(digits), (0...604_800_000).contains(amount) else { return nil }
        switch text.dropFirst(digits.count) {
        case "ms": self = .milliseconds(amount)
        case "s": self = .seconds(amount)
        case "min": self = .seconds(amount * 60)
        default: return nil
        }
    }

    /// The duration in milliseconds, cut to a whole number.
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
