import AssayKit
import Checkout
import HAPAccessory
import Judge
import Runner
import SelfTest
import SuiteLanguage
import Testing

@Suite("Runs that end with the first kill")
struct KillWatchTests {
    private let library: SuiteLibrary
    private let simulators: SimulatorLibrary

    init() throws {
        library = try Checkout.library
        simulators = try Checkout.simulators
    }

    /// The first case provokes a response with an error status, which the monitor checks.
    private static let selection = Selection(
        patterns: ["authorization.accessories", "request.persistent", "request.header-names", "response.error-status"]
    )

    private func run(_ defects: [String], _ watch: KillWatch?, _ selection: Selection = Self.selection) throws
        -> [Verdict]
    {
        try run(try defects.map { try #require(simulators.defect($0)) }, on: "lightbulb", watch, selection)
    }

    private func run(_ defects: [Defect], on accessory: String, _ watch: KillWatch?, _ selection: Selection) throws
        -> [Verdict]
    {
        try SimulatedRun(
            library: library,
            catalogue: simulators.catalogue,
            definition: try #require(simulators.accessory(accessory)),
            entrance: InProcessIP(),
            defects: defects,
            selection: selection,
            startsPaired: true
        ).carryOut(watchedBy: watch).result.verdicts
    }

    private func watch(for requirement: String) -> KillWatch {
        KillWatch(library: library, monitors: ["response.error-status"]) { verdict in
            verdict.findings.contains { $0.requirement == requirement }
        }
    }

    private func outcomes(_ verdicts: [Verdict]) -> [String: Verdict.Outcome] {
        Dictionary(verdicts.map { ($0.caseID, $0.outcome) }) { first, _ in first }
    }

    @Test("A run ends after the case whose messages violate the monitor's rule, and the monitor finds it")
    func endsEarly() throws {
        let watch = watch(for: "HAP-HTTP-043")
        let verdicts = try run(["error-response-without-status"], watch)
        #expect(watch.hasEndedRun)
        let found = outcomes(verdicts)
        #expect(found["authorization.accessories"] == .passed)
        #expect(found["request.persistent"] == .inconclusive)
        #expect(found["request.header-names"] == .inconclusive)
        let whole = try run(["error-response-without-status"], nil)
        let monitor = { (verdicts: [Verdict]) in verdicts.first { $0.caseID == "response.error-status" } }
        #expect(monitor(verdicts)?.outcome == .warned)
        #expect(monitor(verdicts)?.findings.first?.got == monitor(whole)?.findings.first?.got)
    }

    @Test("A run ends with the first killing verdict, and its observations so far are judged")
    func endsWithVerdict() throws {
        let watch = KillWatch(library: library, monitors: []) { $0.caseID == "request.persistent" }
        let found = outcomes(try run([], watch))
        #expect(watch.hasEndedRun)
        #expect(found["request.persistent"] == .passed)
        #expect(found["request.header-names"] == .inconclusive)
        #expect(found["response.error-status"] == .passed)
    }

    @Test("Without a kill, a watched run has the same result as one without a watch")
    func goesOn() throws {
        let watch = watch(for: "HAP-HTTP-043")
        let watched = try run([], watch)
        #expect(!watch.hasEndedRun)
        #expect(watched == (try run([], nil)))
        #expect(watched.allSatisfy { $0.outcome == .passed })
    }

    @Test("A run does not end while an instance beside others has not shown alone what the monitor saw of it")
    func waitsForInstancesBesideOthers() throws {
        let defect = try #require(simulators.defect("event-body-wrong"))
        let there = try #require(
            VariantGenerator(simulators).variants(of: [defect]).first { $0.defect.name.hasSuffix(":1.103") }?.defect
        )
        let watch = KillWatch(library: library, monitors: ["event.body"]) { verdict in
            verdict.findings.contains { $0.requirement == "HAP-EVENT-011" }
        }
        let verdicts = try run([there], on: there.accessory, watch, Selection(patterns: ["events.each", "event.body"]))
        #expect(watch.hasEndedRun)
        #expect(outcomes(verdicts)["event.body"] == .failed)
    }

    @Test("A watch ends a run at the same place each time")
    func isDeterministic() throws {
        let runs = try (0..<2).map { _ in
            try run(["error-response-without-status"], watch(for: "HAP-HTTP-043"))
        }
        #expect(runs[0] == runs[1])
    }
}
