import HAPModel
import Latency
import Testing

@testable import SuiteLanguage

/// Steps that measure: what the loader accepts, and what it rejects. The case's own lines start at line 8, column 5.
@Suite("Steps that measure")
struct MeasureStepTests {
    private static func step(_ arguments: String) -> String { "steps:\n- measure: {\(arguments)}" }

    @Test("Each percentile of a budget is an expectation that proves what the case proves")
    func budget() throws {
        let text = SuiteText(case: Self.step("operation: read, count: 200, budget: {p50: 20ms, p99: 1s}"))
        let (cases, problems) = try text.load()
        #expect(problems == [])
        let expectations = try #require(cases.first).expectations
        #expect(expectations.flatMap(\.terms).map(\.predicate) == ["budget", "budget"])
        #expect(
            expectations.flatMap(\.terms).map { $0.argument.json.serialized() } == [
                #"{"p50":"20ms"}"#, #"{"p99":"1s"}"#,
            ]
        )
        #expect(Set(expectations.map(\.proves)) == [try #require(cases.first).proves])
    }

    @Test("The operations of the verb are those that `assay measure` knows")
    func operations() throws {
        let parameter = try #require(RealSuites.vocabulary.verb("measure")?.parameter("operation"))
        #expect(Set(parameter.choices) == Set(MeasuredOperation.allCases.map(\.rawValue)))
        // A step that only reads may use any characteristic.
        let writing: Set<MeasuredOperation> = [.write, .timedWrite, .writeResponse, .event, .change]
        let reading = try #require(RealSuites.vocabulary.verb("measure")?.readsIf.first?.words)
        #expect(reading == Set(MeasuredOperation.allCases.filter { !writing.contains($0) }.map(\.rawValue)))
    }

    @Test(
        "What cannot be measured is an error with its place and near words",
        arguments: [
            ("operation: reed, budget: {max: 1s}", "9:28: unknown `operation` `reed`; did you mean `read`?"),
            (
                "operation: read, budget: {p98: 1s}",
                "9:43: the budget `read.p98` has an unknown percentile `p98`; did you mean `p90` or `p99`?"
            ),
            (
                "operation: read, count: 20, budget: {p99: 1s}",
                "9:54: 20 times are too few for p99; measure at least 100, or limit `max`"
            ),
            (
                "operation: read, count: 4, budget: {p50: 1ms}",
                "9:53: 4 times are too few for p50; measure at least 6, or limit `max`"
            ),
            (
                "operation: pair-verify, budget: {max: 1s}",
                "9:50: `pair-verify` is measured message by message; write `m1.max` or `m3.max`, not `max`"
            ),
            ("operation: read, budget: {p50: fast}", "9:48: expected a time such as 500ms, 3s or 2min, not fast"),
            ("operation: read, budget: {p50: 0s}", "9:48: the limit `p50` needs a time greater than 0"),
            (
                "operation: read, budget: 5ms",
                "9:42: `budget` needs a mapping of percentiles to times, such as {p99: 50ms}, not `5ms`"
            ),
            (
                "operation: read, count: 0, budget: {max: 1s}",
                "9:41: `count` needs a whole number from 1 to 10000, not 0"
            ),
            (
                "operation: read, sessions: 9, budget: {max: 1s}",
                "9:44: `sessions` needs a whole number from 1 to 8, not 9"
            ),
            (
                "operation: connect, sessions: 2, budget: {max: 1s}",
                "9:47: `connect` is measured in one session, not in 2"
            ),
            (
                "operation: event, rate: 10, budget: {max: 1s}",
                "9:41: `event` has no rate: between two changes the tester waits for more than a second"
            ),
            (
                "operation: read, count: 3, sessions: 4, budget: {max: 1s}",
                "9:54: 4 sessions cannot share 3 operations; measure more of them"
            ),
            (
                "operation: read, count: 100, warm-up: 0, rate: 1, budget: {max: 1s}",
                "9:64: 100 operations and their warm-up take 100 s at this rate; allow that with `for`, or measure fewer"
            ),
            ("operation: database, of: 1.2, budget: {max: 1s}", "9:42: `database` uses no characteristic; remove `of`"),
            (
                "operation: read, budgt: {max: 1s}",
                "9:34: unknown parameter `budgt` of `measure`; did you mean `budget`?"
            ),
            ("operation: read", "9:7: the observation of `measure` is not used; add `expect`, or name it with `as`"),
            (
                "operation: pair-setup, count: 2, warm-up: 0, budget: {m1.max: 1s}",
                "9:7: the measurement of pair-setup needs `needs: unpaired` and `spends: {pairings: 2}`"
            ),
        ]
    )
    func impossible(_ arguments: String, _ message: String) throws {
        let (cases, problems) = try SuiteText(case: Self.step(arguments)).load()
        #expect(problems == ["t/s.yaml:" + message])
        #expect(cases.isEmpty)
    }

    @Test("The step has no connection of the case, and needs the state that its sessions need")
    func place() throws {
        let onConnection = "steps:\n- {measure: {operation: read, budget: {max: 1s}}, on: a}"
        #expect(
            try SuiteText(case: onConnection).load().problems
                == ["t/s.yaml:9:55: `measure` uses connections of its own; remove `on`"]
        )
        let unpaired = "needs: unpaired\n" + Self.step("operation: read, budget: {max: 1s}")
        #expect(
            try SuiteText(case: unpaired).load().problems
                == ["t/s.yaml:10:7: `read` is measured in sessions, so the case needs `needs: paired`"]
        )
        let free = "needs: unpaired\n" + Self.step("operation: connect, budget: {max: 1s}")
        #expect(try SuiteText(case: free).load().problems == [])
    }

    @Test("Each row is checked")
    func rows() throws {
        let lines = """
            rows: [{label: a, operation: read, count: 100}, {label: b, operation: read, count: 10}]
            steps:
            - measure: {operation: row.operation, count: row.count, budget: {p99: 1s}}
            """
        #expect(
            try SuiteText(case: lines).load().problems
                == ["t/s.yaml:10:70: 10 times are too few for p99; measure at least 100, or limit `max`"]
        )
    }

    @Test("No controller without admin rights repeats a measurement")
    func users() throws {
        let (cases, _) = try SuiteText(case: Self.step("operation: read, budget: {max: 1s}")).load()
        #expect(try !#require(cases.first).holdsForUsers)
    }
}
