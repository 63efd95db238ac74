import AssayKit
import Checkout
import HAPAccessory
import HAPModel
import Judge
import Reporting
import RunRecord
import Runner
import SelfTest
import SuiteLanguage
import Testing

/// One simulated accessory, reached over two transports at once, in virtual time.
@Suite("An accessory with two transports")
struct IdentityTests {
    private func run(
        _ patterns: [String],
        on accessory: String = "lightbulb",
        defect: String? = nil
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
        run.beside = [InProcessThread()]
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
