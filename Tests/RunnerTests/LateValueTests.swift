import HAPModel
import Judge
import Measurement
import SuiteLanguage
import Testing

@testable import Runner

@Suite("Values that the accessory shows some time after it has accepted them")
struct LateValueTests {
    private static let section = """
          late.itself:
            title: "The order of write and response"
            proves: [HAP-WRITE-007, HAP-READ-025]
            one: {it: {type: "25"}}
            steps:
            - {write: {it: v1}, on: a, expect: {outcome: success}}
            - {read: it, on: a, expect: {value: v1}}
          late.other:
            title: "Something else, for which a value is written and read"
            proves: HAP-WRITE-026
            one: {it: {type: "25"}}
            steps:
            - {write: {it: v1}, on: a, expect: {outcome: success}}
            - {read: it, on: a, expect: {value: v1}}
          late.named:
            title: "The same, judged by a later step"
            proves: HAP-WRITE-042
            one: {it: {type: "25"}}
            steps:
            - {write: {it: v1}, on: a, expect: {outcome: success}}
            - {read: it, on: a, as: seen}
            - {expect: {seen: {value: v1}}}
          late.new:
            title: "The same on a connection of its own"
            proves: HAP-WRITE-042
            one: {it: {type: "25"}}
            steps:
            - {write: {it: v1}, on: a, expect: {outcome: success}}
            - {read: it, on: new, as: seen}
            - {expect: {seen: {value: v1}}}
          late.unread:
            title: "A value that is written last is put back after it has come"
            proves: HAP-WRITE-009
            one: {it: {type: "25"}}
            steps:
            - {write: {it: v1}, on: a, expect: {outcome: success}}
          late.response:
            title: "A write whose status is only about its response is carried out, and is put back after it has come"
            proves: HAP-WRITE-049
            one: {it: {type: "25"}}
            steps:
            - {write: {it: other, response: true}, on: a, expect: {outcome: taken-or-refused}}
          late.raw:
            title: "A request that the suite spells out"
            over: ip
            proves: HAP-HTTP-012
            one: {it: {type: "25"}}
            steps:
            - request: {method: PUT, path: /characteristics, json: {characteristics: [{aid: it, iid: it, value: other}]}}
              expect: {outcome: success}
            - {read: it, on: a, expect: {value: other}}
        """

    private func verdicts(_ faults: [String]) throws -> [String: Verdict] {
        let (result, isBack) = try Meeting(faults: faults, past: .kept, section: Self.section).run { encounter in
            let (before, clock) = (encounter.value("1.51"), encounter.environment.clock)
            let result = try await encounter.run(Selection(patterns: ["late.*"]))
            try await clock.sleep(until: clock.deadline(in: .seconds(5)))
            return (result, encounter.value("1.51") == before)
        }
        #expect(isBack)
        #expect(result.notes.isEmpty, "\(result.notes)")
        // Each case has a second instance, of a regular controller.
        return Dictionary(result.verdicts.map { ($0.caseID, $0) }) { first, _ in first }
    }

    @Test("An accessory that applies a value before it responds passes")
    func prompt() throws {
        let verdicts = try verdicts([])
        #expect(verdicts.count == 7 && verdicts.values.allSatisfy { $0.outcome == .passed })
    }

    @Test("A value that comes later violates only the requirement about that")
    func late() throws {
        let verdicts = try verdicts(["effect: {of: value.store, do: {delay: 400ms}}"])
        for id in ["other", "named", "new", "raw"] {
            let verdict = try #require(verdicts["late.\(id)"])
            #expect(verdict.outcome == .inconclusive && verdict.findings.isEmpty, "\(id)")
            #expect(
                verdict.reason?.contains("the accessory showed the written value only some time later (HAP-WRITE-007)")
                    == true,
                "\(verdict.reason ?? "no reason")"
            )
        }
        let itself = try #require(verdicts["late.itself"])
        #expect(itself.outcome == .failed && itself.findings.map(\.requirement) == ["HAP-WRITE-007"])
        #expect(itself.findings[0].got.contains("only some time later"), "\(itself.findings[0].got)")
    }

    @Test("A value that never comes violates what the case is about")
    func lost() throws {
        let verdicts = try verdicts(["effect: {of: value.store, do: omit}"])
        for verdict in verdicts.values where !["late.unread", "late.response"].contains(verdict.caseID) {
            #expect(verdict.outcome == .failed, "\(verdict.caseID)")
        }
        #expect(verdicts["late.other"]?.findings.map(\.requirement) == ["HAP-WRITE-026"])
    }
}
