import HAPModel
import Judge
import RunRecord
import Testing

@Suite("Rules over all messages, on a link with faults")
struct DamagedMessageTests {
    /// A rule over all responses, of which twenty are right and some are not; before them an instance failed once, and
    /// did not when it was repeated.
    ///
    /// - Parameter isDamaging: whether the link changed bytes in that instance, or only reset a connection.
    private func verdict(
        damaged: Int,
        secured: Bool = false,
        isLinkBad: Bool = true,
        isDamaging: Bool = true
    ) throws -> Verdict {
        var run = try HandMadeRun("monitor: response\nexpect: {field: {http.protocol: HTTP/1.1}}")
        run.controlled()
        let reset: JSON = ["kind": "closed", "direction": "in", "decoded": ["by": "reset"]]
        let broken: JSON = ["kind": "failure", "direction": "in", "decoded": ["failure": "frame"]]
        run.elsewhere(.wire, isDamaging ? broken : reset)
        run.elsewhere(.repeat, [:])
        for number in 0..<20 + damaged {
            let version: JSON = number < 20 ? "HTTP/1.1" : "HTTP/1.0"
            run.elsewhere(.wire, ["kind": "response", "http": ["protocol": version], "secured": .bool(secured)])
        }
        var facts = RunFacts(run.everything)
        if isLinkBad {
            let cleared = Verdict(instance: "other[over=ip]", caseID: "o.t", outcome: .passed, repetition: .cleared)
            let kept = RunFacts(
                run.everything.filter { $0.kind == .repeat || ["closed", "failure"].contains($0.body["kind"]) }
            )
            var earlier = kept
            earlier.add(cleared)
            facts.continueFrom(earlier)
        }
        return Judge(library: run.library).verdict(of: run.instance, events: run.events, run: facts)
    }

    @Test("A single broken message without encryption may be damaged, so the accessory is not accused")
    func single() throws {
        let verdict = try verdict(damaged: 1)
        #expect(verdict.outcome == .inconclusive)
        #expect(verdict.reason?.contains("one of 21 messages breaks the rule") == true, "\(verdict.reason ?? "")")
    }

    @Test(
        "A message without encryption whose header name differs by one bit from a known one may be damaged",
        arguments: [
            ("content-type", false, Verdict.Outcome.failed), ("conteot-type", false, .inconclusive),
            ("contxxt-type", false, .failed), ("x-type", false, .failed), ("conteot-type", true, .failed),
        ]
    )
    func header(name: String, secured: Bool, outcome: Verdict.Outcome) throws {
        var run = try HandMadeRun("monitor: response\nexpect: {field: {http.protocol: HTTP/1.1}}")
        run.controlled()
        for version in ["HTTP/1.1", "HTTP/1.0"] as [JSON] {
            let http: JSON = .object(
                JSONObject(["protocol": version, "headers": .object(JSONObject([name: "application/hap+json"]))])
            )
            run.elsewhere(.wire, ["kind": "response", "http": http, "secured": .bool(secured)])
        }
        #expect(run.verdict.outcome == outcome)
    }

    @Test(
        "Of an instance that was carried out again alone, failures of connections beside others do not count",
        arguments: [false, true]
    )
    func alone(_ isCarriedOutAlone: Bool) throws {
        var run = try HandMadeRun("monitor: request\nexpect: {field: {failure: {differs: timed-out}}}")
        run.controlled()
        run.elsewhere(.wire, ["kind": "response", "took-ms": 1, "direction": "in", "failure": .null])
        for _ in 0..<2 {
            let unanswered: JSON = [
                "kind": "failure", "direction": "in", "took-ms": 20000, "failure": "timed-out",
                "decoded": ["failure": "timed-out"],
            ]
            run.elsewhere(.wire, unanswered)
        }
        if isCarriedOutAlone { run.elsewhere(.repeat, ["alone": true]) }
        let verdict = run.verdict
        #expect(verdict.outcome == (isCarriedOutAlone ? .passed : .failed), "\(verdict)")
    }

    @Test("A measurement that ended without an answer is repeated, like any other failure of a connection")
    func measurement() throws {
        let run = try HandMadeRun("monitor: request\nexpect: {field: {failure: {differs: timed-out}}}")
        var events = run.events
        var failed = run.verdict
        failed.outcome = .failed
        #expect(!Judge(library: run.library).asksForRepetition(failed, events: events, mayBeBusy: true))
        var ended = events[0]
        (ended.kind, ended.body) = (.observation, ["kind": "measurement", "ended": "no answer within 20 s"])
        events.append(ended)
        #expect(Judge(library: run.library).asksForRepetition(failed, events: events, mayBeBusy: true))
    }

    @Test("The accessory is accused by two messages, by an encrypted one, and over a good link")
    func accused() throws {
        #expect(try verdict(damaged: 2).outcome == .failed)
        #expect(try verdict(damaged: 1, secured: true).outcome == .failed)
        #expect(try verdict(damaged: 1, isLinkBad: false).outcome == .failed)
        #expect(
            try verdict(damaged: 1, isDamaging: false).outcome == .failed,
            "a link that only resets changes nothing"
        )
    }
}
