import AssayKit
import Checkout
import Judge
import Links
import Runner
import SelfTest
import SuiteLanguage
import Testing

@Suite("Runs over Thread on a network that fails")
struct LossyNetworkTests {
    private func verdicts(_ faults: DatagramFaults?) throws -> [String: Verdict] {
        let simulators = try Checkout.simulators
        let run = SimulatedRun(
            library: try Checkout.library,
            catalogue: simulators.catalogue,
            definition: try #require(simulators.accessory("lightbulb")),
            entrance: InProcessThread(latency: .milliseconds(10), faults: faults),
            selection: Selection(patterns: ["read.*", "write.*", "pairings.*", "timed-write.*"])
        )
        let verdicts = try run.carryOut().result.verdicts
        return Dictionary(verdicts.map { ("\($0.instance)", $0) }) { first, _ in first }
    }

    @Test("Loss, duplicates and reordering of datagrams change no verdict")
    func lossy() throws {
        let without = try verdicts(nil)
        let with = try verdicts(DatagramFaults(loss: 0.03, duplication: 0.1, reordering: 0.1))
        #expect(without.values.count { $0.outcome == .passed } > 150)
        let changed = with.values.filter { verdict in
            // The session ends with the own pairing, so an answer to its removal that is lost cannot be sent again.
            let isUnsure = verdict.outcome == .inconclusive && verdict.reason?.contains("`remove-pairing`") == true
            return without[verdict.instance]?.outcome != verdict.outcome && !isUnsure
        }
        #expect(changed.map { "\($0.instance) \($0.outcome): \($0.reason ?? "\($0.findings)")" } == [])
        #expect(with.count == without.count)
    }
}
