import HAPModel
import Judge
import Measurement
import RunRecord
import SuiteLanguage
import Synchronization
import Testing

@testable import Runner

@Suite("Stop requests")
struct StopTests {
    private static let section = """
          own.first:
            title: "A value is there a minute later"
            proves: HAP-WRITE-007
            one: {it: {type: ["8"]}}
            spends: {seconds: 60}
            steps:
            - {write: {it: v1}, expect: {outcome: success}}
            - {after: 60s}
            - {read: it, expect: {value: v1}}
          own.second:
            title: "A value is there at once"
            proves: HAP-WRITE-007
            one: {it: {type: ["8"]}}
            steps:
            - {write: {it: v1}, expect: {outcome: success}}
            - {read: it, expect: {value: v1}}

        """

    /// Runs both cases, stops the run, and checks that everything is as it was.
    ///
    /// - Parameter witness: makes the stop request at an event.
    private func run(
        _ witness: (any Witness)? = nil,
        _ body: @escaping @Sendable (Encounter) async throws -> RunResult
    ) throws -> (result: RunResult, took: Duration, reasons: [String?]) {
        try StateFolder.with { folder in
            try Meeting(ledgerFolder: folder, witness: witness, section: Self.section).run { encounter in
                let begun = encounter.context.clock.now
                let result = try await body(encounter)
                #expect(encounter.value("1.52") == 100)
                #expect(encounter.paired == [])
                #expect(encounter.ledger?.debts() == [])
                #expect(result.end.reason == .interrupted)
                #expect(result.end.message == "interrupted: the accessory's original state is restored")
                return (result, begun.duration(to: encounter.context.clock.now), result.verdicts.map(\.reason))
            }
        }
    }

    @Test("In a case: its wait ends at once, its value is put back, and no verdict is given")
    func inInstance() throws {
        let (result, took, reasons) = try run(Stopper()) { try await $0.runAll() }
        #expect(took < .seconds(10))
        #expect(result.verdicts.map(\.outcome) == [.inconclusive, .inconclusive, .inconclusive])
        let before = "the run was stopped before this instance"
        #expect(reasons == ["the run was stopped during this instance", before, before])
    }

    @Test("Between two cases: the first keeps its verdict, the second is not begun")
    func between() throws {
        let (result, _, reasons) = try run { encounter in
            try await encounter.runAll { if case .verdict = $0 { encounter.stop.make() } }
        }
        #expect(result.verdicts.map(\.outcome) == [.passed, .inconclusive, .inconclusive])
        let before = "the run was stopped before this instance"
        #expect(reasons == [nil, before, before])
    }

    @Test("Before the arrival: the run ends at once, no case is begun, and no pairing of the tester is left")
    func beforeArrival() throws {
        let (result, took, reasons) = try run { encounter in
            encounter.stop.make()
            return try await encounter.runAll()
        }
        #expect(took < .seconds(10))
        #expect(result.end.reason == .interrupted)
        #expect(result.verdicts.isEmpty && reasons.isEmpty)
    }

    @Test("An accessory that does not respond after the stop is waited for once, and what is left is named")
    func silence() throws {
        let fault = "link: {at: response, do: hang}, when: {message: write, from: 3}"
        try StateFolder.with { folder in
            let meeting = Meeting(faults: [fault], ledgerFolder: folder, witness: Stopper(), section: Self.section)
            try meeting.run { encounter in
                let begun = encounter.context.clock.now
                let result = try await encounter.runAll()
                #expect(begun.duration(to: encounter.context.clock.now) < .seconds(15))
                #expect(result.end.reason == .interrupted, "\(result.end) \(result.verdicts)")
                let left = encounter.ledger?.debts().map(\.description) ?? []
                #expect(left.contains("the old value of 1.52") && left.count == 2, "\(left)")
                for debt in left { #expect(result.end.message?.contains(debt) == true, "\(result.end)") }
            }
        }
    }

    @Test("An accessory that closes connections after the stop is asked again, and everything is undone")
    func closing() throws {
        let fault = "link: {at: response, do: close}, when: {message: write, from: 3}"
        try StateFolder.with { folder in
            let meeting = Meeting(faults: [fault], ledgerFolder: folder, witness: Stopper(), section: Self.section)
            try meeting.run { encounter in
                let result = try await encounter.runAll()
                #expect(result.end.message == "interrupted: the accessory's original state is restored")
                #expect(encounter.ledger?.debts() == [] && encounter.paired == [] && encounter.value("1.52") == 100)
            }
        }
    }

    @Test("After a stop, the time for restoring is that of six responses; nothing else limits it")
    func restoring() throws {
        let bench = VirtualBench()
        try bench.run {
            let stop = StopRequest()
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await stop.limitsRestoration(bench.clock, .seconds(10)) }
                try? await bench.clock.sleep(for: .seconds(100))
                #expect(!stop.isUnanswered)
                stop.make()
                try? await bench.clock.sleep(for: .seconds(59))
                #expect(!stop.isUnanswered)
                try? await bench.clock.sleep(for: .seconds(2))
                #expect(stop.isUnanswered)
                #expect(stop.reasonForSilence == "the time for restoring after the stop is over")
            }
        }
    }

    @Test("A run that is not stopped gives all verdicts")
    func notStopped() throws {
        let result = try Meeting(section: Self.section).run { try await $0.runAll() }
        #expect(result.end == .completed)
        #expect(result.verdicts.map(\.outcome) == [.passed, .passed, .passed])
    }
}

/// Stops the run at the first observation of a step.
private final class Stopper: Witness {
    private let stop = Mutex<StopRequest?>(nil)

    func meet(_ encounter: Encounter) { stop.withLock { $0 = encounter.stop } }

    func sees(sent bytes: [UInt8]) {}

    func write(_ event: JournalEvent) {
        if event.kind == .observation, event.step != nil { stop.withLock { $0 }?.make() }
    }
}
