import Judge
import RunRecord
import SuiteLanguage
import Testing

@testable import Gate

@Suite("The comparison with a baseline")
struct GateTests {
    private static func verdict(
        _ name: String,
        _ outcome: Verdict.Outcome,
        _ findings: [(String, String)] = [("HAP-X-001", "outcome, http 204")]
    ) -> Verdict {
        Verdict(
            instance: name,
            caseID: String(name.prefix { $0 != "[" }),
            outcome: outcome,
            reason: outcome == .skipped ? "it has no button" : nil,
            findings: outcome == .failed
                ? findings.map {
                    Finding(
                        requirement: $0.0,
                        severity: .failed,
                        step: "1",
                        expected: "e",
                        got: "g",
                        manner: $0.1,
                        evidence: []
                    )
                } : []
        )
    }

    private static let name = "a.b[over=ip]"

    private static func baseline(_ expires: String? = nil, skipped: [String]? = ["s"]) -> Baseline {
        let known = KnownFailure(
            instance: name,
            fingerprint: Fingerprint(verdict(name, .failed)),
            owner: "o",
            reason: "r",
            expires: expires.flatMap { Day($0) }
        )
        return Baseline(file: "f", failures: [known], skipped: skipped)
    }

    private static func kinds(
        _ verdicts: [Verdict],
        _ baseline: Baseline = baseline(),
        end: RunEnd = .completed
    ) -> [Departure.Kind] {
        Gate(baseline, verdicts, today: Day("2026-06-30"), end: end).departures.map(\.kind)
    }

    @Test("A failure counts unless the baseline allows it today; a fixed or skipped instance does not count")
    func failures() {
        let failed = Self.verdict(Self.name, .failed)
        let other = Self.verdict(Self.name, .failed, [("HAP-X-001", "silence")])
        func counts(_ verdict: Verdict, _ baseline: Baseline? = Self.baseline(), coversWarnings: Bool = false) -> Bool {
            Gate.isFailure(verdict, in: baseline, coversWarnings: coversWarnings, today: Day("2026-06-30"))
        }
        #expect(!counts(failed) && counts(failed, nil) && counts(failed, Baseline(file: "f")))
        #expect(counts(failed, Self.baseline("2026-06-29")) && counts(other))
        for outcome in [Verdict.Outcome.passed, .skipped, .inconclusive, .warned] {
            #expect(!counts(Self.verdict(Self.name, outcome)), "\(outcome)")
        }
        #expect(counts(Self.verdict("a.new[over=ip]", .warned), coversWarnings: true))
    }

    @Test("A known failure with the same fingerprint passes the gate until its last day")
    func known() {
        let failed = [Self.verdict(Self.name, .failed)]
        #expect(Self.kinds(failed) == [])
        #expect(Self.kinds(failed, Self.baseline("2026-06-30")) == [])
        #expect(Self.kinds(failed, Self.baseline("2026-06-29")) == [.expired])
        #expect(Gate(Self.baseline(), failed, today: nil, end: .completed).allowed.keys.sorted() == [Self.name])
    }

    @Test("Each departure has its kind")
    func departures() {
        #expect(Self.kinds([Self.verdict(Self.name, .failed), Self.verdict("x[over=ip]", .failed)]) == [.new])
        #expect(Self.kinds([Self.verdict(Self.name, .failed, [("HAP-X-001", "no answer")])]) == [.changed])
        #expect(Self.kinds([Self.verdict(Self.name, .failed, [("HAP-X-002", "outcome, http 204")])]) == [.changed])
        #expect(Self.kinds([Self.verdict(Self.name, .passed)]) == [.fixed])
        #expect(Self.kinds([Self.verdict(Self.name, .warned)]) == [.fixed])
        #expect(Self.kinds([Self.verdict(Self.name, .skipped)]) == [.newlySkipped])
        #expect(Self.kinds([Self.verdict("a.b", .skipped)]) == [.newlySkipped])
        #expect(Self.kinds([Self.verdict(Self.name, .failed), Self.verdict("t", .skipped)]) == [.newlySkipped])
        #expect(Self.kinds([Self.verdict(Self.name, .failed), Self.verdict("s", .skipped)]) == [])
        #expect(Self.kinds([]) == [.newlySkipped])
    }

    @Test("What was not judged, or left out because the run ended early, does not trip the gate")
    func open() {
        #expect(Self.kinds([Self.verdict(Self.name, .inconclusive)]) == [])
        #expect(Self.kinds([Self.verdict(Self.name, .errored)]) == [])
        #expect(Self.kinds([], end: RunEnd(.interrupted)) == [])
        #expect(
            Self.kinds([Self.verdict(Self.name, .failed), Self.verdict("t", .skipped)], Self.baseline(skipped: nil))
                == []
        )
    }

    @Test("A regular controller's instance that is skipped because the admin's did not pass does not trip the gate")
    func consequence() {
        let (first, repeated) = ("a.c[x; over=ip]", "a.c[x; by=user; over=ip]")
        let known = Self.verdict(Self.name, .failed)
        #expect(Self.kinds([known, Self.verdict(first, .warned), Self.verdict(repeated, .skipped)]) == [])
        #expect(Self.kinds([known, Self.verdict(first, .passed), Self.verdict(repeated, .skipped)]) == [.newlySkipped])
        #expect(Instance.nameByAdmin("a.c[by=user; over=ip]") == "a.c[over=ip]")
        #expect(Instance.nameByAdmin(first) == nil)
    }

    @Test("A known failure whose case as a whole could not be judged is not missing; a name that is near is named")
    func missing() {
        #expect(Self.kinds([Self.verdict("a.b", .inconclusive)]) == [])
        let gate = Gate(Self.baseline(), [Self.verdict("a.b[over=ipv]", .passed)], today: nil, end: .completed)
        #expect(
            gate.departures.map(\.text) == [
                "a.b[over=ip] did not run: the accessory has no such instance; did you mean `a.b[over=ipv]`?"
            ]
        )
    }

    @Test("A known failure of a repetition is missing because the run repeated less")
    func missingRepetition() {
        let second = "a.b[round=2; over=ip]"
        let fingerprint = Fingerprint(Self.verdict(second, .failed))
        let known = KnownFailure(instance: second, fingerprint: fingerprint, owner: "x", reason: "y")
        let baseline = Baseline(file: "b.yaml", failures: [known], skipped: [])
        let gate = Gate(baseline, [Self.verdict("a.b[over=ip]", .passed)], today: nil, end: .completed)
        #expect(
            gate.departures.map(\.text) == [
                "a.b[round=2; over=ip] did not run: the entry is from a run with `--repeat`, and this run repeated less"
            ]
        )
    }

    @Test("The most severe departure is the first")
    func order() {
        let verdicts = [
            Self.verdict("t", .skipped), Self.verdict(Self.name, .passed), Self.verdict("x[over=ip]", .failed),
        ]
        #expect(Self.kinds(verdicts) == [.new, .newlySkipped, .fixed])
    }

    @Test(
        "Days that do not exist are refused",
        arguments: ["2026-13-01", "2026-02-29", "2026-1-1", "soon", "2026-00-10"]
    )
    func days(_ text: String) {
        #expect(Day(text) == nil)
        #expect(Day("2028-02-29") != nil)
    }
}
