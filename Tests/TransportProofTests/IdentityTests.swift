import AssayKit
import Checkout
import HAPAccessory
import HAPModel
import Judge
import Links
import Measurement
import Reporting
import RunRecord
import Runner
import SelfTest
import SuiteLanguage
import Synchronization
import Testing

/// One simulated accessory, reached over two transports at once, in virtual time.
@Suite("An accessory with two transports")
struct IdentityTests {
    private func run(
        _ patterns: [String],
        on accessory: String = "lightbulb",
        defect: String? = nil,
        latency: Duration = .zero,
        faults: DatagramFaults? = nil
    ) throws -> SimulatedRun.Outcome {
        let simulators = try Checkout.simulators
        var run = SimulatedRun(
            library: try Checkout.library,
            catalogue: simulators.catalogue,
            definition: try #require(simulators.accessory(accessory)),
            entrance: InProcessIP(),
            defects: try defect.map { [try #require(simulators.defect($0))] } ?? [],
            selection: Selection(patterns: patterns)
        )
        run.beside = [InProcessThread(latency: latency, faults: faults)]
        return try run.carryOut()
    }

    @Test("Every case of identity passes on a conformant accessory, in both orders, or says what it needs")
    func conformant() throws {
        let outcome = try run(["identity.*"], on: "lock")
        let verdicts = outcome.result.verdicts
        #expect(verdicts.filter { ![.passed, .skipped].contains($0.outcome) }.map(\.instance) == [])
        let passed = Set(verdicts.filter { $0.outcome == .passed }.map(\.instance))
        #expect(
            passed.isSuperset(of: [
                "identity.pair-then-verify[over=ip+thread]", "identity.pair-then-verify[over=thread+ip]",
                "identity.device-id[over=ip+thread]",
            ])
        )
        #expect(outcome.result.end.reason == .completed)
    }

    @Test("Every simulated accessory is compared, also one with instance IDs that only IP can carry")
    func everyAccessory() async throws {
        let simulators = try Checkout.simulators
        let compared = Mutex<Set<String>>([])
        let outcome = try await ConformantRuns(
            library: try Checkout.library,
            simulators: simulators,
            entrance: InProcessIP(),
            beside: [InProcessThread()],
            selection: Selection(patterns: ["identity.formats", "identity.limits", "identity.permissions"])
        ).carryOut { name in compared.withLock { _ = $0.insert(name) } }
        #expect(
            compared.withLock { $0 }.isSuperset(of: simulators.accessories.map { "\($0.name) over all transports" })
        )
        #expect(outcome.falseAlarms.map { "\($0.accessory): \($0.verdict.instance)" } == [])
        #expect(outcome.passes == 3 * simulators.accessories.count)
    }

    @Test("A neutral case runs over each transport, and one about the form over its own")
    func neutral() throws {
        let outcome = try run(["identify.paired", "response.status-line", "database.unique-iids"])
        let passed = outcome.result.verdicts.filter { $0.outcome == .passed }.map(\.instance)
        #expect(Set(passed).isSuperset(of: ["identify.paired[over=ip]", "identify.paired[over=thread]"]))
        #expect(Set(passed).isSuperset(of: ["database.unique-iids[over=ip]", "database.unique-iids[over=thread]"]))
        #expect(outcome.result.verdicts.filter { $0.outcome == .failed }.map(\.instance) == [])
    }

    @Test("Two Device IDs are a finding and a note that names both addresses, and the run goes on")
    func twoAccessories() throws {
        let outcome = try run(["identity.device-id", "identify.paired"], defect: "device-id-per-transport")
        let verdict = try #require(outcome.result.verdicts.first { $0.caseID == "identity.device-id" })
        #expect(verdict.outcome == .failed)
        #expect(verdict.findings.map(\.requirement) == ["HAP-MULTI-001"])
        let note = try #require(outcome.result.notes.first { $0.contains("HAP-MULTI-001") })
        #expect(note.contains("(ip)") && note.contains("(thread)") && note.contains("1A:2B:3C:4D:5E:6F"))
        #expect(
            outcome.result.verdicts.contains { $0.instance == "identify.paired[over=ip]" && $0.outcome == .passed }
        )
    }

    @Test(
        "A pairing that one transport keeps is removed there, too, so nothing is left at the accessory",
        arguments: ["pairing-bound-to-transport", "removed-key-verifies-over-thread", "pairing-unknown-over-thread"]
    )
    func cleanup(defect: String) throws {
        let outcome = try run(["identity.pair-then-verify", "identity.last-admin"], defect: defect)
        #expect(outcome.result.end.reason == .completed)
        #expect(outcome.result.verdicts.contains { $0.outcome == .failed })
    }

    /// Verdicts of a run in which Thread is lost for some time after the fifth case over it began.
    private func run(losingThreadFor time: Duration) throws -> (
        before: [String: Verdict.Outcome], after: SimulatedRun.Outcome
    ) {
        let patterns = ["read.*", "write.round-trip", "identity.value", "identity.lost-transport"]
        // Time has to pass from one message to the next.
        let latency = Duration.milliseconds(5)
        let whole = try run(patterns, latency: latency)
        let overThread = whole.events.filter { $0.kind == .begin && $0.instance?.hasSuffix("over=thread]") == true }
        // The run is the same until then.
        let start = try #require(overThread.dropFirst(4).first).at
        let faults = DatagramFaults(outage: start..<start.advanced(by: time))
        let verdicts = whole.result.verdicts.map { ($0.instance, $0.outcome) }
        return (Dictionary(verdicts) { first, _ in first }, try run(patterns, latency: latency, faults: faults))
    }

    @Test("If Thread is lost in the middle of a run and comes back, the run waits for it, and no verdict changes")
    func lostAndBack() throws {
        let (before, outcome) = try run(losingThreadFor: .seconds(60))
        #expect(outcome.result.end.reason == .completed)
        #expect(outcome.events.contains { $0.kind == .repair && $0.body["returned-after"] != nil })
        let changed = outcome.result.verdicts.filter { before[$0.instance] != $0.outcome }
        #expect(changed.map { "\($0.instance): \($0.outcome), \($0.reason ?? "")" } == [])
        #expect(outcome.result.verdicts.count == before.count)
    }

    @Test("If Thread stays lost, cases over it say so, and those over IP do not notice")
    func lostForever() throws {
        let (before, outcome) = try run(losingThreadFor: .seconds(1_000_000))
        #expect(outcome.result.end.reason == .completed)
        let changed = outcome.result.verdicts.filter { before[$0.instance] != $0.outcome }
        #expect(changed.count > 5)
        // A reset would help nothing over IP, and take the pairing there.
        #expect(!outcome.events.contains { $0.kind == .repair && $0.body["factory-reset"] != nil })
        let others = changed.filter { !$0.instance.contains("thread") || $0.outcome == .passed }
        #expect(others.map { "\($0.instance): \($0.outcome), \($0.reason ?? "")" } == [])
        #expect(changed.contains { $0.reason?.contains("the accessory has not responded over thread since") == true })
    }

    @Test("The identity table shows each transport side by side, and marks what differs")
    func table() throws {
        let library = try Checkout.library
        let same = try run(["identity.category"])
        let table = try #require(RunReport(events: same.events, library: library).identity)
        #expect(table.transports == ["ip", "thread"])
        #expect(table.differing == [])
        #expect(table.rows.first { $0.name == "pairing" }?.texts == ["known", "known"])
        #expect(table.rows.allSatisfy { $0.texts.count == 2 })
        let other = try run(["identity.category"], defect: "category-differs")
        let report = RunReport(events: other.events, library: library)
        #expect(report.identity?.differing.map(\.name) == ["category"])
        let text = TerminalSummary(report).text.string
        #expect(text.contains("identity: 1 differing"))
        #expect(text.contains("≠  category"))
        let json = JSONSummary(report).json
        let rows = json["identity"]?["rows"]?.arrayValue ?? []
        #expect(rows.filter { $0["differs"] == true }.map { $0["shows"]?["thread"] } == ["8"])
        let junit = String(decoding: try JUnitReport(report, .rich).encoded(), as: UTF8.self)
        #expect(junit.contains(#"name="identity: category" value="ip: 5; thread: 8 (differs)""#), "\(junit)")
    }

    @Test("A run over one transport has no table, and skips what compares transports")
    func oneTransport() throws {
        let simulators = try Checkout.simulators
        let outcome = try SimulatedRun(
            library: try Checkout.library,
            catalogue: simulators.catalogue,
            definition: try #require(simulators.accessory("lightbulb")),
            entrance: InProcessIP(),
            selection: Selection(patterns: ["identity.*"])
        ).carryOut()
        #expect(outcome.result.verdicts.allSatisfy { $0.outcome == .skipped })
        #expect(
            outcome.result.verdicts.allSatisfy {
                $0.reason?.contains("this run reaches the accessory over ip only") == true
            }
        )
        #expect(RunReport(events: outcome.events, library: try Checkout.library).identity == nil)
    }
}
