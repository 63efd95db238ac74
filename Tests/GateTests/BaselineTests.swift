import Judge
import MarkedYAML
import RunRecord
import Testing

@testable import Gate

@Suite("The baseline file")
struct BaselineTests {
    private static let entry = """
        accessory: "Maker Bulb"
        known-failures:
        - case: a.b[row=x; over=ip]
          fingerprint: 0123456789abcdef
          owner: firmware
          reason: "ticket 12"
          expires: 2026-12-31
        skipped: [c.d]
        """

    @Test("Its text is read back unchanged, whatever the reasons contain")
    func roundTrip() throws {
        var baseline = try Baseline(Self.entry, file: "f.yaml", cases: ["a.b"])
        #expect(baseline.failures.first?.expires == Day("2026-12-31"))
        #expect(baseline.skipped == ["c.d"])
        #expect(baseline.accessory == "Maker Bulb")
        for reason in ["a: b # c", "\"quoted\"", "back\\slash", "- x", "line\nline", "ü 👍", "*x &y !z %w"] {
            baseline.failures[0].reason = reason
            #expect(try Baseline(baseline.text, file: "f.yaml", cases: nil) == baseline, "\(baseline.text)")
            #expect(Baseline(baseline.json) == baseline)
        }
        #expect(try Baseline(Baseline(file: "f").text, file: "f", cases: nil) == Baseline(file: "f"))
    }

    @Test(
        "An error names file, line and column",
        arguments: [
            ("known: []", "f.yaml:1:1: unknown key `known`; did you mean `known-failures`?"),
            ("known-failures:\n- case: a.b\n  ticket: 1\n", "f.yaml:3:3: unknown key `ticket`"),
            ("known-failures:\n- case: a.b\n", "f.yaml:2:3: `fingerprint` is missing"),
            (
                Self.entry.replacing("a.b[", with: "a.c["),
                "f.yaml:3:9: the suites have no case `a.c`; did you mean `a.b`? Remove the entry"
            ),
            (Self.entry.replacing("2026-12-31", with: "2026-02-30"), "f.yaml:7:12: expected a day such as 2026-12-31"),
            (Self.entry.replacing("0123456789abcdef", with: "0123"), "f.yaml:4:16: a fingerprint has 16 hexadecimal"),
            (Self.entry.replacing("firmware", with: "\"\""), "f.yaml:5:10: `owner` is empty"),
            ("known-failures: {", "f.yaml:"),
            ("known-failures: 7", "f.yaml:1:17: expected a list, not `7`"),
        ]
    )
    func errors(_ text: String, _ message: String) {
        let problems = #expect(throws: YAMLProblems.self) { try Baseline(text, file: "f.yaml", cases: ["a.b"]) }
        let lines = problems?.description.split(separator: "\n") ?? []
        #expect(lines.contains { $0.hasPrefix(message) }, "\(lines)")
    }

    @Test("All errors are named at once, in the order of the lines")
    func allErrors() {
        let text =
            Self.entry.replacing("firmware", with: "\"\"")
            .replacing("2026-12-31", with: "soon") + "\n- case: a.b\n"
        let problems = #expect(throws: YAMLProblems.self) {
            try Baseline(text.replacing("skipped: [c.d]\n", with: ""), file: "f.yaml", cases: ["a.b"])
        }
        let places = (problems?.description ?? "").split(separator: "\n").map { $0.split(separator: ": ")[0] }
        #expect(
            places == ["f.yaml:5:10", "f.yaml:7:12", "f.yaml:8:3", "f.yaml:8:3", "f.yaml:8:3"],
            "\(problems?.description ?? "")"
        )
    }

    @Test("An instance has one entry only")
    func duplicate() {
        let lines = Self.entry.split(separator: "\n")
        let twice = (lines.prefix(7) + lines[2...6]).joined(separator: "\n")
        let problem = #expect(throws: YAMLProblems.self) { try Baseline(twice, file: "f.yaml", cases: nil) }
        #expect(problem?.description == "f.yaml:8:3: duplicate entry for a.b[row=x; over=ip], first at f.yaml:3:3")
    }
}
