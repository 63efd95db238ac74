import HAPModel
import MarkedYAML
import Testing

@testable import SuiteLanguage

/// What only some transports support is rejected in a case for others, with its place and the alternatives.
@Suite("Transports")
struct TransportTests {
    private static let vocabulary = (try? RealSuites.vocabulary) ?? Vocabulary()
    private static let all = ["ip", "ble", "thread"]

    private static func fields(_ kind: String) -> String {
        vocabulary.lineage(of: kind).flatMap(\.fields).map(\.name)
            .filter { vocabulary.reach(ofField: $0, [kind]).covers(all) }.sorted().joined(separator: ", ")
    }

    private static func predicates(_ kind: String) -> String {
        vocabulary.predicates.filter { vocabulary.fits($0, [kind]) && $0.over.covers(all) }.map(\.name).sorted()
            .joined(separator: ", ")
    }

    private static let verbs =
        (["after", "any-of", "log", "repeat", "together"] + vocabulary.verbs.filter { $0.over.covers(all) }.map(\.name))
        .sorted().joined(separator: ", ")
    private static let outcomes = vocabulary.outcomes.filter { $0.reach.covers(all) }.map(\.name)
        .joined(separator: ", ")
    private static let narrow = ", but the case runs over ip, ble and thread; add `over: ip` to the case"

    @Test(
        "What only one transport supports is rejected in a case that is not limited to it",
        arguments: [
            (
                "steps: [{read: 1.2, expect: {http: 200}}]",
                "8:34: `http` is available only on ip\(narrow), or use one of \(predicates("entries"))"
            ),
            (
                "steps: [{read: 1.2, expect: {http-one-of: [200]}}]",
                "8:34: `http-one-of` is available only on ip\(narrow), or use one of \(predicates("entries"))"
            ),
            (
                "steps: [{read: 1.2, expect: {field: {http.status: 200}}}]",
                "8:42: `http.status` is available only on ip\(narrow), or use one of \(fields("entries"))"
            ),
            (
                "steps: [{read: 1.2, expect: {field: {answers.0.http.status: 200}}}]",
                "8:42: `answers.0.http.status` is available only on ip\(narrow), or use one of \(fields("entries"))"
            ),
            (
                "steps: [{read: 1.2, expect: {field: {body.status: 0}}}]",
                "8:42: `body.status` is available only on ip\(narrow), or use one of \(fields("entries"))"
            ),
            (
                "steps: [{request: {method: GET, path: /x}, expect: {answered: true}}]",
                "8:14: `request` is available only on ip\(narrow), or use one of \(verbs)"
            ),
            (
                "steps: [{write: {1.2: 1}, capture: {frame: f}}]",
                "8:41: `capture: {frame: …}` is available only on ip and thread, but the case runs over ip, ble and thread; "
                    + "add `over: [ip, thread]` to the case"
            ),
            (
                "steps: [{timed-write: {1.2: 1, execute-pid: wrong}, expect: {answered: true}}]",
                "8:36: `execute-pid` of `timed-write` is available only on ip\(narrow), or use one of authorization, execute-after, "
                    + "prepare, stage, ttl"
            ),
            (
                "monitor: response\nexpect: {answered: true}",
                "8:14: `monitor: response` is available only on ip\(narrow), or use one of "
                    + vocabulary.observations.filter { $0.over.covers(all) }.map(\.name).sorted().joined(
                        separator: ", "
                    )
            ),
        ]
    )
    func onlyOverIP(_ lines: String, _ message: String) throws {
        #expect(try SuiteText(case: lines).load().problems == ["t/s.yaml:" + message])
        #expect(
            try SuiteText(case: "over: ip\n" + lines).load().problems.filter { $0.contains("is available only on ip") }
                == []
        )
        #expect(
            try SuiteText(case: "over: [ip, ble]\n" + lines).load().problems.allSatisfy { $0.contains("ip and ble") }
        )
    }

    @Test(
        "An unknown transport is rejected with the known ones",
        arguments: ["over: zigbee", "over: [ip, zigbee]", "rows: [{value: 1, over: zigbee}]"]
    )
    func unknownTransport(_ line: String) throws {
        let column = line.hasPrefix("rows") ? 29 : line.contains("[") ? 16 : 11
        let lines = "\(line)\nsteps: [{read: 1.2, expect: {answered: true}}]"
        #expect(
            try SuiteText(case: lines).load().problems
                == ["t/s.yaml:8:\(column): unknown transport `zigbee`; expected ip, ble or thread"]
        )
    }

    @Test(
        "An outcome without a test for a transport of the case is rejected, also in a loop and in a row",
        arguments: [
            ("steps: [{read: 1.2, expect: {outcome: bad-request}}]", "8:43"),
            ("steps: [{repeat: {times: 2, until: bad-request, do: {identify: {}}}, expect: {answered: true}}]", "8:40"),
            ("rows: [{x: bad-request}]\nsteps: [{read: 1.2, expect: {outcome: row.x}}]", "9:43"),
        ]
    )
    func untestedOutcome(_ lines: String, _ place: String) throws {
        let message =
            "the outcome `bad-request` has no test for ble and thread; add one to vocabulary/outcomes.yaml, limit the "
            + "case with `over: ip`, or use one of \(Self.outcomes)"
        #expect(try SuiteText(case: lines).load().problems == ["t/s.yaml:\(place): \(message)"])
        #expect(try SuiteText(case: "over: ip\n" + lines).load().problems == [])
    }

    @Test("An unknown status is rejected with the known ones")
    func unknownStatus() throws {
        let known = HAPStatus.allCases.map(\.name).sorted().joined(separator: ", ")
        #expect(
            try SuiteText(case: "steps: [{read: 1.2, expect: {status: -70410}}]").load().problems
                == ["t/s.yaml:8:42: unknown status `-70410`; expected one of \(known)"]
        )
    }

    @Test(
        "A case without a row for one of its transports is rejected",
        arguments: ["[{value: 1, over: ip}, {label: x, value: 2, over: ble}]", "{boundary: [fraction]}"]
    )
    func rowless(_ rows: String) throws {
        let isBoundary = rows.hasPrefix("{")
        let lines = "one: {it: {has: [pw]}}\nrows: \(rows)\nsteps: [{write: {it: row}, expect: {outcome: success}}]"
        let place = isBoundary ? "9:12" : "9:11"
        let (idle, rest) = isBoundary ? ("ble", "ip") : ("thread", "ip, ble")
        #expect(
            try SuiteText(case: lines).load().problems
                == [
                    "t/s.yaml:\(place): the case has no row for \(idle); add one, or limit the case with `over: \(rest)`"
                ]
        )
    }

    @Test("The `over` of a file applies to its cases, unless a case has its own")
    func wholeFile() throws {
        let text = """
            chapter: t
            section: s
            title: T
            over: ip
            cases:
              a.b: {title: x, proves: HAP-READ-001, steps: [{read: 1.2, expect: {http: 200}}]}
              a.c: {title: x, proves: HAP-READ-001, over: thread, steps: [{read: 1.2, expect: {outcome: success}}]}

            """
        let (cases, problems) = try RealSuites.loader.get().load(SuiteFile(path: "t/s.yaml", text: text))
        #expect(problems.map(\.description) == [])
        #expect(cases.map { $0.over.names } == [["ip"], ["thread"]])
        #expect(cases.map { $0.isNarrowed(to: "ip") } == [true, false])
    }

    @Test(
        "A wrong transport in the vocabulary is rejected with its place",
        arguments: [
            (
                "predicates: [{predicate: p, meaning: m, argument: a, type: bool, says: s, over: lora, "
                    + "test: {path: x, equals: 1}}]",
                "v.yaml:1:14: unknown transport `lora`; expected ip"
            ),
            (
                "outcomes: [{outcome: o, meaning: m, tests: {udp: {path: x, equals: 1}}}]",
                "v.yaml:1:45: unknown transport or form `udp`; expected http or ip"
            ),
        ]
    )
    func wrongVocabulary(_ text: String, _ message: String) throws {
        let transports = "transports: [{transport: ip, meaning: m, form: http, values: json}]"
        let files = [SuiteFile(path: "t.yaml", text: transports), SuiteFile(path: "v.yaml", text: text)]
        let problem = #expect(throws: YAMLProblem.self) { try Vocabulary(files) }
        #expect(problem?.description == message)
    }

    // MARK: Plans and coverage

    private static let requirement = """
        requirements:
        - id: HAP-READ-001
          source: s
          level: must
          subject: accessory
          transports: [ip]
          applies: always
          requires: r
          observe: o
          defect: d
          automatic: "yes"

        """

    /// A library of the real vocabulary, one requirement of IP and these cases.
    private func library(_ cases: String) throws -> SuiteLibrary {
        let files = try RealSuites.files.get().filter {
            $0.path.hasPrefix("vocabulary/") || $0.path.hasSuffix("applies.yaml")
        }
        let suite = "chapter: t\nsection: s\ntitle: T\ncases:\n" + cases
        return try SuiteLibrary(
            files + [
                SuiteFile(path: "requirements/r.yaml", text: Self.requirement),
                SuiteFile(path: "t/s.yaml", text: suite),
            ]
        )
    }

    private func plan(_ cases: String, over transport: String) throws -> Plan {
        let database = try JSON.parse(
            Array(
                """
                {"accessories": [{"aid": 1, "services": [{"iid": 8, "type": "43", "characteristics": [
                {"iid": 9, "type": "8", "format": "int", "perms": ["pr", "pw"], "minValue": 0, "maxValue": 100}]}]}]}
                """.utf8
            )
        )
        let capabilities = Capabilities(
            transport: transport,
            database: AttributeDatabase(database),
            catalogue: try RealSuites.catalogue.get(),
            mayActuate: true,
            mayDestroy: false,
            hasSetupCode: true,
            stimuli: []
        )
        var plan = Planner(library: try library(cases), capabilities: capabilities, seed: 1).plan(Selection())
        plan.instances.removeAll(where: \.isByUser)
        return plan
    }

    private let two = """
          a.meaning: {title: x, proves: HAP-READ-001, steps: [{read: 1.2, expect: {outcome: success}}]}
          a.form: {title: x, proves: HAP-READ-001, over: ip, steps: [{read: 1.2, expect: {http: 200}}]}

        """

    @Test("A case is skipped, with a reason, on a transport that it does not name")
    func skipped() throws {
        let ip = try plan(two, over: "ip")
        #expect(ip.instances.map(\.name) == ["a.meaning[over=ip]", "a.form[over=ip]"])
        #expect(ip.skips.isEmpty)
        let ble = try plan(two, over: "ble")
        #expect(ble.instances.map(\.name) == ["a.meaning[over=ble]"])
        #expect(ble.skips.map { "\($0.name): \($0.reason)" } == ["a.form: it is for ip, not for ble"])
    }

    @Test("Rows that a transport cannot carry are left out without a skip")
    func rows() throws {
        let cases = """
              a.rows:
                title: x
                proves: HAP-READ-001
                one: {it: {has: [pw]}}
                rows: [1, {label: text, value: "1", over: ip}]
                steps: [{write: {it: row}, expect: {answered: true}}]
              a.words:
                title: x
                proves: HAP-READ-001
                one: {it: {has: [pw]}}
                rows: {boundary: [maximum, above-format, fraction, text-for-number]}
                steps: [{write: {it: row}, expect: {answered: true}}]

            """
        #expect(
            try plan(cases, over: "ip").instances.compactMap(\.row)
                == ["1", "text", "maximum", "above-format", "fraction", "text-for-number"]
        )
        let thread = try plan(cases, over: "thread")
        #expect(thread.instances.compactMap(\.row) == ["1", "maximum", "above-format"])
        #expect(thread.skips.isEmpty)
    }

    @Test("Coverage counts the requirements and cases of the selected transport")
    func coverage() throws {
        let library = try library(two)
        let ip = Coverage(library, transport: "ip")
        #expect(ip.entries.map(\.standing) == [.proven(by: ["a.meaning", "a.form"])])
        let ble = Coverage(library, transport: "ble")
        #expect(ble.entries.isEmpty)
        #expect(ble.orphans.isEmpty, "a neutral case proves in its meaning what was written for IP")
    }
}
