import Judge
import SelfTest
import SuiteLanguage
import Testing

@Suite("The neutral suites, over PDUs")
struct NeutralSuitesTests {
    private let all: Simulators

    init() throws {
        all = try Simulators()
    }

    @Test("Every neutral case passes on the conformant simulators, and nothing that runs does anything else")
    func conformant() async throws {
        let outcome = try await ConformantRuns(
            library: all.suites,
            simulators: all.simulators,
            entrance: PDUEntrance()
        ).perform()
        #expect(outcome.falseAlarms.map { "\($0.accessory): \($0.verdict.instance): \($0.verdict.outcome)" } == [])
        let neutral = Set(all.suites.cases.filter { $0.over.includes("thread") }.map(\.id))
        #expect(neutral.count > 200)
        #expect(outcome.neverPassed.filter(neutral.contains) == [])
        #expect(outcome.neverPassed.count + neutral.count == all.suites.cases.count)
    }

    @Test("Most cases about meaning are neutral")
    func share() {
        let chapters = ["pairing", "characteristics", "events", "database"]
        let cases = all.suites.cases.filter { chapters.contains($0.chapter) }
        let neutral = cases.filter { $0.over.includes("thread") && $0.over.includes("ble") && $0.over.includes("ip") }
        #expect(neutral.count * 100 >= cases.count * 85, "\(neutral.count) of \(cases.count)")
    }
}
