import HAPModel
import Judge
import SuiteLanguage
import Testing

@testable import Runner

@Suite("Connections that the accessory closes because they are idle")
struct IdleEndTests {
    private static let section = """
          idle.before-request:
            title: "A request after a pause"
            proves: HAP-READ-001
            one: {it: {type: "25"}}
            steps:
            - {read: it, on: a, expect: {outcome: success}}
            - {after: 3s}
            - {read: it, on: a, expect: {outcome: success}}
          idle.itself:
            title: "The pause itself"
            proves: HAP-HTTP-004
            one: {it: {type: "25"}}
            steps:
            - {read: it, on: a, expect: {outcome: success}}
            - {after: 3s}
            - {read: it, on: a, expect: {outcome: success}}
          idle.no-event:
            title: "No event comes"
            proves: HAP-EVENT-008
            one: {it: {type: "25"}}
            steps:
            - {read: it, on: a, expect: {outcome: success, proves: HAP-READ-001}}
            - {log: {events: it, for: 3s, as: seen}, on: a}
            - {expect: {seen: {count: 0}}}
          idle.after-message:
            title: "A connection that ends because of a message"
            over: ip
            proves: HAP-HTTP-011
            one: {it: {type: "25"}}
            steps:
            - {read: it, on: a, expect: {outcome: success}}
            - {send: {text: "GARBAGE"}, on: a}
            - {after: 3s}
            - {read: it, on: a, expect: {outcome: success}}
        """

    private func verdicts(_ faults: [String]) throws -> [String: Verdict] {
        let result = try Meeting(faults: faults, past: .kept, section: Self.section).run { encounter in
            try await encounter.run(Selection(patterns: ["idle.*"]))
        }
        // Each case has a second instance, of a regular controller.
        return Dictionary(result.verdicts.map { ($0.caseID, $0) }) { first, _ in first }
    }

    @Test("Without such an end each case is judged")
    func open() throws {
        let verdicts = try verdicts([])
        #expect(verdicts["idle.before-request"]?.outcome == .passed)
        #expect(verdicts["idle.itself"]?.outcome == .passed)
        #expect(verdicts["idle.no-event"]?.outcome == .passed)
    }

    @Test("It violates the requirement about idle connections only, and does not prove that no event comes")
    func closed() throws {
        let verdicts = try verdicts(["constant: {name: connections.idle-seconds, value: 2}"])
        for id in ["idle.before-request", "idle.no-event"] {
            let verdict = try #require(verdicts[id])
            #expect(verdict.outcome == .inconclusive && verdict.findings.isEmpty, "\(id)")
            let reason = "the accessory had closed the connection, after 2000 ms without a request (HAP-HTTP-004)"
            #expect(verdict.reason?.contains(reason) == true, "\(verdict.reason ?? "no reason")")
        }
        let itself = try #require(verdicts["idle.itself"])
        #expect(itself.outcome == .warned && itself.reason == nil)
        #expect(itself.findings.map(\.requirement) == ["HAP-HTTP-004"])
    }

    @Test("A connection that the accessory closes at a message is judged by what the case expects")
    func atMessage() throws {
        let verdict = try #require(try verdicts([])["idle.after-message"])
        #expect(verdict.outcome == .failed && verdict.reason == nil)
    }
}
