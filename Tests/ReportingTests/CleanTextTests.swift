import HAPModel
import Testing

@testable import Reporting

@Suite struct CleanTextTests {
    @Test(
        "characters that move a cursor, hide text or break XML are removed or shown as escapes",
        arguments: [
            ("plain", "plain"), ("a\u{1b}[31mred\u{1b}[0m", "ared"), ("\u{1b}]0;title\u{7}x", "x"),
            ("\u{1b}]8;;u\u{1b}\\x", "x"), ("\u{1b}]no end", "no end"), ("\u{1b}", "\\x1b"), ("\u{1b}[", "\\x1b["),
            ("\u{9b}2Jx", "x"), ("a\u{0}b", "a\\x00b"), ("a\r\nb\tc", "a\\r\\nb\\tc"),
            ("\u{fffe}\u{ffff}\u{1fffe}", "\\u{fffe}\\u{ffff}\\u{1fffe}"), ("\u{9b}", "\\x9b"), ("a\u{8}b", "a\\x08b"),
            ("\u{202e}x", "\\u{202e}x"), ("\u{2066}x", "\\u{2066}x"), ("\u{61c}\u{200f}", "\\u{61c}\\u{200f}"),
            ("\u{85}", "\\x85"), ("\u{7f}", "\\x7f"), ("ü👩‍👩‍👧", "ü👩‍👩‍👧"), ("❤️‍🔥", "❤️‍🔥"), ("\u{1b}cx", "\\x1bcx"),
            ("a\u{200b}b\u{200d}c\u{2060}d\u{feff}", "a\\u{200b}b\\u{200d}c\\u{2060}d\\u{feff}"),
            ("\u{ad}\u{3164}\u{e0041}", "\\u{ad}\\u{3164}\\u{e0041}"), ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"),
        ]
    )
    func lines(text: String, clean: String) {
        #expect(CleanText(text).string == clean)
        #expect(CleanText(clean).string == clean)
    }

    @Test("blocks keep their lines")
    func blocks() {
        #expect(CleanText(lines: "a\r\nb\rc\n\td\u{7}").string == "a\nb\nc\n\td\\x07")
    }

    @Test("a literal is taken unchanged, and every interpolated text is cleaned")
    func literals() {
        let name = "\u{1b}[31mLamp\n\u{202e}"
        let text: CleanText = "\u{1b}[1m\(name)\u{1b}[0m \(7)\n\(name.dropLast())"
        #expect(text.string == "\u{1b}[1mLamp\\n\\u{202e}\u{1b}[0m 7\nLamp\\n")
        #expect("<\(text)>" as CleanText == "<" + text + ">")
    }

    @Test(
        "a JSON document keeps its values: unsafe characters are escaped",
        arguments: ["é 😀", "a\u{9b}31m\u{202e}\u{7f}\n", "\u{e0041}"]
    )
    func json(text: String) throws {
        let value: JSON = ["name": .string(text), "list": [1, .string(text)]]
        let clean = CleanText(json: value)
        #expect(try JSON.parse(Array(clean.string.utf8)) == value)
        #expect(CleanText(lines: clean.string) == clean)
    }

    @Test("a limit is kept in bytes and between characters", arguments: 40..<60)
    func limits(limit: Int) {
        let text = CleanText(String(repeating: "ü", count: 100), limit: limit).string
        #expect(text.utf8.count <= limit)
        #expect(text.hasSuffix(" … (200 bytes in total)"))
    }
}
