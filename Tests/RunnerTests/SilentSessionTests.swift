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
}
