import Foundation
import HAPModel
import RunRecord
import Testing

@Suite("Journal lines in the documentation")
struct JournalExampleTests {
    private static let article = "\(Checkout.catalogue)/Journal.md"

    /// The events of the journal that the tests of reports keep.
    private static func golden() throws -> [JournalEvent] {
        try Checkout.text("Tests/ReportingTests/Fixtures/golden.jsonl").split(separator: "\n")
            .compactMap { JournalEvent(line: Array($0.utf8)) }
    }

    /// What the article shows: the accessory, and of an instance that fails names, what was restored, and the verdict.
    private static func shown() throws -> [String] {
        let events = try golden()
        let failed = try #require(events.first { $0.kind == .verdict && $0.body["outcome"] == "failed" })
        let kinds: [JournalEvent.Kind] = [.binding, .repair, .verdict]
        let own = kinds.compactMap { kind in events.first { $0.kind == kind && $0.instance == failed.instance } }
        let whole = [JournalEvent.Kind.accessory, .close].compactMap { kind in events.first { $0.kind == kind } }
        return (own + whole).sorted { $0.sequence < $1.sequence }.map(\.line)
    }

    @Test("The journal's article shows lines of the journal of a real run")
    func lines() throws {
        let text = try Checkout.text(Self.article)
        let block = try #require(text.firstMatch(of: /```json\n(?:.*\n)*?```\n/), "the article has no example")
        let wanted = "```json\n" + (try Self.shown()).map { $0 + "\n" }.joined() + "```\n"
        if ProcessInfo.processInfo.environment["ASSAY_WRITE_DOCUMENTATION"] == "1" {
            let path = Checkout.root.appending(path: Self.article)
            try text.replacing(block.output, with: wanted).write(to: path, atomically: true, encoding: .utf8)
        }
        #expect(try Checkout.text(Self.article).contains(wanted))
    }

    @Test("Every line of a JSON example is a line of a journal, as this version writes it")
    func form() throws {
        let examples = try Article.all().flatMap(\.examples).filter { $0.language == "json" }
        try #require(!examples.isEmpty)
        for example in examples {
            for line in example.lines {
                let event = try #require(JournalEvent(line: Array(line.utf8)), "\(example): \(line)")
                #expect(event.line == line, "\(example)")
            }
        }
    }

    @Test("The journal's article explains every kind of event")
    func kinds() throws {
        let article = try Checkout.text(Self.article)
        for kind in JournalEvent.Kind.allCases {
            #expect(article.contains("| `\(kind.rawValue)` |"), "\(kind.rawValue)")
        }
    }
}
