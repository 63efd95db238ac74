import HAPModel
import Judge
import SuiteLanguage
import Testing

@testable import Runner

@Suite("Requests that the accessory turns away")
struct BusyAnswerTests {
    private static let section = """
          busy.write:
            title: "A value is written and read"
            one: {it: {type: "25"}}
            steps:
            - {write: {it: v1}, on: a, expect: {outcome: success, proves: HAP-WRITE-009}}
            - {read: it, on: a, expect: {value: v1, proves: HAP-READ-025}}
          busy.internal-failure:
            title: "The accessory does not fail internally"
            over: ip
            proves: HAP-HTTP-042
            monitor: response
            where: {field: {tampered: false}}
            expect: {field: {http.status: {none-of: [500, 501, 502]}}}
        """
    private static let busy =
        "answer: {to: write, status: 207, body: {characteristics: [{aid: 1, iid: 51, status: -70403}]}}"
    private static let failing = "answer: {to: write, status: 500}"
    private static let unreachable =
        "answer: {to: write, status: 207, body: {characteristics: [{aid: 1, iid: 51, status: -70402}]}}"

    private func verdicts(_ faults: [String]) throws -> (write: Verdict, failure: Verdict) {
        let result = try Meeting(faults: faults, past: .kept, section: Self.section).run { encounter in
            try await encounter.run(Selection(patterns: ["busy.*"]))
        }
        let verdicts = Dictionary(result.verdicts.map { ($0.caseID, $0) }) { first, _ in first }
        return (try #require(verdicts["busy.write"]), try #require(verdicts["busy.internal-failure"]))
    }

    @Test("A request that is turned away once as busy is made again, and the second attempt counts")
    func onceBusy() throws {
        let (write, failure) = try verdicts(["\(Self.busy), when: {nth: 1}"])
        #expect(write.outcome == .passed && write.repetition == .cleared)
        #expect(failure.outcome == .passed)
    }

    @Test("An internal failure that does not appear again is a finding about internal failures only")
    func onceFailing() throws {
        let (write, failure) = try verdicts(["\(Self.failing), when: {nth: 1}"])
        #expect(write.outcome == .passed && write.repetition == .cleared)
        #expect(failure.findings.map(\.requirement) == ["HAP-HTTP-042"])
    }

    @Test("An accessory that is always busy fails, and what a refused write was to change is not judged")
    func alwaysBusy() throws {
        let (write, _) = try verdicts([Self.busy, "effect: {of: value.store, do: omit}"])
        #expect(write.outcome == .failed && write.repetition == .confirmed)
        #expect(write.findings.map(\.requirement) == ["HAP-WRITE-009"])
    }

    @Test("Another status does not ask for another try")
    func unreachable() throws {
        let (write, _) = try verdicts(["\(Self.unreachable), when: {nth: 1}"])
        #expect(write.outcome == .failed && write.repetition == nil)
    }
}
