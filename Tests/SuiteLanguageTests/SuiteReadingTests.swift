import HAPModel
import Testing

@testable import SuiteLanguage

@Suite("Reading suites")
struct SuiteReadingTests {
    private func steps(_ lines: String) throws -> [Step] {
        let (cases, problems) = try SuiteText(case: lines).load()
        #expect(problems == [])
        guard case .procedure(let steps) = try #require(cases.first).body else { return [] }
        return steps
    }

    private func arguments(_ step: Step?) throws -> [String: Argument] {
        guard case .call(_, let arguments) = try #require(step).action else { return [:] }
        return Dictionary(uniqueKeysWithValues: arguments.map { ($0.key, $0.value) })
    }

    @Test("A connection may be given beside the verb or in its mapping, and beside `log` or in it")
    func connections() throws {
        let list = try steps(
            """
            steps:
            - {pair-setup: {on: a, upto: M2}}
            - {pair-setup: {upto: M2}, on: b, expect: {outcome: busy}}
            - log: {events: all, on: c, for: 1s, as: seen}
            - {log: {events: all, for: 1s}, on: d, expect: {count: 0}}
            - {expect: {seen: {count: 0}}}
            """
        )
        #expect(list.map(\.connection) == ["a", "b", "c", "d", nil])
        #expect(try arguments(list[0]) == ["upto": .literal("M2")])
    }

    @Test("Parameters may be given beside a verb's shorthand")
    func besideShorthand() throws {
        let list = try steps("steps:\n- {closed: b, within: 5s, expect: {closed: {within: 5s}}}")
        #expect(list[0].connection == "b")
        #expect(try arguments(list[0]) == ["within": .literal("5s")])
    }

    @Test("Words stay words where a word is expected, numbers keep their spelling, and 0x is bytes")
    func literals() throws {
        let list = try steps(
            """
            over: ip
            steps:
            - {read: 1.10, expect: {value: 1.10}}
            - {pair-setup: {code: 123-45-678, identifier: on, set: {M3.A: 0x00, M5.nonce: 0x01020304050607080910, M1.state: 5}}}
            - {request: {method: PUT, path: /x, body: 0x0601, headers: {x: no}}}
            - {write: {1.2: 12:30}}
            - {read: 1.2, expect: {value: "12:30"}}
            """
            .replacing("- {write: {1.2: 12:30}}", with: "- {write: {1.2: \"12:30\"}}")
        )
        #expect(try arguments(list[0])["of"] == .literal("1.10"))
        #expect(list[0].expectations[0].terms[0].argument == .literal(try JSON.parse(Array("1.10".utf8))))
        let setup = try arguments(list[1])
        #expect(setup["code"] == .literal("123-45-678"))
        #expect(setup["identifier"] == .literal("on"))
        #expect(setup["set"]?["M3.A"] == .literal("0x00"))
        #expect(setup["set"]?["M5.nonce"] == .literal("0x01020304050607080910"))
        #expect(setup["set"]?["M1.state"] == .literal(5))
        let request = try arguments(list[2])
        #expect(request["body"] == .literal("0x0601"))
        #expect(request["headers"]?["x"] == .literal("no"))
        #expect(try arguments(list[3])["1.2"] == .literal("12:30"))
    }

    @Test("A plain word in scope is a reference, one in quotes is text")
    func references() throws {
        let list = try steps(
            """
            one: {it: {has: [pr]}}
            rows: [{x: 1}]
            over: ip
            steps:
            - {write: {it: row.x}}
            - {write: {it: "row"}}
            - {write: {it: v1}}
            - {request: {method: PUT, path: "/characteristics?id={it}", json: {a: [it, "it", v1, "v1"], b: {it: 1}}}}
            - {read: it, expect: {value: "v1"}}
            """
        )
        #expect(try arguments(list[0])["it"] == .reference("row.x"))
        #expect(try arguments(list[1])["it"] == .literal("row"))
        #expect(try arguments(list[2])["it"] == .reference("v1"))
        let json = try arguments(list[3])["json"]
        #expect(json?["a"] == .list([.reference("it"), .literal("it"), .reference("v1"), .literal("v1")]))
        #expect(list[4].expectations[0].terms[0].argument == .literal("v1"))
    }

    @Test("A name in braces inside a text is a use of it")
    func placeholder() throws {
        let (_, problems) = try SuiteText(
            case:
                "one: {it: {}}\nover: ip\nsteps:\n- {request: {method: GET, path: \"/x?id={it}\"}, expect: {http: 200}}"
        ).load()
        #expect(problems == [])
    }

    @Test("Each step has the path of its journal entries")
    func paths() throws {
        let list = try steps(
            """
            steps:
            - together: [{write: {1.2: 1}, on: a}, {write: {1.3: 1}, on: b}]
            - {repeat: {times: 2, do: {pair-setup: {code: wrong}}}, expect: {stopped-at: [1, 2], outcome: max-tries}}
            - any-of:
              - pass: [{write: {1.2: 1}}, {read: 1.2, expect: {value: 1}}]
              - warn: [{read: 1.2, expect: {value: 2}}]
            - {log: {events: all, for: 1s}, while: [{after: 100ms}, {write: {1.2: 1}}], expect: {count: 1}}
            """
        )
        func all(_ steps: [Step]) -> [String] { steps.flatMap { [$0.path] + all($0.inner) } }
        #expect(all(list) == ["1", "1.1", "1.2", "2", "2.1", "3", "3a.1", "3a.2", "3b.1", "4", "4.1", "4.2"])
    }

    @Test("An expectation proves the requirements that it names, otherwise those of the case")
    func proves() throws {
        let (cases, _) = try SuiteText(
            case: """
                steps:
                - read: 1.2
                  as: seen
                  expect:
                  - {value: 10}
                  - {value: 1, proves: [HAP-WRITE-007, HAP-WRITE-009]}
                - {expect: {seen: {value: 10}, proves: HAP-READ-002}}
                """
        ).load()
        let item = try #require(cases.first)
        #expect(
            item.expectations.map(\.proves) == [
                ["HAP-READ-001"], ["HAP-WRITE-007", "HAP-WRITE-009"], ["HAP-READ-002"],
            ]
        )
        #expect(item.allProves == ["HAP-READ-001", "HAP-WRITE-007", "HAP-WRITE-009", "HAP-READ-002"])
        #expect(item.expectations.last?.of == "seen")
    }

    @Test("Rows have labels, made from their fields unless given, and may prove their own requirements")
    func rows() throws {
        let (cases, problems) = try SuiteText(
            case: """
                rows:
                - {M5.sealed.tag: flip-bit}
                - {label: nonce, M5.nonce: 0x00, proves: HAP-AEAD-001}
                - {M1.order: [a, b]}
                steps: [{pair-setup: {alter: row}, expect: {outcome: authentication}}]
                """
        ).load()
        #expect(problems == [])
        guard case .listed(let rows) = try #require(cases.first).rows else { return }
        #expect(rows.map(\.label) == ["M5.sealed.tag=flip-bit", "nonce", "M1.order=…"])
        #expect(rows[1].value == ["M5.nonce": "0x00"])
        #expect(rows[1].proves == ["HAP-AEAD-001"])
    }

    @Test(
        "Times are written with their unit",
        arguments: [
            ("500ms", 500), ("3s", 3000), ("1.5s", 1500), ("2min", 120_000), ("0s", 0), ("3", nil), ("s", nil),
            ("", nil),
            ("3h", nil), ("-1s", nil), ("½s", nil), ("1e9s", nil), ("8d", nil), ("99999999999999999999s", nil),
        ] as [(String, Int64?)]
    )
    func durations(_ text: String, _ milliseconds: Int64?) {
        #expect(Duration(suite: text)?.wholeMilliseconds == milliseconds)
    }

    @Test(
        "A rate gives a number for a time, and every window counts",
        arguments: [
            ("1 per 1s", [], true), ("1 per 1s", [0, 1000, 2000], true), ("1 per 1s", [0, 500], false),
            ("1 per 1s", [0, 991], true), ("1 per 1s", [0, 980], false), ("2 per 1s", [0, 100], true),
            ("2 per 1s", [0, 100, 600], false), ("2 per 1s", [0, 900, 1000, 1900], true), ("0 per 1s", [5], false),
        ] as [(String, [Double], Bool)]
    )
    func rates(_ text: String, _ times: [Double], _ holds: Bool) throws {
        #expect(try #require(Rate(suite: text)).holds(times) == holds)
    }

    @Test(
        "Malformed rates are rejected",
        arguments: ["2", "2/s", "two per 1s", "2 per s", "-1 per 1s", "2 per 1s more"]
    )
    func noRate(_ text: String) { #expect(Rate(suite: text) == nil) }
}

@Suite("Words of suites")
struct SuiteWordTests {
    @Test(
        "Names, ids and characteristic numbers are distinguished",
        arguments: [
            ("seen", true, false, false), ("a-1", true, false, false), ("1a", false, false, false),
            ("", false, false, false),
            ("a.b", false, true, false), ("pair-setup.m3-first", false, true, false), ("a..b", false, false, false),
            (".a", false, false, false), ("A.b", false, false, false), ("1.10", false, true, true),
            ("1.", false, false, false),
            ("1.2.3", false, true, false), ("ä", false, false, false), ("a b", false, false, false),
        ]
    )
    func forms(_ text: String, _ isName: Bool, _ isCaseID: Bool, _ isIdentifier: Bool) {
        #expect(SuiteWord.isName(text) == isName)
        #expect(SuiteWord.isCaseID(text) == isCaseID)
        #expect(SuiteWord.isIdentifier(text) == isIdentifier)
    }

    @Test(
        "Names in braces are found",
        arguments: [
            ("/x?id={it}", ["it"]), ("{it.aid},{also.iid}", ["it", "also"]), ("{}{ }{It}", []), ("{it", []),
            ("it}", []),
            ("{{it}}", ["it"]), ("", []),
        ] as [(String, [String])]
    )
    func placeholders(_ text: String, _ names: [String]) {
        #expect(SuiteWord.placeholders(in: text) == names)
    }
}
