import Testing

@Suite("Commands in the documentation")
struct CommandExampleTests {
    @Test("Every call of assay in an article is a valid command", arguments: try Article.all())
    func calls(article: Article) throws {
        for example in CommandExample.all(in: article) {
            var subcommands: [String] = []
            var rest = example.words[...]
            var help = try Program.help([])
            while let word = rest.first, Self.lists(help, subcommand: word) {
                subcommands.append(word)
                rest = rest.dropFirst()
                help = try Program.help(subcommands)
            }
            let options = rest.filter { $0.hasPrefix("-") }
            for option in options {
                #expect(Self.lists(help, option: option), "\(example): the command lacks the option \(option)")
            }
            let values = options.count { Self.takesValue(help, $0) }
            if rest.count - options.count > values {
                #expect(help.contains("\n  <"), "\(example): the command takes no arguments")
            }
        }
    }

    @Test("A test checks every line of a shell example", arguments: try Article.all())
    func lines(article: Article) throws {
        for example in article.examples where example.language == "sh" {
            for line in example.lines {
                let words = CommandExample.words(line).drop { $0.wholeMatch(of: /[A-Z_]+=.*/) != nil }
                let command = try #require(words.first, "\(example)")
                if command.hasPrefix(".dev/") {
                    #expect(Checkout.isExecutable(command), "\(example): \(command)")
                } else {
                    let isKnown = ["assay", "cp", "export", "mkdir", "read"].contains(command)
                    #expect(isKnown, "\(example): no test checks `\(command)`")
                }
            }
        }
    }

    @Test("No example has a setup code on the command line", arguments: try Article.all())
    func secrets(article: Article) {
        for example in article.examples where example.language == "sh" {
            #expect(!example.text.contains("--setup-code"), "\(example)")
            #expect(example.text.firstMatch(of: /\b\d{3}-\d{2}-\d{3}\b/) == nil, "\(example)")
        }
    }

    private static func lists(_ help: String, subcommand: String) -> Bool {
        guard let start = help.firstRange(of: "SUBCOMMANDS:") else { return false }
        return help[start.upperBound...].split(separator: "\n").contains { line in
            line.hasPrefix("  ") && line.split(separator: " ").first == Substring(subcommand)
        }
    }

    private static func lists(_ help: String, option: String) -> Bool {
        line(of: option, help) != nil
    }

    private static func takesValue(_ help: String, _ option: String) -> Bool {
        line(of: option, help)?.contains("\(option) <") ?? false
    }

    private static func line(of option: String, _ help: String) -> Substring? {
        help.split(separator: "\n").first { line in
            line.hasPrefix("  -") && line.split(whereSeparator: { " ,".contains($0) }).contains(Substring(option))
        }
    }
}
