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
          idle.persistent:
            title: "The connection stays open after an answer"
            proves: HAP-HTTP-007
            one: {it: {type: "25"}}
            steps:
            - {read: it, on: a, expect: {outcome: success}}
            - {after: 100ms}
            - {read: it, on: a, expect: {outcome: success}}
          idle.displaced:
            title: "A session beside four connections"
            over: ip
            proves: HAP-READ-001
            one: {it: {type: "25"}}
            steps:
            - {read: it, on: a, expect: {outcome: success}}
            - {after: 100ms}
            - {repeat: {times: 4, connection: new, do: {open: {}}}}
            - {after: 100ms}
            - {read: it, on: a, expect: {outcome: success}}
          idle.displaced-by-session:
            title: "A session beside another one of its controller"
            over: ip
            proves: HAP-READ-001
            one: {it: {type: "25"}}
            steps:
            - {read: it, on: a, expect: {outcome: success}}
            - {after: 100ms}
            - {open: {}, on: b}
            - {after: 1s}
            - {pair-verify: {}, on: b, expect: {ends-at: M4, proves: HAP-PAIR-VERIFY-001}}
            - {after: 100ms}
            - {read: it, on: a, expect: {outcome: success}}
          idle.no-event:
            title: "No event comes"
            proves: HAP-EVENT-008
            one: {it: {type: "25"}}
            steps:
            - {read: it, on: a, expect: {outcome: success, proves: HAP-READ-001}}
            - {log: {events: it, for: 3s, as: seen}, on: a}
            - {expect: {seen: {count: 0}}}
          idle.no-event-beside:
            title: "No event comes, beside another instance"
            proves: HAP-EVENT-008
            one: {it: {type: "25"}}
            spends: {seconds: 3}
            steps:
            - {read: it, on: a, expect: {outcome: success, proves: HAP-READ-001}}
            - {log: {events: it, for: 3s, as: seen}, on: a}
            - {expect: {seen: {count: 0}}}
          idle.busy-beside:
            title: "Another instance, which sends something all the time"
            proves: HAP-READ-001
            one: {it: {type: "20"}}
            spends: {seconds: 4}
            steps:
            - {read: it, on: a, expect: {outcome: success}}
            - {after: 700ms}
            - {read: it, on: a, expect: {outcome: success}}
            - {after: 700ms}
            - {read: it, on: a, expect: {outcome: success}}
            - {after: 700ms}
            - {read: it, on: a, expect: {outcome: success}}
            - {after: 700ms}
            - {read: it, on: a, expect: {outcome: success}}
          idle.event:
            title: "An event comes"
            proves: HAP-EVENT-031
            one: {it: {type: "25", has: [pr, pw, ev]}}
            spends: {seconds: 3}
            steps:
            - {subscribe: it, on: b, expect: {outcome: success, proves: HAP-EVENT-015}}
            - {log: {events: it, for: 5s, as: seen}, on: b, while: [{write: {it: v1}, on: a}]}
            - {expect: {seen: {at-least: 1}}}
          idle.removed:
            title: "The session of a removed controller, which may end later"
            proves: HAP-PAIRINGS-033
            one: {it: {type: "25", has: [pr, pw, ev]}}
            connections: {b: {controller: bob}}
            steps:
            - {add-pairing: {controller: bob}, on: a}
            - {subscribe: it, on: b}
            - {log: {events: it, for: 6s, as: late}, on: b, while: [{remove-pairing: bob, on: a}]}
            - {expect: {late: {count: 0}}}
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
        for id in [
            "before-request", "itself", "persistent", "displaced", "displaced-by-session", "no-event",
            "no-event-beside", "event", "removed",
        ] {
            #expect(verdicts["idle.\(id)"]?.outcome == .passed, "\(id)")
        }
    }

    @Test("It violates the requirement about idle connections only, and does not prove that no event comes")
    func closed() throws {
        let verdicts = try verdicts(["constant: {name: connections.idle-seconds, value: 2}"])
        let reasons = [
            "before-request": "the accessory had closed the connection, after 2000 ms without a request (HAP-HTTP-004)",
            "no-event":
                "the accessory closed the connection, after 2000 ms without a request, so no further event could come",
            "no-event-beside": "the accessory closed the connection, after 2000 ms without a request",
        ]
        for (id, reason) in reasons {
            let verdict = try #require(verdicts["idle.\(id)"])
            #expect(verdict.outcome == .inconclusive && verdict.findings.isEmpty, "\(id)")
            #expect(verdict.reason?.contains(reason) == true, "\(verdict.reason ?? "no reason")")
        }
        let itself = try #require(verdicts["idle.itself"])
        #expect(itself.outcome == .warned && itself.reason == nil)
        #expect(itself.findings.map(\.requirement) == ["HAP-HTTP-004"])
        #expect(verdicts["idle.busy-beside"]?.outcome == .passed)
        #expect(verdicts["idle.event"]?.outcome == .passed)
    }

    @Test("A session that ends after an answer violates the requirement about persistent connections only")
    func afterAnswer() throws {
        let verdicts = try verdicts(["effect: {of: connection.keep, do: omit}, when: {message: read}"])
        for id in ["before-request", "busy-beside"] {
            let verdict = try #require(verdicts["idle.\(id)"])
            #expect(verdict.outcome == .inconclusive && verdict.findings.isEmpty, "\(id)")
            let reason = "ms after a request that it had answered with success (HAP-HTTP-007)"
            #expect(verdict.reason?.contains(reason) == true, "\(verdict.reason ?? "no reason")")
        }
        let persistent = try #require(verdicts["idle.persistent"])
        #expect(persistent.outcome == .failed && persistent.findings.map(\.requirement) == ["HAP-HTTP-007"])
        #expect(verdicts["idle.no-event"]?.outcome == .inconclusive)
        #expect(verdicts["idle.event"]?.outcome == .passed)
    }

    @Test(
        "A session that ends when another connection or session begins violates the requirements about their number only",
        arguments: [
            ("displaced", "constant: {name: connections.maximum, value: 3}"),
            ("displaced-by-session", "effect: {of: session.keep-older, do: omit}"),
        ]
    )
    func displaced(_ name: String, _ fault: String) throws {
        let verdicts = try verdicts([fault])
        let verdict = try #require(verdicts["idle.\(name)"])
        #expect(verdict.outcome == .inconclusive && verdict.findings.isEmpty)
        let reason =
            "the accessory had closed the connection when the tester opened another one or began a session there (HAP-HTTP-001"
        #expect(verdict.reason?.contains(reason) == true, "\(verdict.reason ?? "no reason")")
        #expect(verdicts["idle.before-request"]?.outcome == .passed)
    }

    @Test("A session that ends instead of an event is judged by the event that did not come")
    func insteadOfEvent() throws {
        let verdict = try #require(try verdicts(["link: {at: event, do: close}"])["idle.event"])
        #expect(verdict.outcome == .failed && verdict.reason == nil)
        #expect(verdict.findings.first?.got == "no event was received before the accessory closed the connection")
    }

    @Test("An event that was due when an idle session ended is missed")
    func due() throws {
        let faults = ["effect: {of: event.notify, do: omit}", "constant: {name: connections.idle-seconds, value: 2}"]
        let verdict = try #require(try verdicts(faults)["idle.event"])
        #expect(verdict.outcome == .failed && verdict.reason == nil)
        #expect(verdict.findings.map(\.requirement) == ["HAP-EVENT-031"])
    }

    @Test("The session of a removed controller may end after some seconds")
    func removed() throws {
        let late = "effect: {of: pairings.close-sessions, do: {delay: 2s}}"
        #expect(try verdicts([late])["idle.removed"]?.outcome == .passed)
    }

    @Test("A connection that the accessory closes at a message is judged by what the case expects")
    func atMessage() throws {
        let verdict = try #require(try verdicts([])["idle.after-message"])
        #expect(verdict.outcome == .failed && verdict.reason == nil)
    }
}
