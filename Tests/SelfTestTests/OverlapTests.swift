import AssayKit
import Checkout
import HAPAccessory
import HAPModel
import Judge
import Measurement
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

    /// Those of them that run beside others.
    private static let waiting = Selection(patterns: ["events.*", "subscribe.*", "request.*", "read.no-effect"])

    private func run(
        _ accessory: AccessoryDefinition,
        _ defects: [String] = [],
        _ selection: Selection = Self.selection,
        isSequential: Bool
    ) throws -> SimulatedRun.Outcome {
        var run = SimulatedRun(
            library: library,
            catalogue: simulators.catalogue,
            definition: accessory,
            entrance: InProcessIP(),
            defects: try defects.map { try #require(simulators.defect($0)) },
            selection: selection,
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

    /// The instances with the requirements that each violates.
    private func found(_ outcome: SimulatedRun.Outcome) -> Set<String> {
        Set(
            outcome.result.verdicts.flatMap { verdict in
                verdict.findings.map { "\(verdict.instance) \($0.requirement)" }
            }
        )
    }

    /// The instances that were carried out beside others.
    private func together(_ outcome: SimulatedRun.Outcome) -> Set<String> {
        Set(outcome.events.filter { $0.kind == .begin && $0.body["beside"] != nil }.compactMap(\.instance))
    }

    @Test("All simulated accessories get the same verdicts in the same order as one instance after the other")
    func sameVerdicts() throws {
        for accessory in simulators.accessories {
            let one = try run(accessory, [], Self.waiting, isSequential: false)
            let other = try run(accessory, [], Self.waiting, isSequential: true)
            #expect(words(one) == words(other), "\(accessory.name)")
            #expect(together(other) == [])
            let disturbed = one.events.filter(\.isBeginAlone).compactMap(\.instance)
            #expect(disturbed == [], "\(accessory.name): an instance disturbed another one")
            let beside = one.events.filter {
                $0.kind == .wire && $0.body["connection"]?.stringValue?.contains("@") == true
            }
            let ends = beside.filter { $0.body["kind"] == "closed" }.count
            #expect(beside.filter { $0.body["kind"] == "opened" }.count == ends, "each closes its own connections")
        }
    }

    @Test("Waits overlap: of the lightbulb's cases that wait, in less than two thirds of the time")
    func time() throws {
        let lightbulb = try #require(simulators.accessory("lightbulb"))
        let (one, other) = (try run(lightbulb, isSequential: false), try run(lightbulb, isSequential: true))
        #expect(together(one).count > 20)
        #expect(one.virtualTime * 3 < other.virtualTime * 2, "\(one.virtualTime) and \(other.virtualTime)")
    }

    @Test("Instances begin in the order of the plan, and the accessory never has more connections than it must serve")
    func order() throws {
        let lightbulb = try #require(simulators.accessory("lightbulb"))
        let outcome = try run(lightbulb, [], Self.waiting, isSequential: false)
        let begun = outcome.events.filter { $0.kind == .begin && $0.body["beside"] != nil }.compactMap(\.instance)
        let planned = outcome.result.plan.instances.map(\.name).filter(Set(begun).contains)
        #expect(begun == planned)
        #expect(begun.count > 20)
        #expect(connections(of: outcome).max() ?? 0 <= Overlap.sessions)
        #expect(outcome.events.filter(\.isBeginAlone).isEmpty)
    }

    /// How many connections were open while an instance was in progress, after each change.
    private func connections(of outcome: SimulatedRun.Outcome) -> [Int] {
        var open: Set<String> = []
        return outcome.events.compactMap { event in
            guard event.kind == .wire, let name = event.body["connection"]?.stringValue else { return nil }
            if event.body["kind"] == "opened" { open.insert(name) }
            if event.body["kind"] == "closed" { open.remove(name) }
            return event.instance == nil ? nil : open.count
        }
    }

    @Test("An instance is silent while others are carried out, and goes on while none uses its characteristic")
    func silence() throws {
        let lightbulb = try #require(simulators.accessory("lightbulb"))
        let outcome = try run(lightbulb, [], Self.waiting, isSequential: false)
        let silent = try #require(together(outcome).first { $0.hasPrefix("subscribe.silent-session") })
        let asked = try #require(
            outcome.events.first { $0.instance == silent && $0.kind == .observation && $0.step == "4" }
        )
        let began = try #require(outcome.events.first { $0.kind == .begin && $0.instance == silent })
        #expect(began.at.duration(to: asked.at) >= .seconds(65))
        let spoke = try #require(
            outcome.events.first { $0.instance == silent && $0.at >= began.at.advanced(by: .seconds(65)) }
        )
        let others = together(outcome).filter { $0 != silent }
        let between = { (first: JournalEvent, last: JournalEvent) in
            outcome.events.filter { $0.sequence > first.sequence && $0.sequence < last.sequence }
                .compactMap(\.instance).filter(others.contains)
        }
        #expect(Set(between(began, spoke)).count > 5)
        let instances = Dictionary(uniqueKeysWithValues: outcome.result.plan.instances.map { ($0.name, $0) })
        let own = Set(try #require(instances[silent]).characteristics.values)
        for name in Set(between(spoke, asked)) {
            let seen = Set(try #require(instances[name]).characteristics.values)
            #expect(seen.isDisjoint(with: own), "\(name) was in progress")
        }
        let verdict = try #require(outcome.result.verdicts.first { $0.instance == silent })
        #expect(verdict.outcome == .passed)
    }

    @Test("No instance is in progress beside another one that writes a characteristic that it sees")
    func apart() throws {
        let lightbulb = try #require(simulators.accessory("lightbulb"))
        let outcome = try run(lightbulb, [], Self.waiting, isSequential: false)
        let overlap = Overlap(library, AttributeDatabase(["accessories": []]))
        let instances = Dictionary(uniqueKeysWithValues: outcome.result.plan.instances.map { ($0.name, $0) })
        var besides = 0
        for event in outcome.events {
            guard event.kind == .begin, let names = event.body["beside"]?.arrayValue, let name = event.instance else {
                continue
            }
            let others = try names.map { try #require(instances[$0.stringValue ?? ""]) }
            #expect(overlap.fits(try #require(instances[name]), beside: others), "\(name)")
            besides = max(besides, others.count)
        }
        #expect(besides >= 3)
    }

    /// A broken accessory may answer by earlier requests, which other connections and another end of sessions change: both runs find the
    /// defect, and what runs beside others accuses the accessory of nothing more.
    @Test(
        "What fails beside others is carried out again alone, and is found as it is found alone",
        arguments: [
            ("events-without-subscription", "HAP-EVENT-001"),
            ("subscription-persists-across-sessions", "HAP-EVENT-021"),
            ("double-subscription-double-event", "HAP-EVENT-028"), ("silent-session-not-notified", "HAP-EVENT-031"),
            ("expect-continue-ignored", "HAP-HTTP-023"),
        ]
    )
    func defects(_ defect: String, _ requirement: String) throws {
        let lightbulb = try #require(simulators.accessory("lightbulb"))
        let one = try run(lightbulb, [defect], Self.waiting, isSequential: false)
        let alone = try run(lightbulb, [defect], Self.waiting, isSequential: true)
        for outcome in [one, alone] {
            #expect(outcome.result.verdicts.contains { $0.findings.contains { $0.requirement == requirement } })
        }
        #expect(found(one).isSubset(of: found(alone)))
        let failed = one.result.verdicts.filter { $0.outcome == .failed }.map(\.instance)
        let repeated = Set(one.events.filter(\.isBeginAlone).compactMap(\.instance))
        #expect(together(one).intersection(failed).isSubset(of: repeated))
        // The judge comes to the same verdicts from the record.
        let again = Judge(library: library).verdicts(one.events)
        #expect(again.map { $0.json.serialized() } == one.result.verdicts.map { $0.json.serialized() })
    }
}
