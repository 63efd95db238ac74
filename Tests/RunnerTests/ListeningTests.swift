import HAPModel
import Judge
import Measurement
import RunRecord
import SuiteLanguage
import Testing

@testable import Runner

@Suite("How long a log listens")
struct ListeningTests {
    private static let section = """
          listening.quiet:
            title: "Once the event has come, no further one may come for a time"
            proves: HAP-EVENT-028
            one: {it: {type: "25", has: [pr, pw, ev]}}
            spends: {seconds: 60}
            steps:
            - {subscribe: it, on: b, expect: {outcome: success, proves: HAP-EVENT-015}}
            - log: {events: it, for: 60s, until: 1, quiet: 1500ms, as: seen}
              on: b
              while: [{write: {it: v1}, on: a}]
            - {expect: {seen: {count: 1}}}
          listening.nested:
            title: "A session that must get no event listens as long as one that must"
            proves: HAP-EVENT-001
            one: {it: {type: "25", has: [pr, pw, ev]}}
            spends: {seconds: 60}
            steps:
            - {subscribe: it, on: c, expect: {outcome: success, proves: HAP-EVENT-015}}
            - log: {events: all, as: seen}
              on: b
              while:
              - log: {events: it, for: 60s, until: 1, quiet: 1500ms, as: control}
                on: c
                while: [{after: 200ms}, {write: {it: v1}, on: a}]
            - {expect: {seen: {count: 0}, control: {at-least: 1}}}
          listening.beside:
            title: "A log beside another one gets its event however long the accessory takes to answer"
            proves: HAP-EVENT-031
            one: {it: {type: "25", has: [pr, pw, ev]}}
            spends: {seconds: 2}
            steps:
            - {subscribe: it, on: b, expect: {outcome: success, proves: HAP-EVENT-015}}
            - {subscribe: it, on: c, expect: {outcome: success, proves: HAP-EVENT-015}}
            - together:
              - {log: {events: it, for: 2s, until: 1, as: beside}, on: c}
              - log: {events: it, for: 2s, until: 1, as: seen}
                on: b
                while: [{read: it, on: a, expect: {outcome: success}}, {write: {it: v1}, on: a}]
            - {expect: {seen: {at-least: 1}, beside: {at-least: 1}}}
        """

    /// The verdict on the tester's instance of a case, and the milliseconds that each of its logs took.
    private func outcome(_ id: String, _ faults: [String] = []) throws -> (verdict: Verdict, milliseconds: [Int64]) {
        let (result, events) = try Meeting(faults: faults, past: .kept, section: Self.section).run { encounter in
            (try await encounter.run(Selection(patterns: ["listening.\(id)"])), encounter.journal.events)
        }
        let verdict = try #require(result.verdicts.first { $0.caseID == "listening.\(id)" })
        let own = events.filter { $0.instance == verdict.instance }
        let begun = try #require(own.first { $0.kind == .begin }).at
        let heard = own.filter { $0.kind == .observation && $0.body["kind"] == "events" }
        return (verdict, heard.map { begun.duration(to: $0.at).wholeMilliseconds })
    }

    @Test("One beside it is not cut short by a session that takes longer to open than it listens")
    func beside() throws {
        let (verdict, milliseconds) = try outcome("beside", ["link: {at: response, do: {delay: 900ms}}"])
        #expect(verdict.outcome == .passed, "\(verdict.findings)")
        #expect(milliseconds.count == 2)
    }

    @Test("It ends when no further event came for the quiet time")
    func quiet() throws {
        let (verdict, milliseconds) = try outcome("quiet")
        #expect(verdict.outcome == .passed)
        #expect(milliseconds.count == 1 && milliseconds.allSatisfy { (1500..<2500).contains($0) }, "\(milliseconds)")
    }

    @Test("It hears a further event in the quiet time")
    func twice() throws {
        let verdict = try outcome("quiet", ["effect: {of: event.notify, do: twice}"]).verdict
        #expect(verdict.findings.map(\.requirement) == ["HAP-EVENT-028"])
    }

    @Test("Without an event it listens for its whole time")
    func missed() throws {
        let (verdict, milliseconds) = try outcome("quiet", ["effect: {of: event.notify, do: omit}"])
        #expect(verdict.outcome == .failed)
        #expect(milliseconds.count == 1 && milliseconds.allSatisfy { $0 >= 60_000 }, "\(milliseconds)")
    }

    @Test("Without a time of its own it ends with the log inside it")
    func nested() throws {
        let (verdict, milliseconds) = try outcome("nested")
        #expect(verdict.outcome == .passed)
        #expect(milliseconds.count == 2 && milliseconds.allSatisfy { (1700..<2700).contains($0) }, "\(milliseconds)")
    }

    @Test("Without a time of its own it hears what comes meanwhile")
    func unasked() throws {
        let verdict = try outcome("nested", ["behaviour: {rule: event.receivers, is: everyone}"]).verdict
        #expect(verdict.findings.map(\.requirement) == ["HAP-EVENT-001"])
    }
}
