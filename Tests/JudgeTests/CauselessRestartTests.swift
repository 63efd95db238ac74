import HAPModel
import Judge
import RunRecord
import Testing

@Suite("Restarts that have nothing to do with what an instance did")
struct CauselessRestartTests {
    private static let monitor = """
        monitor: own-connection
        expect: {field: {restarts: {at-most: 1}}}
        """

    /// The verdict after so many instances in which the accessory restarted, and which had this result when they were repeated.
    private static func verdict(
        restarts: Int,
        _ repetition: Verdict.Repetition = .cleared,
        showing body: JSON = ["answered": true, "away-ms": 1200, "evidence": []],
        kind: JournalEvent.Kind = .probe,
        after powerCycle: Bool = false
    ) throws -> Verdict {
        var bench = try HandMadeRun(monitor)
        bench.controlled()
        bench.elsewhere(
            .observation,
            [
                "watched": "own-connection", "answered": true, "open": 1, "restarts": 0, "summary": "HTTP 200",
                "evidence": [],
            ]
        )
        var facts = RunFacts(bench.everything)
        for number in 0..<restarts {
            let before: [(JournalEvent.Kind, JSON)] =
                powerCycle ? [(.repair, ["power-cycle": true, "reason": "a step of the case", "done": true])] : []
            facts.addCase(number, first: before + [(kind, body)], repetition)
        }
        return Judge(library: bench.library).verdict(of: bench.instance, events: bench.events, run: facts)
    }

    @Test("The first may be an update, a second one fails", arguments: [0, 1, 2, 5])
    func count(_ restarts: Int) throws {
        let verdict = try Self.verdict(restarts: restarts)
        #expect(verdict.outcome == (restarts < 2 ? .passed : .failed), "\(verdict)")
    }

    @Test("A restart that its instance causes again, and a reset by the tester, do not count")
    func explained() throws {
        #expect(try Self.verdict(restarts: 3, .confirmed).outcome == .passed)
        #expect(try Self.verdict(restarts: 3, after: true).outcome == .passed)
        #expect(
            try Self.verdict(restarts: 3, showing: ["occupied": true, "done": true], kind: .repair).outcome == .passed
        )
    }
}
