import Checkout
import Judge
import Measurement
import RunRecord
import SuiteLanguage
import Testing

@testable import Runner

@Suite("An accessory that answers no request in a session")
struct SilentSessionTests {
    @Test("It is noticed once: only cases about sessions go on asking")
    func noticedOnce() throws {
        let library = try Checkout.library
        let meeting = Meeting(
            faults: ["database", "read", "write", "subscribe", "pairings"].map {
                "link: {at: response, do: close}, when: {message: \($0), controller: admin}"
            },
            past: .kept,
            library: library
        )
        let (verdicts, took) = try meeting.run { encounter in
            let start = encounter.environment.clock.now
            let result = try await encounter.run(Selection(patterns: ["pairings.*", "pair-verify.*", "session.*"]))
            return (result.verdicts, start.duration(to: encounter.environment.clock.now))
        }
        let skipped = verdicts.filter {
            $0.reason?.hasPrefix("no request in a session has had a readable answer") == true
        }
        let reasons = Dictionary(grouping: verdicts.compactMap(\.reason)) { $0 }.mapValues(\.count)
        #expect(skipped.count > 20, "\(reasons)")
        #expect(skipped.allSatisfy { $0.outcome == .inconclusive })
        let complete = try #require(verdicts.first { $0.caseID == "pair-verify.complete" })
        #expect(complete.outcome == .failed)
        #expect(took < .seconds(600), "\(took)")
    }

    @Test("A request without an answer in both attempts is a finding, also where its case cannot be judged to the end")
    func silentTwice() throws {
        let meeting = Meeting(
            faults: ["effect: {of: response.send, do: omit}, when: {message: pair-setup, controller: admin}"],
            past: .kept,
            library: try Checkout.library
        )
        let verdicts = try meeting.run { encounter in
            try await encounter.run(Selection(patterns: ["session.pairing-inside", "response.always"])).verdicts
        }
        let inside = try #require(
            verdicts.first { $0.instance.contains("row=pair-setup") },
            "\(verdicts.map(\.instance))"
        )
        #expect(inside.outcome == .inconclusive && inside.repetition == .confirmed, "\(inside)")
        let always = try #require(verdicts.first { $0.caseID == "response.always" })
        #expect(Set(always.findings.map(\.requirement)) == ["HAP-HTTP-032"], "\(always)")
    }
}
