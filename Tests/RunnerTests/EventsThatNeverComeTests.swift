import Checkout
import Judge
import RunRecord
import SuiteLanguage
import Testing

@testable import Runner

@Suite("An accessory that sends no events")
struct EventsThatNeverComeTests {
    @Test("What other cases miss stands below the requirement that events come")
    func causes() throws {
        let library = try Checkout.library
        let meeting = Meeting(faults: ["effect: {of: event.notify, do: omit}"], past: .kept, library: library)
        let causes = try meeting.run { encounter in
            let result = try await encounter.run(
                Selection(patterns: ["events.*", "subscribe.*"], withoutTags: ["slow"])
            )
            return LikelyCauses(result.verdicts, events: encounter.journal.events, library: library)
        }
        let first = try #require(causes.groups.first)
        #expect(first.finding.requirement == "HAP-EVENT-031")
        #expect(Set(first.members.map(\.finding.requirement)).count > 7)
        #expect(causes.groups.map(\.finding.requirement) == ["HAP-EVENT-031"])
    }
}
