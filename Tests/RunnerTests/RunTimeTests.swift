import HAPModel
import Judge
import Measurement
import SuiteLanguage
import Testing

@testable import Runner

@Suite("The time of a run")
struct RunTimeTests {
    private static let section = """
          own.slow:
            title: "An accessory that takes its time"
            proves: HAP-READ-001
            needs: unpaired
            steps:
            - {open: {}, on: a}
            - {identify: {}, on: a, expect: {answered: true}}

        """

    @Test("A run that takes more than twice its planned time stops, and says why")
    func overdue() throws {
        // Each response is late by just less than the tester waits for it.
        let fault = "link: {at: response, do: {delay: 9s}}"
        let many = (1...40).map { Self.section.replacing("own.slow", with: "own.slow\($0)") }.joined()
        let (result, virtual) = try Meeting(faults: [fault], section: many).run { encounter in
            let start = encounter.environment.clock.now
            let result = try await encounter.runAll()
            return (result, start.duration(to: encounter.environment.clock.now))
        }
        let reason = "the run took more than twice its planned time of 2 min, so it stopped"
        #expect(result.notes.last == reason)
        #expect(result.verdicts.contains { $0.outcome == .inconclusive && $0.reason == reason })
        #expect(result.verdicts.count == 40)
        #expect(virtual < .seconds(1200))
    }

    @Test("An instance that takes longer than that is cut short")
    func overdueInstance() throws {
        let fault = "link: {at: response, do: {delay: 9s}}"
        let section = """
              own.loop:
                title: "An accessory that takes its time five hundred times"
                proves: HAP-READ-001
                needs: unpaired
                steps:
                - {repeat: {times: 500, connection: new, until: closed, do: {identify: {}}}, expect: {stopped-at: 500}}

            """
        let (result, virtual) = try Meeting(faults: [fault], section: section).run { encounter in
            let start = encounter.environment.clock.now
            let result = try await encounter.runAll()
            return (result, start.duration(to: encounter.environment.clock.now))
        }
        #expect(result.verdicts.map(\.outcome) == [.inconclusive])
        #expect(result.verdicts.first?.reason?.hasPrefix("the run took more than twice its planned time of") == true)
        #expect(virtual < .seconds(600), "\(virtual)")
    }

    @Test("An instance that waits at the user's limit is cut short, and nothing is judged from it", arguments: [1, 2])
    func limited(count: Int) throws {
        let section = (1...count).map { number in
            """
              own.wait\(number):
                title: "An event within ten minutes"
                proves: HAP-EVENT-003
                spends: {seconds: 600}
                one: {it: {has: [pr, pw, ev], without: [tw]}}
                steps:
                - {subscribe: it, on: b}
                - {log: {events: it, for: 10min, as: seen}, on: b}
                - {expect: {seen: {at-least: 1}}}

            """
        }.joined()
        let (result, virtual) = try Meeting(timeLimit: .seconds(20), section: section).run { encounter in
            let start = encounter.environment.clock.now
            let result = try await encounter.runAll()
            return (result, start.duration(to: encounter.environment.clock.now))
        }
        let reason = "the run reached its time limit of 20 s"
        #expect(result.notes.last == reason)
        #expect(!result.verdicts.isEmpty)
        #expect(result.verdicts.allSatisfy { $0.outcome == .inconclusive && $0.reason == reason }, "\(result.verdicts)")
        #expect(virtual < .seconds(40), "\(virtual)")
    }
}
