import AssayKit
import Checkout
import HAPAccessory
import HAPModel
import Judge
import RunRecord
import Runner
import SelfTest
import SuiteLanguage
import Testing

@Suite("Instances that wait at the same time")
struct OverlapTests {
    private let library: SuiteLibrary
    private let simulators: SimulatorLibrary

    init() throws {
        library = try Checkout.library
        simulators = try Checkout.simulators
    }

    /// The cases that wait, and some that do not.
    private static let selection = Selection(
        patterns: ["events.*", "subscribe.*", "read.*", "request.*", "connections.*", "write.value-and-event"]
    )

    private func run(
        _ accessory: AccessoryDefinition,
        _ defects: [String] = [],
        isSequential: Bool
    ) throws -> SimulatedRun.Outcome {
        var run = SimulatedRun(
            library: library,
            catalogue: simulators.catalogue,
            definition: accessory,
            entrance: InProcessIP(),
            defects: try defects.map { try #require(simulators.defect($0)) },
            selection: Self.selection,
            startsPaired: true
        )
        run.isSequential = isSequential
        return try run.carryOut()
    }

    /// Each verdict in words: the instance, its outcome, and what it found.
    private func words(_ outcome: SimulatedRun.Outcome) -> [String] {
        outcome.result.verdicts.map { verdict in
            "\(verdict.instance) \(verdict.outcome) \(verdict.findings.map { "\($0.requirement) \($0.step)" })"
        }
    }

    /// The instances that were carried out beside others.
    private func together(_ outcome: SimulatedRun.Outcome) -> Set<String> {
        Set(outcome.events.filter { $0.kind == .begin && $0.body["beside"] != nil }.compactMap(\.instance))
    }

    @Test("All simulated accessories get the same verdicts in the same order as one instance after the other")
    func sameVerdicts() throws {
        for accessory in simulators.accessories {
            let (one, other) = (try run(accessory, isSequential: false), try run(accessory, isSequential: true))
            #expect(words(one) == words(other), "\(accessory.name)")
            #expect(together(other) == [])
            let disturbed = one.events.filter(\.isBeginAlone).compactMap(\.instance)
            #expect(disturbed == [], "\(accessory.name): an instance disturbed another one")
        }
    }

    @Test("Waits overlap: of the lightbulb's cases that wait, in less than three quarters of the time")
    func time() throws {
        let lightbulb = try #require(simulators.accessory("lightbulb"))
        let (one, other) = (try run(lightbulb, isSequential: false), try run(lightbulb, isSequential: true))
        #expect(together(one).count > 20)
        #expect(one.virtualTime * 4 < other.virtualTime * 3, "\(one.virtualTime) and \(other.virtualTime)")
    }

    @Test(
        "What fails beside others is carried out again alone, and gets the verdict that it gets alone",
        arguments: [
            "events-without-subscription", "event-after-unsubscribe",
            "subscription-persists-across-sessions", "double-subscription-double-event", "expect-continue-ignored",
            "chunked-request-desync", "event-for-unsubscribed-characteristic", "drops-idle-session-below-capacity",
        ]
    )
    func defects(_ defect: String) throws {
        let lightbulb = try #require(simulators.accessory("lightbulb"))
        let one = try run(lightbulb, [defect], isSequential: false)
        let alone = try run(lightbulb, [defect], isSequential: true)
        #expect(words(one) == words(alone))
        let failed = one.result.verdicts.filter { $0.outcome == .failed }.map(\.instance)
        #expect(!failed.isEmpty)
        let repeated = Set(one.events.filter(\.isBeginAlone).compactMap(\.instance))
        #expect(together(one).intersection(failed).isSubset(of: repeated))
        // The judge comes to the same verdicts from the record.
        let again = Judge(library: library).verdicts(one.events)
        #expect(again.map { $0.json.serialized() } == one.result.verdicts.map { $0.json.serialized() })
    }
}
