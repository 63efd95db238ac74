import AssayKit
import Checkout
import HAPAccessory
import Judge
import Runner
import SelfTest
import SuiteLanguage
import Testing

@Suite("The life of a simulated accessory before the run")
struct EarlierRunTests {
    private let library: SuiteLibrary
    private let simulators: SimulatorLibrary

    init() throws {
        library = try Checkout.library
        simulators = try Checkout.simulators
    }

    @Test(
        "The bridge was updated, so its number is higher; the lightbulb was not, so its number is the same",
        arguments: [true, false]
    )
    func passes(startsPaired: Bool) throws {
        let expected = [
            "bridge": ["earlier.structure", "earlier.firmware", "earlier.number", "earlier.device-id"],
            "lightbulb": ["earlier.number", "earlier.unchanged", "earlier.device-id"],
        ]
        for (name, passed) in expected {
            let verdicts = try SimulatedRun(
                library: library,
                catalogue: simulators.catalogue,
                definition: try #require(simulators.accessory(name)),
                entrance: InProcessIP(),
                selection: Selection(patterns: ["earlier.*"]),
                startsPaired: startsPaired
            ).carryOut().result.verdicts
            let found = verdicts.filter { $0.outcome == .passed }.map(\.caseID)
            #expect(Set(found) == Set(passed), "\(name): \(verdicts.map { ($0.caseID, $0.outcome, $0.reason) })")
            #expect(verdicts.count == 5)
            #expect(verdicts.allSatisfy { [.passed, .skipped].contains($0.outcome) })
        }
    }
}
