import Foundation
import Reporting
import Testing

@Suite("README.md")
struct ReadmeTests {
    private let readme: Article
    private let shell: [Example]

    init() throws {
        readme = try Article.readme()
        shell = readme.examples.filter { $0.language == "sh" }
    }

    @Test("It starts with what Assay is, in two sentences")
    func opening() throws {
        let paragraphs = readme.text.components(separatedBy: "\n\n")
        #expect(paragraphs.first == "# Assay")
        try #require(paragraphs.count > 1)
        #expect(paragraphs[1].matches(of: /\.(?:\s|$)/).count == 2)
    }

    @Test("Its first two commands are one line each, and executable files")
    func twoCommands() throws {
        try #require(shell.count > 2)
        #expect(shell[0].lines == [".dev/try"])
        #expect(shell[1].lines == [".dev/test"])
        for command in [".dev/try", ".dev/test", ".dev/setup"] { #expect(Checkout.isExecutable(command)) }
    }

    @Test("Your own accessory takes five lines")
    func fiveLines() throws {
        try #require(shell.count > 2)
        #expect(shell[2].lines.count == 5)
        #expect(shell[2].text.contains("ASSAY_SETUP_CODE"))
    }

    @Test("It explains every exit status")
    func exitStatus() {
        let explained = readme.text.matches(of: #/(?m)^\| (\d+) \| /#).compactMap { Int32($0.1) }
        #expect(explained == ExitStatus.allCases.map(\.rawValue))
    }

    @Test("Its links and the entries of its map exist")
    func places() {
        let links = readme.prose.matches(of: /\]\(([^)]+)\)/).map { String($0.1) }.filter { !$0.hasPrefix("http") }
        let folders = readme.inlineCode.filter { $0.wholeMatch(of: /(?:Sources|Suites|Tests)\/\S*/) != nil }
        #expect(!links.isEmpty && !folders.isEmpty)
        for place in links + folders { #expect(Checkout.exists(place), "\(place)") }
    }

    @Test("Its excerpt is the output of the program")
    func excerpt() throws {
        let command = try #require(shell.compactMap { CommandExample($0.lines[0], place: "\($0)") }.first { $0.shows })
        let excerpt = try #require(readme.examples.first { $0.language == "text" })
        let reports = TemporaryFolder()
        let outcome = try Program.run(command.words + ["--reports", reports.path])
        #expect(outcome.status == ExitStatus.broken.rawValue)
        let printed = outcome.output.split(separator: "\n").map(Self.lasting)
        for part in excerpt.lines.split(separator: "…") {
            let wanted = part.filter { !$0.isEmpty }.map(Self.lasting)
            #expect(printed.contains(wanted), "\(wanted.joined(separator: "\n"))")
        }
    }

    /// The line without what differs between runs: numbers of events, times, and bytes of a session.
    private static func lasting(_ line: some StringProtocol) -> String {
        String(line)
            .replacing(/#\d+ [\d.]+ ms/, with: "#N")
            .replacing(/in [\d.]+ m?s$/, with: "in N s")
            .replacing(/^(\s+[0-9a-f]{4})(?:  ?[0-9a-f]{2}| [0-9a-f]{2})+$/) { "\($0.1) bytes" }
    }
}

extension CommandExample {
    /// Whether it is the command with the shown output.
    fileprivate var shows: Bool { words.contains("--defect") }
}
