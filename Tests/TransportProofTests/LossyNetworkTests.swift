import AssayKit
import Checkout
import HAPAccessory
import HAPModel
import Judge
import Links
import RunRecord
import Runner
import SelfTest
import SuiteLanguage
import Testing

@Suite("Runs over Thread on a network that fails")
struct LossyNetworkTests {
    private static let cases = ["read.*", "write.*", "pairings.*", "timed-write.*"]

    private func verdicts(_ faults: DatagramFaults?) throws -> [String: Verdict] {
        try Self.verdicts(of: outcome(faults))
    }

    private static func verdicts(of outcome: SimulatedRun.Outcome) -> [String: Verdict] {
        Dictionary(outcome.result.verdicts.map { ("\($0.instance)", $0) }) { first, _ in first }
    }

    private func outcome(_ faults: DatagramFaults? = nil, defects: [Defect] = []) throws -> SimulatedRun.Outcome {
        let simulators = try Checkout.simulators
        let run = SimulatedRun(
            library: try Checkout.library,
            catalogue: simulators.catalogue,
            definition: try #require(simulators.accessory("lightbulb")),
            entrance: InProcessThread(latency: .milliseconds(10), faults: faults),
            defects: defects,
            selection: Selection(patterns: Self.cases)
        )
        return try run.carryOut()
    }

    /// Whether a request was not answered in its time.
    private static func isUnanswered(_ event: JournalEvent) -> Bool {
        event.kind == .wire && event.body["decoded"]?["failure"] == "timed-out"
    }

    @Test("Loss, duplicates and reordering of datagrams change no verdict")
    func lossy() throws {
        let without = try verdicts(nil)
        let with = try verdicts(DatagramFaults(loss: 0.03, duplication: 0.1, reordering: 0.1))
        #expect(without.values.count { $0.outcome == .passed } > 150)
        let changed = with.values.filter { without[$0.instance]?.outcome != $0.outcome }
        #expect(changed.map { "\($0.instance) \($0.outcome): \($0.reason ?? "\($0.findings)")" } == [])
        #expect(with.count == without.count)
    }

    @Test("An accessory that restarts once in the middle of a run is waited for, and no other verdict changes")
    func restart() throws {
        let crash = "link: {at: request, do: crash}, when: {message: write, nth: 20}"
        let constant = "constant: {name: crash.restart-seconds, value: 10}"
        let text = [
            "a-restart, breaks: [HAP-CORE-001], on: lightbulb, \(crash)",
            "b-restart, breaks: [HAP-CORE-001], on: lightbulb, \(constant)",
        ]
        let defects = try Defect.load("defects:\n" + text.map { "- {defect: \($0)}\n" }.joined(), file: "restart.yaml")
        let undisturbed = try outcome()
        let without = Self.verdicts(of: undisturbed)
        let run = try outcome(defects: defects)
        #expect(run.result.end.reason == .completed)
        #expect(!undisturbed.events.contains(where: Self.isUnanswered))
        #expect(run.events.contains(where: Self.isUnanswered), "the accessory crashed")
        let with = Self.verdicts(of: run)
        // What it disturbed is carried out once more.
        #expect(run.events.contains { $0.kind == .repeat })
        let changed = with.values.filter { verdict in
            without[verdict.instance]?.outcome != verdict.outcome && verdict.repetition != .cleared
        }
        #expect(changed.map { "\($0.instance) \($0.outcome): \($0.reason ?? "\($0.findings)")" } == [])
        #expect(with.count == without.count)
    }
}
