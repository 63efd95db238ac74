package import MarkedYAML

extension Duration {
    /// Reads `500ms`, `3s` or `2min`.
    ///
    /// - Throws: ``YAMLProblem`` if it is anything else, or negative.
    package init(_ node: YAMLNode) throws(YAMLProblem) {
        guard let duration = Duration(suite: try node.string()) else {
            throw YAMLProblem(node.mark, "expected a time such as 500ms, 3s or 2min, not \(node.text ?? node.kindName)")
        }
        self = duration
    }

    /// Reads `500ms`, `3s` or `2min`; `nil` if it is anything else, or longer than a week.
    package init?(suite text: String) {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let seconds: [Substring: Double] = ["ms": 0.001, "s": 1, "min": 60]
        guard let amount = Double(digits), let unit = seconds[text.dropFirst(digits.count)],
            (0...604_800).contains(amount * unit)
        else { return nil }
        self = unit < 1 ? .milliseconds(amount) : .seconds(amount * unit)
    }

    /// The duration in whole milliseconds, rounded down.
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
