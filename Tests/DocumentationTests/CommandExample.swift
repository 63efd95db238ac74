/// A call of `assay` in an article.
struct CommandExample: Sendable, CustomStringConvertible {
    let place: String
    /// The arguments of the call.
    let words: [String]

    var description: String { "\(place): assay \(words.joined(separator: " "))" }

    /// Reads a line; `nil` if it does not call `assay`.
    init?(_ line: String, place: String) {
        var words = Self.words(line)
        while let first = words.first, first.wholeMatch(of: /[A-Z_]+=.*/) != nil { words.removeFirst() }
        guard words.first == "assay" else { return nil }
        self.place = place
        self.words = Array(words.dropFirst())
    }

    /// The words of a line; quotes keep blanks inside one.
    static func words(_ line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if quote == nil, character == " " {
                if let done = word { words.append(done) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }

    /// Every call in the article: lines of `sh` blocks, and text in backticks.
    static func all(in article: Article) -> [CommandExample] {
        let blocks = article.examples.filter { $0.language == "sh" }.flatMap { example in
            example.lines.enumerated().compactMap { index, line in
                CommandExample(line, place: "\(article.path):\(example.line + index)")
            }
        }
        return blocks + article.inlineCode.compactMap { CommandExample($0, place: article.path) }
    }
}
