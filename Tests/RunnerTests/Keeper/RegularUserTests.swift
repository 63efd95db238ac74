import Checkout
import Foundation
import Judge
import SelfTest
import SuiteLanguage
import Testing

@testable import Runner

@Suite("A regular controller for instances by a user")
struct RegularUserTests {
    private struct Aftermath: Sendable {
        var result: RunResult
        var paired: [String]
        var owed: [String]

        func outcomes(byUser: Bool) -> Set<Verdict.Outcome> {
            let chosen = result.verdicts.filter { $0.instance.contains("by=user") == byUser }
            return Set(chosen.map(\.outcome))
        }
    }

    private func aftermath(
        _ faults: String...,
        patterns: [String] = ["write.round-trip", "pairings.list"]
    ) throws -> Aftermath {
        try StateFolder.with { folder in
            let meeting = Meeting(faults: faults, ledgerFolder: folder, library: try Checkout.library)
            return try meeting.run { encounter in
                let result = try await encounter.run(Selection(patterns: patterns))
                return Aftermath(
                    result: result,
                    paired: encounter.paired,
                    owed: encounter.ledger?.debts().map(\.description) ?? []
                )
            }
        }
    }

    @Test(
        "It is added, tested and removed, whatever happens to one message",
        arguments: [
            [], ["link: {at: response, do: hang}, when: {has: remove-pairing, nth: 1}"],
            ["link: {at: request, do: close}, when: {has: remove-pairing, nth: 1}"],
        ]
    )
    func tested(faults: [String]) throws {
        let after = try faults.first.map { try aftermath($0) } ?? aftermath()
        #expect(after.outcomes(byUser: true) == [.passed])
        #expect(after.outcomes(byUser: false) == [.passed])
        #expect(after.paired.isEmpty)
        #expect(after.owed.isEmpty)
    }

    @Test("A controller that the accessory forgets is added again, and that is said once")
    func forgotten() throws {
        let after = try aftermath(
            "memory: {of: pairings, lasts: sessions}",
            patterns: ["write.many", "write.value-and-event", "read.after-write"]
        )
        #expect(after.outcomes(byUser: true) == [.passed])
        #expect(after.paired.isEmpty)
        #expect(after.owed.isEmpty)
        let notes = after.result.notes.filter {
            $0.hasPrefix("the accessory forgot the controller without admin rights")
        }
        #expect(notes.count == 1)
    }

    @Test("If the accessory accepts none, these instances are skipped, and nothing else changes")
    func refused() throws {
        let after = try aftermath("guard: {check: pairings.add.admin, do: refuse}")
        #expect(after.outcomes(byUser: true) == [.skipped])
        let reasons = after.result.verdicts.filter { $0.outcome == .skipped }.compactMap(\.reason)
        #expect(reasons.allSatisfy { $0.contains("as a controller without admin rights; the accessory accepted none") })
        #expect(after.outcomes(byUser: false).contains(.passed))
        #expect(after.paired.isEmpty)
        #expect(after.owed.isEmpty)
    }
}
