import HAPModel
import SuiteLanguage
import Testing

@Suite("Values and numbers in words")
struct SpokenTests {
    @Test(
        "Values",
        arguments: [
            ("text", "text"), ("5", "\"5\""), ("true", "\"true\""), ("", "\"\""), (" a", "\" a\""), ("1.51", "1.51"),
            (5, "5"), (.null, "null"), ([], "nothing"), (["a"], "a"), ([1, 2], "1 and 2"),
            (["a", "b", "c"], "a, b and c"), (["a": 1], "{\"a\":1}"), ([["a": 1]], "[{\"a\":1}]"),
            (.array(Array(repeating: 0, count: 17)), Array(repeating: "0, ", count: 16).joined() + "… (17 in total)"),
            ([.string(String(repeating: "ab", count: 50))], String(repeating: "ab", count: 24) + "… (100 characters)"),
        ] as [(JSON, String)]
    )
    func values(_ value: JSON, _ words: String) { #expect(Spoken.words(value) == words) }

    @Test("One of several values")
    func one() { #expect(Spoken.words([200, 204, 207], joining: "or") == "200, 204 or 207") }

    @Test("One item, and other counts", arguments: [(0, "0 passes"), (1, "1 pass"), (2, "2 passes")])
    func counts(_ count: Int, _ words: String) {
        #expect(Spoken.count(count, "pass", "passes") == words)
        #expect(Spoken.count(count, "round") == "\(count) round\(count == 1 ? "" : "s")")
    }
}
