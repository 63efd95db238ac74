import HAPModel
import Judge
import RunRecord
import SuiteLanguage
import Testing

@testable import Runner

@Suite("Probing the accessory after a case")
struct ProbeTests {
    private static let crash = "link: {at: request, do: crash}, when: {message: identify}"

    @Test("An accessory that answers is probed on a connection of its own, and nothing follows")
    func answers() throws {
        try Meeting(past: .kept).run { encounter in
            let runner = try await encounter.instanceInSession()
            await encounter.restore(after: runner)
            #expect(encounter.journal.bodies(.probe).map { $0["answered"] } == [true])
            #expect(await encounter.keeper.loss == nil)
        }
    }

    @Test("A crash is noticed, and names the case in which it happened")
    func crashes() throws {
        try Meeting(faults: [Self.crash], past: .kept).run { encounter in
            let runner = try await encounter.instanceInSession("a-case")
            try await runner.does("identify", on: "a")
            await encounter.restore(after: runner)
            let probe = encounter.journal.bodies(.probe)
            #expect(probe.map { $0["answered"] } == [false])
            #expect(probe.first?["summary"] == "the accessory no longer accepts connections")
            let reason = "the accessory has not responded since a-case[over=ip]"
            #expect(await encounter.keeper.loss?.reason == reason)
            let silence = "after a-case[over=ip], the accessory does not respond"
            #expect(encounter.announcements.lines == ["\(silence): waiting 30 s at most for its return"])
            #expect(await encounter.keeper.bring(to: .contract(.any), run: encounter.context) == reason)
        }
    }

    private static let restart = "constant: {name: crash.restart-seconds, value: 3}"

    @Test("A crash from which the accessory returns is noticed: its connections ended, and nothing listened for a time")
    func restarts() throws {
        try Meeting(faults: [Self.crash, Self.restart], past: .kept).run { encounter in
            let runner = try await encounter.instanceInSession("a-case")
            try await runner.does("identify", on: "a")
            await encounter.restore(after: runner)
            let probe = encounter.journal.bodies(.probe)
            #expect(probe.map { $0["answered"] } == [true])
            #expect(try #require(probe.first?["away-ms"]?.int64Value) >= 2500)
            #expect(await encounter.keeper.loss == nil)
            #expect(
                await encounter.keeper.restartNotes.first?.hasPrefix("the accessory restarted 1 time, first in a-case")
                    == true
            )
        }
    }

    @Test("A restart is noticed although the tester waits for the accessory to remove what the case has added")
    func restartsWithGuests() throws {
        try Meeting(faults: [Self.crash, Self.restart]).run { encounter in
            let runner = try await encounter.instanceInSession("a-case")
            try await runner.does("add-pairing", ["controller": "bob"])
            try await runner.does("identify", on: "a")
            await encounter.restore(after: runner)
            #expect(try #require(encounter.journal.bodies(.probe).first?["away-ms"]?.int64Value) >= 2500)
            #expect(encounter.paired.count == 1)
        }
    }

    @Test("A value that the case has changed is put back once the accessory has restarted")
    func restoresAfterRestart() throws {
        try Meeting(faults: [Self.crash, Self.restart], past: .kept).run { encounter in
            let old = encounter.value("1.52")
            let runner = try await encounter.instanceInSession("a-case", of: ["it": "1.52"])
            try await runner.does("write", ["1.52": 40])
            #expect(encounter.value("1.52") == 40 && old != 40)
            try await runner.does("identify", on: "a")
            await encounter.restore(after: runner)
            #expect(encounter.value("1.52") == old)
            #expect(await encounter.keeper.valueNotes == [])
        }
    }

    @Test("An accessory that restarts when its last administrator has been removed is not accused")
    func restartsUnpaired() throws {
        try Meeting(faults: [Self.crash, Self.restart]).run { encounter in
            let runner = try await encounter.instanceInSession("a-case")
            #expect(try await runner.does("remove-pairing", ["controller": "alice"])["error"] == nil)
            try await runner.does("identify", on: "a")
            await encounter.restore(after: runner)
            let probe = encounter.journal.bodies(.probe)
            #expect(probe.map { $0["answered"] } == [true] && probe.first?["away-ms"] == nil)
            #expect(await encounter.keeper.restartNotes == [])
        }
    }

    @Test("The case from which the accessory restarts fails; the cases after it are judged")
    func failsAfterRestart() throws {
        let result = try Meeting(faults: [Self.crash, Self.restart], section: Self.restarting).run {
            try await $0.runAll()
        }
        let crash = try #require(result.verdicts.first { $0.caseID == "own.crashes" })
        #expect(crash.outcome == .failed)
        let finding = try #require(crash.findings.first { $0.step == "afterwards" })
        #expect(finding.got.hasPrefix("its connections ended, it accepted no other one for "))
        #expect(crash.repetition == .confirmed)
        #expect(result.verdicts.first { $0.caseID == "own.later" }?.outcome == .passed)
    }

    private static let restarting = """
          own.crashes:
            title: "An accessory that crashes"
            proves: HAP-READ-001
            needs: unpaired
            steps:
            - {identify: {}, on: a, expect: {answered: false}}
          own.later:
            title: "Anything"
            proves: HAP-READ-001
            needs: unpaired
            steps:
            - {pair-verify: {}, on: a, expect: {answered: true}}

        """

    private static let section = """
          own.crashes:
            title: "An accessory that crashes"
            proves: HAP-READ-001
            needs: unpaired
            steps:
            - {identify: {}, on: a, expect: {answered: true}}
          own.later:
            title: "Anything"
            proves: HAP-READ-001
            needs: unpaired
            steps:
            - {open: {}, on: a}
            - {identify: {}, on: a, expect: {answered: true}}

        """

    @Test("After a crash every later case is inconclusive, and its reason names the case with the crash")
    func laterCases() throws {
        let result = try Meeting(faults: [Self.crash], section: Self.section).run { try await $0.runAll() }
        let later = try #require(result.verdicts.first { $0.caseID == "own.later" })
        // The crash is judged last: a second attempt would have come after all others.
        #expect(result.verdicts.map(\.caseID) == ["own.later", "own.crashes"])
        #expect(later.outcome == .inconclusive)
        #expect(later.reason == "the accessory has not responded since own.crashes[over=ip]")
    }
}
