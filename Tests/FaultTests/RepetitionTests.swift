import FaultyLinks
import HAPAccessory
import HAPModel
import Judge
import Reporting
import RunRecord
import Testing

/// An instance that failed is repeated if a connection failed or the tester was delayed in it.
@Suite("Repeated instances")
struct RepetitionTests {
    private static let cases = ["read.twice", "write.round-trip"]

    private static func run(
        _ cases: [String] = Self.cases,
        defect: String? = nil,
        faults: [Int: LinkFault] = [:],
        delay: Duration = .zero
    ) throws -> (outcome: FaultyRun.Outcome, suites: FaultSuites) {
        let suites = try FaultSuites()
        let text = defect.map { "defects:\n- {defect: a-fault, breaks: [HAP-CORE-001], on: lightbulb, \($0)}\n" }
        let defects = try text.map { try Defect.load($0, file: "faults.yaml") } ?? []
        let run = FaultyRun(suites: suites, seed: 1, cases: cases, defects: defects, delay: delay, faults: faults)
        return (try run.carryOut(), suites)
    }

    /// An accessory that resets the connection instead of the answer to a write.
    private static let resets = "link: {at: request, do: reset}, when: {message: write}"

    /// A run in which one reset of the link makes an instance fail.
    private static func runWithReset() throws -> (outcome: FaultyRun.Outcome, suites: FaultSuites) {
        for connection in 3...8 {
            for message in 4...8 {
                let fault = LinkFault(kind: .reset, message: message, place: 0)
                let result = try run(faults: [connection: fault])
                if result.outcome.verdicts.contains(where: { $0.repetition != nil }) { return result }
            }
        }
        throw CancellationError()
    }

    @Test("A failure that does not appear again is not judged, and the report names it")
    func cleared() throws {
        let (outcome, suites) = try Self.runWithReset()
        #expect(outcome.faults.count == 1)
        let repeated = outcome.verdicts.filter { $0.repetition != nil }
        #expect(repeated.map(\.repetition) == [.cleared], "\(outcome.words)")
        #expect(outcome.accusations.isEmpty)
        let report = RunReport(events: outcome.events, library: suites.library)
        #expect(report.link.faults[.reset] == 1 && !report.link.isBad)
        #expect(report.notes.contains { $0.contains("did not appear again") })
    }

    @Test("An accessory that resets the connection again is accused, also over a good link")
    func confirmed() throws {
        let (outcome, suites) = try Self.run(defect: Self.resets)
        #expect(outcome.accusations.contains { $0.repetition == .confirmed }, "\(outcome.words)")
        #expect(!outcome.verdicts.contains { $0.repetition == .cleared })
        let report = RunReport(events: outcome.events, library: suites.library)
        #expect(!report.link.isBad && report.link.cleared == [])
    }

    @Test("A second copy of the last plain message in a session may be the link's")
    func repeatedMessage() throws {
        let hasCopy = { (event: JournalEvent) in event["decoded"]?["repeated"]?.boolValue == true }
        var copies = 0
        for connection in 2...6 {
            let fault = LinkFault(kind: .duplicate, message: 1, place: 0)
            let (outcome, _) = try Self.run(Self.cases + ["session.frames-open"], faults: [connection: fault])
            copies += outcome.events.count(where: hasCopy)
            #expect(outcome.accusations.isEmpty, "connection \(connection): \(outcome.words)")
        }
        #expect(copies > 0)
    }

    @Test("An instance in which the accessory stops responding is tried again after all others")
    func last() throws {
        let crash = "link: {at: request, do: crash}, when: {message: write, nth: 1}"
        let restart = "constant: {name: crash.restart-seconds, value: 30}"
        let (outcome, _) = try Self.run(
            defect: "\(crash)}\n- {defect: b-fault, breaks: [HAP-CORE-001], on: lightbulb, \(restart)"
        )
        let silence = try #require(outcome.events.first { $0.kind == .probe && $0.body["answered"] == false })
        let second = try #require(outcome.events.first { $0.kind == .repeat })
        #expect(second.instance == silence.instance)
        let others = outcome.events.filter { event in
            event.kind == .begin && event.instance != second.instance
                && Self.cases.contains { event.instance?.hasPrefix("\($0)[") == true }
        }
        #expect(others.contains { $0.sequence > silence.sequence })
        #expect(others.allSatisfy { $0.sequence < second.sequence })
        let verdict = outcome.verdicts.first { $0.instance == second.instance }
        #expect(verdict?.repetition == .cleared)
        #expect(try Rejudgement(outcome.events).changed == [])
    }

    @Test("A failure beside a delay of the tester counts if it appears again", arguments: [true, false])
    func delayed(_ appearsAgain: Bool) throws {
        let once = appearsAgain ? "" : ", when: {nth: 1}"
        let (outcome, suites) = try Self.run(
            ["write.round-trip"],
            defect: "effect: {of: value.store, do: omit}\(once)",
            delay: .milliseconds(1400)
        )
        let repeated = outcome.verdicts.filter { $0.repetition != nil }
        #expect(!repeated.isEmpty, "\(outcome.words)")
        #expect(outcome.accusations.isEmpty == !appearsAgain, "\(outcome.words)")
        let report = RunReport(events: outcome.events, library: suites.library)
        let note = "the tester's machine was busy (timers fired up to 1.4 s late)"
        #expect(report.notes.contains { $0.hasPrefix(note) } == !appearsAgain, "\(report.notes)")
        #expect(!report.link.isBad)
        #expect(try Rejudgement(outcome.events).changed == [])
    }

    @Test("A delay too short to change a verdict is not recorded, and a failure stays")
    func shortDelay() throws {
        let (outcome, _) = try Self.run(
            ["write.round-trip"],
            defect: "effect: {of: value.store, do: omit}, when: {nth: 1}",
            delay: .milliseconds(200)
        )
        #expect(!outcome.events.contains { $0.kind == .delay })
        #expect(!outcome.accusations.isEmpty)
    }

    @Test("A record with repeated instances gives the same verdicts again", arguments: [true, false])
    func rejudged(_ isDefect: Bool) throws {
        let outcome = try isDefect ? Self.run(defect: Self.resets).outcome : Self.runWithReset().outcome
        let again = try Rejudgement(outcome.events)
        #expect(again.changed == [])
        #expect(again.verdicts.map(\.repetition) == outcome.verdicts.map(\.repetition))
        #expect(outcome.verdicts.contains { $0.repetition != nil })
    }
}

extension FaultyRun.Outcome {
    /// The verdicts and the faults, for messages of tests.
    fileprivate var words: String {
        let verdicts = verdicts.map { "\($0.instance): \($0.outcome) \($0.reason ?? "")" }
        return (verdicts + faults.map { "\($0.kind) in message \($0.message)" }).joined(separator: "\n")
    }
}
