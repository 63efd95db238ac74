extension String {
    /// How many lines hold the text.
    package func lines(holding text: String) -> Int {
        split(whereSeparator: \.isNewline).count { $0.contains(text) }
    }
}
