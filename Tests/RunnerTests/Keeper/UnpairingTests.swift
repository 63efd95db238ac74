import HAPController
import Measurement
import Testing

@testable import Runner

@Suite("Unpairing a kept pairing")
struct UnpairingTests {
    @Test(
        "A lost or late answer to a removal decides nothing: pair-verify shows that the pairing is gone",
        arguments: [
            "link: {at: response, do: hang}, when: {has: remove-pairing}",
            "link: {at: request, do: hang}, when: {has: remove-pairing, nth: 1}",
            "link: {at: response, do: {delay: 20s}}, when: {has: remove-pairing}",
            // Some answer before they have carried it out.
            "effect: {of: pairings.remove, do: {delay: 3s}}",
        ]
    )
    func lostAnswer(_ fault: String) throws {
        try StateFolder.with { folder in
            try Meeting(faults: [fault], past: .kept, ledgerFolder: folder).run { encounter in
                let start = encounter.environment.clock.now
                let (removed, outcome) = try await encounter.visit.unpair()
                #expect(removed && outcome.end == nil)
                #expect(encounter.paired == [] && encounter.ledger?.debts() == [])
                #expect(start.duration(to: encounter.environment.clock.now) < .seconds(60))
            }
        }
    }
}

extension Encounter {
    /// A visit without cases.
    fileprivate var visit: Visit {
        get throws {
            Visit(
                environment: environment,
                settings: settings,
                catalogue: try SmallSuites.catalogue,
                ledger: ledger,
                stop: stop,
                journal: journal
            )
        }
    }
}
