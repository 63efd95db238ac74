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

    /// Reads `200us`, `500ms`, `3s` or `2min`; `nil` if it is anything else, or longer than a week.
    package init?(suite text: String) {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let nanoseconds: [Substring: Double] = ["us": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9, "min": 60e9]
        guard let amount = Double(digits), let unit = nanoseconds[text.dropFirst(digits.count)],
            (0...604_800e9).contains(amount * unit)
        else { return nil }
        self = .nanoseconds(Int64((amount * unit).rounded()))
    }

    /// The duration in whole milliseconds, rounded down.
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
