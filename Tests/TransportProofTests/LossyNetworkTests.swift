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
    private func verdicts(_ faults: DatagramFaults?) throws -> [String: Verdict.Outcome] {
        let simulators = try Checkout.simulators
        let run = SimulatedRun(
            library: try Checkout.library,
            catalogue: simulators.catalogue,
            definition: try #require(simulators.accessory("lightbulb")),
            entrance: InProcessThread(latency: .milliseconds(10), faults: faults),
            selection: Selection(patterns: ["read.*", "write.*", "pairings.*", "timed-write.*"])
        )
        let verdicts = try run.carryOut().result.verdicts
        return Dictionary(verdicts.map { ("\($0.instance)", $0.outcome) }) { first, _ in first }
    }

    @Test("Loss, duplicates and reordering of datagrams change no verdict")
    func lossy() throws {
        let without = try verdicts(nil)
        let with = try verdicts(DatagramFaults(loss: 0.03, duplication: 0.1, reordering: 0.1))
        #expect(without.values.filter { $0 == .passed }.count > 150)
        #expect(with.filter { without[$0.key] != $0.value }.isEmpty)
        #expect(with.count == without.count)
    }
}
