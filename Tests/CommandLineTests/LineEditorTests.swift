import Testing

@testable import assay

@Suite("Editing lines")
struct LineEditorTests {
    private static let up = "\u{1b}[A"
    private static let down = "\u{1b}[B"
    private static let left = "\u{1b}[D"

    private func editor(_ history: [String] = [], _ words: [String] = []) -> LineEditor {
        LineEditor(history: history) { text in
            let last = text.split(separator: " ", omittingEmptySubsequences: false).last.map(String.init) ?? ""
            return words.filter { $0.hasPrefix(last) }
        }
    }

    /// What the typed text leads to: the lines, and the line that is being edited.
    private func type(_ text: String, into editor: inout LineEditor) -> [LineEditor.Action] {
        text.utf8.flatMap { editor.take($0) }.filter { $0 != .redraw }
    }

    @Test(
        "Characters are inserted at the cursor, and removed before and under it",
        arguments: [
            ("get\r", "get"), ("gte\(left)\(left)\u{7f}\u{5}\u{7f}et\r", "tet"), ("ab\u{1}x\r", "xab"),
            ("get on\u{15}put\r", "put"), ("abc\(left)\u{b}\r", "ab"), ("abc\u{1}\u{1b}[3~\r", "bc"),
            ("ü→\u{7f}\r", "ü"),
            ("a\u{1b}[Z\u{0}b\r", "ab"),
        ]
    )
    func editing(_ typed: String, _ line: String) {
        var editor = editor()
        #expect(type(typed, into: &editor) == [.line(line)])
    }

    @Test(
        "Of a line that is longer than the terminal, the part around the cursor is shown",
        arguments: [
            ("abc", "abc", 0), ("0123456789", "3456789", 0), ("0123456789\u{1}", "0123456", 7),
            ("0123456789\(left)\(left)", "3456789", 2), ("0123456789\(left)\(left)\(left)\(left)\(left)", "1234567", 3),
        ]
    )
    func longLine(_ typed: String, _ shown: String, _ behind: Int) {
        var editor = editor()
        _ = type(typed, into: &editor)
        let view = editor.view(columns: 8)
        #expect(view.text == shown)
        #expect(view.behind == behind)
    }

    @Test("The arrow keys recall earlier lines, and the new line comes back")
    func history() {
        var editor = editor(["one", "two"])
        _ = type("dra\(Self.up)", into: &editor)
        #expect(editor.line == "two")
        _ = type("\(Self.up)\(Self.up)", into: &editor)
        #expect(editor.line == "one")
        _ = type("\(Self.down)\(Self.down)", into: &editor)
        #expect(editor.line == "dra")
        #expect(type("\(Self.up)!\r", into: &editor) == [.line("two!")])
        #expect(editor.history == ["one", "two", "two!"])
        #expect(type("two!\r  \r", into: &editor) == [.line("two!"), .line("  ")])
        #expect(editor.history == ["one", "two", "two!"])
    }

    @Test("Tab completes the last word as far as it is unique, and then shows the candidates")
    func completion() {
        var editor = editor([], ["get", "lightbulb.on", "lightbulb.hue", "put="])
        _ = type("g\t", into: &editor)
        #expect(editor.line == "get ")
        _ = type("l\t", into: &editor)
        #expect(editor.line == "get lightbulb.")
        #expect(type("\t", into: &editor) == [.candidates(["lightbulb.on", "lightbulb.hue"])])
        _ = type("h\tpu\t", into: &editor)
        #expect(editor.line == "get lightbulb.hue put=")
        #expect(type("\tx\t", into: &editor) == [])
    }

    @Test("Ctrl-C gives the line up; Ctrl-D on an empty line is the end, and otherwise removes a character")
    func ends() {
        var editor = editor()
        #expect(type("abc\u{3}", into: &editor) == [.givenUp])
        #expect(editor.line == "")
        #expect(type("ab\u{1}\u{4}\r", into: &editor) == [.line("b")])
        #expect(type("\u{4}", into: &editor) == [.end])
    }
}
