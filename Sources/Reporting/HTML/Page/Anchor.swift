/// A place in a page that links lead to. Its name is made of a word of the sources and a number, never of other text.
struct Anchor {
    /// `case-12`
    let name: CleanText

    init(_ word: StaticString, _ number: Int? = nil) {
        let word = CleanText(stringLiteral: word)
        name = number.map { "\(word)-\($0)" } ?? word
    }
}
