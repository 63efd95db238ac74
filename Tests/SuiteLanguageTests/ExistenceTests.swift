import MarkedYAML
import Testing

@testable import SuiteLanguage

/// Words that name something of the protocol must exist. The case's own lines start at line 8, column 5.
@Suite("What suites name exists")
struct ExistenceTests {
    private func problems(_ lines: String) throws -> [String] { try SuiteText(case: lines).load().problems }

    private func filter(_ filter: String) throws -> [String] {
        try problems("each: {characteristic: {\(filter)}}\nsteps:\n- {read: it, expect: {value: 1}}")
    }

    // MARK: Types

    @Test(
        "A filter with an unknown word is rejected with the nearest words",
        arguments: [
            ("has: [pr, pww]", "39: unknown word `pww`; did you mean `pw`?"),
            ("without: px", "38: unknown word `px`; did you mean `pr` or `pw`?"),
            ("has: [pr, pw], without: pw", "28: no characteristic fits: it must have `pw`, and must not have it"),
            ("type: On", "35: unknown characteristic type `On`; did you mean `on`?"),
            ("type: [on, Hue]", "40: unknown characteristic type `Hue`; did you mean `hue`?"),
            ("type: briteness", "35: unknown characteristic type `briteness`; did you mean `brightness`?"),
            ("type: lightbulb", "35: unknown characteristic type `lightbulb`; a service has this type"),
            ("service: hue", "38: unknown service type `hue`; a characteristic has this type"),
            ("type: FFF0", "35: unknown characteristic type `FFF0`"),
            (
                "other-than: Target Door State",
                "41: unknown characteristic type `Target Door State`; did you mean `target-door-state`?"
            ),
            ("service: Lightbulbb", "38: unknown service type `Lightbulbb`; did you mean `lightbulb`?"),
            ("pairs: [lightbulb/huee]", "37: unknown characteristic type `huee`; did you mean `hue`?"),
            ("pairs: [lightbulb]", "37: expected a service and a characteristic, such as lightbulb/hue"),
            (
                "format: intt",
                "37: unknown word `intt`; did you mean `int`?"
            ),
            (
                "declares: [minvalue]",
                "40: unknown word `minvalue`; did you mean `minValue`?"
            ),
        ]
    )
    func unknownWord(_ words: String, _ message: String) throws {
        let problems = try filter(words)
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("t/s.yaml:8:\(message)") == true, "\(problems)")
    }

    @Test("A type has the same meaning by word, by code and by UUID")
    func spellings() throws {
        let names = TypeNames(try RealSuites.catalogue.get())
        func filter(_ text: String) throws -> CharacteristicFilter {
            try CharacteristicFilter(YAMLNode.load(text, file: "f.yaml"), names: names)
        }
        let written = try filter("{type: [on, target-door-state], service: lightbulb, pairs: [lightbulb/hue]}")
        #expect(written.rules == [.type(["25", "32"]), .service(["43"]), .pairs(["43/13"])])
        let coded = try filter(
            "{type: [\"25\", 00000032-0000-1000-8000-0026BB765291], service: \"43\", pairs: [\"43/13\"]}"
        )
        #expect(coded == written)
        let vendor = "7A0E9001-6A5B-4C3D-9E2F-A55A10000001"
        #expect(try filter("{type: \(vendor)}").rules == [.type([vendor])])
    }

    @Test("Conditions of requirements are checked like filters of cases")
    func applicability() throws {
        var files = try RealSuites.files.get()
        let index = try #require(files.firstIndex { $0.path == "requirements/applies.yaml" })
        files[index].text += "  \"has a bulb\": [{has-service: {type: [bulb]}}]\n"
        let error = #expect(throws: SuiteProblems.self) { try SuiteLibrary(files) }
        #expect(error?.description.contains("unknown service type `bulb`; did you mean `lightbulb`?") == true)
    }

    // MARK: Fields

    @Test(
        "A field that no observation has is rejected with the nearest fields",
        arguments: [
            ("read: it", "entry.valeu: 3", "unknown field `entry.valeu` of entries; did you mean `entry.value`?"),
            (
                "read: it", "entries.first.value: 3",
                "unknown field `entries.first.value` of entries; `entries` has 0, 1, last"
            ),
            (
                "read: it", "entries.0.valu: 3",
                "unknown field `entries.0.valu` of entries; did you mean `entries.0.value`"
            ),
            ("read: it", "of.that.value: 3", "unknown field `of.that.value` of entries; `of` has it"),
            ("read: it", "answered.by: 3", "unknown field `answered.by` of entries; `answered` has no fields"),
            ("database: {}", "of.it.stats: 3", "unknown field `of.it.stats` of exchange; did you mean `of.it.status`"),
            (
                "pair-setup: {}", "stages.M3.items: 3",
                "unknown field `stages.M3.items` of pairing; did you mean `stages.M2`, `stages.M4` or `stages.M6`?"
            ),
            ("read: it", "entry.value.x: 3", "unknown field `entry.value.x` of entries; `entry.value` has no fields"),
            (
                "pair-setup: {}", "lengths.slat: 3",
                "unknown field `lengths.slat` of pairing; did you mean `lengths.salt`?"
            ),
            (
                "pair-setup: {}", "facts.proof-rigth: 3",
                "unknown field `facts.proof-rigth` of pairing; did you mean `facts.proof-right`?"
            ),
        ]
    )
    func unknownField(_ verb: String, _ field: String, _ message: String) throws {
        let problems = try problems(
            "one: {it: {has: [pr]}}\nsteps:\n- {\(verb), as: seen}\n- {read: it, expect: {outcome: success}}\n"
                + "- {expect: {seen: {field: {\(field)}}}}"
        )
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("t/s.yaml:12:32: \(message)") == true, "\(problems)")
    }

    @Test(
        "What the accessory sent can have any field",
        arguments: [
            "body.characteristics.0.whatever", "http.headers.x-own", "of.it.value",
            "answers.last.http.status",
        ]
    )
    func anyField(_ field: String) throws {
        let lines = "over: ip\none: {it: {has: [pr]}}\nsteps:\n- {read: it, expect: {field: {\(field): 3}}}"
        #expect(try problems(lines) == [])
    }

    @Test(
        "A field with types is compared with codes",
        arguments: [
            ("type: Lightbulb", "48: the field holds the code of a type; write \"43\" for `Lightbulb`"),
            ("type: 43", "48: the code of a type is text; write \"43\" in quotes"),
            ("type: \"FFF0\"", "48: unknown service type `FFF0`"),
            (
                "characteristic-types: {includes: [\"25\", brightness]}",
                "82: the field holds the code of a type; write \"8\" for `brightness`"
            ),
        ]
    )
    func codes(_ field: String, _ message: String) throws {
        let lines =
            "document: database\nchecks:\n- {select: service, expect: {field: {\(field)}}}"
        let problems = try problems(lines)
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("t/s.yaml:10:\(message)") == true, "\(problems)")
    }

    // MARK: Names

    @Test(
        "A key of a step or a parameter cannot be the name of a characteristic",
        arguments: [
            "on", "as", "expect", "capture", "while", "after", "log", "write", "read", "ev", "timed", "ttl", "status",
            "v1", "row", "new", "all", "proves", "tolerate",
        ]
    )
    func reserved(_ name: String) throws {
        let lines = "one: {\(name): {type: on}}\nsteps:\n- {read: \(name), expect: {value: 1}}"
        #expect(try problems(lines) == ["t/s.yaml:8:11: `\(name)` already has a meaning; choose another name"])
    }

    @Test("Each name of a characteristic has its own value words")
    func ownWords() throws {
        let lines = """
            one: {it: {has: [pr, pw]}, also: {has: [pr, pw]}}
            steps:
            - {write: {it: v1, also: v1}}
            - {read: also, expect: {value: also.v1}}
            """
        let (cases, problems) = try SuiteText(case: lines).load()
        #expect(problems == [])
        guard case .procedure(let steps) = try #require(cases.first).body,
            case .call(_, let arguments) = steps[0].action
        else {
            Issue.record("the case has no steps")
            return
        }
        #expect(arguments.map(\.value) == [.reference("it.v1"), .reference("also.v1")])
    }

    @Test(
        "A name that has no value when the step runs is rejected",
        arguments: [
            (
                "- {read: also, expect: {value: v1}}",
                "9:36: the case names several characteristics, each with its own `v1`; write `it.v1` or `also.v1`"
            ),
            (
                "- {read: also, expect: {value: also.v3}}",
                "9:36: `also` has no `v3`; did you mean `v1` or `v2`?"
            ),
            (
                "- {read: also, as: seen}\n- {read: it, expect: {value: seen.entry.valeu}}",
                "10:34: unknown field `seen.entry.valeu` of entries; did you mean `seen.entry.value`?"
            ),
            (
                "- {read: also, as: seen}\n- {read: it, expect: {value: seen}}",
                "10:34: `seen` is an observation; name one of its fields: `seen.FIELD`"
            ),
            (
                "- {read: also, as: seen}\n- {write: {it: seen.entry.value}, expect: {outcome: success}}",
                "10:20: `seen` is an observation, which only an expectation can use"
            ),
            (
                "- {read: also, as: seen}\n- {read: it, expect: {field: {entry.value: sen.entry.value}}}",
                "10:48: unknown name `sen` in `sen.entry.value`; did you mean `seen`? A text needs quotes"
            ),
            (
                "- {read: it, expect: {field: {entry.value: db.of.it.value}}}",
                "9:48: unknown name `db` in `db.of.it.value`; a text needs quotes"
            ),
        ]
    )
    func withoutValue(_ steps: String, _ message: String) throws {
        let all = "one: {it: {has: [pr, pw]}, also: {has: [pr]}}\nsteps:\n\(steps)"
        let shifted = message.split(separator: ":", maxSplits: 1)
        let line = try #require(Int(shifted[0])) + 1
        #expect(try problems(all) == ["t/s.yaml:\(line):\(shifted[1])"])
    }

    @Test("A member of a row must exist in each row")
    func rows() throws {
        let lines = "rows: [{a: 1}, {b: 2}]\nsteps:\n- {read: 1.2, expect: {value: row.a}}"
        #expect(try problems(lines) == ["t/s.yaml:10:35: the row `b=2` has no `a`; expected one of a, b"])
    }
}
