import RunRecord
import Testing

@Suite("Journal lines in the documentation")
struct JournalExampleTests {
    @Test("Every line of a JSON example is a line of a journal, as this version writes it")
    func lines() throws {
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
        let article = try Checkout.text("\(Checkout.catalogue)/Journal.md")
        for kind in JournalEvent.Kind.allCases {
            #expect(article.contains("| `\(kind.rawValue)` |"), "\(kind.rawValue)")
        }
    }
}
