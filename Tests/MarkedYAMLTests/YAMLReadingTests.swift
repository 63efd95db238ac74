import MarkedYAML
import Testing

@Suite("Reading YAML with places")
struct YAMLReadingTests {
    private func root(_ text: String) throws -> YAMLMapping { try YAMLNode.load(text, file: "t.yaml").mapping() }

    private func problem(_ text: String, _ read: (YAMLMapping) throws -> Void = { _ in }) -> String {
        do {
            try read(try root(text))
            return "nothing is wrong"
        } catch {
            return "\(error)"
        }
    }

    @Test("Every key and value knows its line and column")
    func places() throws {
        let mapping = try root("a: 1\nlist:\n- x: [p, q]\n  y: \"Ü\"\n")
        let entry = try #require(mapping.entry("list"))
        #expect(entry.keyMark.description == "t.yaml:2:1")
        let inner = try #require(try entry.value.list().first).mapping()
        #expect(inner.mark.description == "t.yaml:3:3")
        #expect(try inner.required("x").list().map(\.mark.description) == ["t.yaml:3:7", "t.yaml:3:10"])
        #expect(try inner.required("y").mark.description == "t.yaml:4:6")
    }

    @Test(
        "Invalid YAML is reported with its position",
        arguments: [
            (
                "a: [1, 2",
                "t.yaml:1:4: the `[` here is not closed, or a comma is missing: did not find expected ',' or ']'"
            ),
            (
                "b: 1\na: [1, 2\nc: 3\n",
                "t.yaml:2:4: the `[` here is not closed, or a comma is missing: did not find expected ',' or ']'"
            ),
            (
                "a: {b: 1\nc: 3\n",
                "t.yaml:1:4: the `{` here is not closed, or a comma is missing: did not find expected ',' or '}'"
            ),
            ("a: b: c", "t.yaml:1:5: mapping values are not allowed in this context"),
            ("a:\n\tb: 1", "t.yaml:2:1: found character that cannot start any token"),
            ("a: 1\nb: 2\na: 3", "t.yaml:3:1: duplicate key `a` in the mapping"),
            ("", "t.yaml:1:1: the file is empty"),
            ("# nothing\n", "t.yaml:1:1: the file is empty"),
            ("a: *x", "t.yaml:1:4: found undefined alias"),
            ("? [a]\n: 1", "t.yaml:1:3: a key must be text"),
            ("- 1", "t.yaml:1:1: expected a mapping, not a list"),
            ("a: 1\nb: ü\u{9b}", "t.yaml:2:5: control characters are not allowed"),
        ]
    )
    func malformed(_ text: String, _ message: String) {
        #expect(problem(text) == message)
    }

    @Test("An unknown key is reported with the nearest ones")
    func unknownKey() {
        let message = problem("cases: 1\ncasse: 2") {
            _ = try YAMLNode(kind: .mapping($0.entries), mark: $0.mark).mapping(allowing: ["title", "cases"])
        }
        #expect(message == "t.yaml:2:1: unknown key `casse`; did you mean `cases`?")
    }

    @Test(
        "A value of another kind is reported with the expected kind",
        arguments: [
            ("a: x", "integer", "t.yaml:1:4: expected a whole number, not `x`"),
            ("a: 1.5", "integer", "t.yaml:1:4: expected a whole number, not `1.5`"),
            (
                "a: 99999999999999999999", "integer",
                "t.yaml:1:4: expected a whole number, not `99999999999999999999`"
            ),
            ("a: [1]", "integer", "t.yaml:1:4: expected a whole number, not a list"),
            ("a: on", "bool", "t.yaml:1:4: expected true or false, not `on`"),
            ("a: {b: 1}", "string", "t.yaml:1:4: expected text, not a mapping"),
            ("a: x", "list", "t.yaml:1:4: expected a list, not `x`"),
            ("a: x", "number", "t.yaml:1:4: expected a number, not `x`"),
            ("a: x", "word", "t.yaml:1:4: unknown word `x`; expected one of p, q"),
            ("a: 1", "required", "t.yaml:1:1: `b` is missing"),
        ]
    )
    func wrongKind(_ text: String, _ wanted: String, _ message: String) {
        let said = problem(text) { mapping in
            let node = try mapping.required(wanted == "required" ? "b" : "a")
            switch wanted {
            case "integer": _ = try node.integer()
            case "bool": _ = try node.bool()
            case "string": _ = try node.string()
            case "list": _ = try node.list()
            case "number": _ = try node.number()
            default: _ = try node.word(of: ["p", "q"])
            }
        }
        #expect(said == message)
    }

    @Test("Aliases are resolved, but a short text cannot grow without bound by them")
    func aliases() throws {
        #expect(try root("a: &x 1\nb: *x").required("b").integer() == 1)
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1...9 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        #expect(problem(text).hasSuffix("the text expands to more than 200000 values"))
    }

    @Test("Deep nesting is refused, not a crash")
    func deepNesting() {
        let text = "a: " + String(repeating: "[", count: 20_000)
        #expect(problem(text).hasPrefix("t.yaml:1:"))
        #expect(problem(text).hasSuffix(": values are nested too deeply here"))
    }
}
