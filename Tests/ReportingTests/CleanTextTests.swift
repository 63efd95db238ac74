import Testing

@testable import Reporting

@Suite struct CleanTextTests {
    @Test(
        "what could move a cursor or break XML is taken out or shown",
        arguments: [
            ("plain", "plain"), ("a\u{1b}[31mred\u{1b}[0m", "ared"), ("\u{1b}]0;title\u{7}x", "x"),
            ("\u{1b}]8;;u\u{1b}\\x", "x"), ("\u{1b}]no end", "no end"), ("\u{1b}", "\\x1b"), ("\u{1b}[", "\\x1b["),
            ("\u{9b}2Jx", "x"), ("a\u{0}b", "a\\x00b"), ("a\r\nb\tc", "a\\r\\nb\\tc"),
            ("\u{fffe}\u{ffff}", "\\u{fffe}\\u{ffff}"),
            ("\u{202e}x", "\\u{202e}x"), ("\u{85}", "\\x85"), ("ü👩‍👩‍👧", "ü👩‍👩‍👧"), ("\u{1b}cx", "\\x1bcx"),
        ]
    )
    func lines(text: String, clean: String) {
        #expect(CleanText.line(text) == clean)
        #expect(CleanText.line(clean) == clean)
    }

    @Test("blocks keep their lines")
    func blocks() {
        #expect(CleanText.block("a\r\nb\rc\n\td\u{7}") == "a\nb\nc\n\td\\x07")
    }

    @Test("a limit is kept in bytes and between characters", arguments: 40..<60)
    func limits(limit: Int) {
        let text = CleanText.line(String(repeating: "ü", count: 100), limit: limit)
        #expect(text.utf8.count <= limit)
        #expect(text.hasSuffix(" … (200 bytes in all)"))
    }
}
