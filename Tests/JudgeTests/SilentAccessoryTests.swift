import HAPModel
import Judge
import RunRecord
import Testing

@Suite("An accessory that leaves requests without an answer now and then")
struct SilentAccessoryTests {
    private static let silence: JSON = [
        "direction": "in", "kind": "failure", "decoded": ["failure": "timed-out"], "tampered": false, "answers": 1,
        "method": "GET", "path": "/characteristics?id=1.2", "failure": "timed-out",
    ]
    private static let answer: JSON = [
        "direction": "in", "kind": "response", "answers": 1, "answered-ns": 5, "method": "GET",
        "path": "/characteristics?id=1.3",
    ]

    /// What a run knows in which a request of so many cases was not answered, but when the case was repeated.
    private static func facts(cleared cases: Int, answersKind: Bool) -> RunFacts {
        var facts = RunFacts([])
        for number in 0..<cases {
            let second = answersKind ? [(JournalEvent.Kind.wire, answer)] : []
            facts.addCase(number, first: [(.wire, silence)], second: second, .cleared)
        }
        return facts
    }

    /// The verdict of an instance whose request is not answered in both attempts, and what it then observes.
    private static func verdict(
        after cleared: Int,
        _ observation: JSON = Seen.nothing,
        answersKind: Bool = true
    ) throws -> Verdict {
        var bench = try HandMadeRun("steps: [{read: 1.2, expect: {value: 5}}]")
        for attempt in 0..<2 {
            if attempt == 1 { bench.add(.repeat, [:]) }
            bench.add(.wire, silence)
            bench.saw("1", observation)
        }
        return Judge(library: bench.library)
            .verdict(of: bench.instance, events: bench.events, run: facts(cleared: cleared, answersKind: answersKind))
    }

    @Test("Two unanswered attempts prove a failure unless unrelated cases show that any request may be lost")
    func twice() throws {
        #expect(try Self.verdict(after: 2).outcome == .failed)
        let verdict = try Self.verdict(after: 3)
        #expect(verdict.outcome == .inconclusive && verdict.findings.isEmpty)
        #expect(verdict.reason?.contains("both attempts ended without an answer") == true)
    }

    @Test("A kind of request that the run never saw answered counts")
    func neverAnswered() throws {
        #expect(try Self.verdict(after: 3, answersKind: false).outcome == .failed)
    }

    @Test("A wrong answer in both attempts is a failure in any case")
    func wrongAnswer() throws {
        #expect(try Self.verdict(after: 3, Seen.read(7)).outcome == .failed)
    }
}
