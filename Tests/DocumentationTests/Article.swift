import Testing

/// A text for readers: README.md, or an article of the DocC catalogue.
struct Article: Sendable, CustomTestStringConvertible {
    /// Relative to the checkout.
    let path: String
    let text: String

    var testDescription: String { path }

    static func readme() throws -> Article {
        Article(path: "README.md", text: try Checkout.text("README.md"))
    }

    /// README.md and every article.
    static func all() throws -> [Article] {
        let names = try Checkout.names(in: Checkout.catalogue).filter { $0.hasSuffix(".md") }
        return try [readme()]
            + names.map { name in
                let path = "\(Checkout.catalogue)/\(name)"
                return Article(path: path, text: try Checkout.text(path))
            }
    }

    /// The fenced blocks, in their order.
    var examples: [Example] {
        var examples: [Example] = []
        var open: Example?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if var example = open {
                if line == "```" {
                    examples.append(example)
                    open = nil
                } else {
                    example.lines.append(String(line))
                    open = example
                }
            } else if line.hasPrefix("```") {
                open = Example(article: path, line: index + 2, language: String(line.dropFirst(3)), lines: [])
            }
        }
        return examples
    }

    /// The text outside the fenced blocks.
    var prose: String {
        var isCode = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            if line.hasPrefix("```") { isCode.toggle() }
            return !isCode && !line.hasPrefix("```")
        }.joined(separator: "\n")
    }

    /// The text between single backticks in the prose.
    var inlineCode: [String] {
        prose.matches(of: /`([^`\n]+)`/).map { String($0.1) }
    }
}

/// A fenced block of an article.
struct Example: Sendable, CustomStringConvertible {
    let article: String
    /// The line in which its text starts, counted from 1.
    let line: Int
    let language: String
    var lines: [String]

    var text: String { lines.joined(separator: "\n") + "\n" }
    var description: String { "\(article):\(line)" }

    /// A word for file names and ids: `contributing-42`.
    var word: String {
        let name = article.split(separator: "/").last?.split(separator: ".").first ?? "article"
        return "\(name.lowercased())-\(line)"
    }

    /// The text, preceded by empty lines so that its lines keep their numbers of the article.
    ///
    /// - Parameter header: lines that replace the last empty ones.
    func text(below header: [String] = [], indented: String = "") -> String {
        let blank = Array(repeating: "", count: max(0, line - 1 - header.count))
        return (blank + header + lines.map { $0.isEmpty ? "" : indented + $0 }).joined(separator: "\n") + "\n"
    }
}
