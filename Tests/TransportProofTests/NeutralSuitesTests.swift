import AssayKit
import Checkout
import Judge
import SelfTest
import SuiteLanguage
import Testing

@Suite("The neutral suites, over Thread")
struct NeutralSuitesTests {
    @Test("Every neutral case passes on the conformant simulators, and nothing that runs does anything else")
    func conformant() async throws {
        let library = try Checkout.library
        let outcome = try await ConformantRuns(
            library: library,
            simulators: try Checkout.simulators,
            entrance: InProcessThread()
        ).carryOut()
        #expect(outcome.falseAlarms.map { "\($0.accessory): \($0.verdict.instance): \($0.verdict.outcome)" } == [])
        let neutral = Set(library.cases.filter { $0.over.includes("thread") }.map(\.id))
        let skipped = Set(outcome.neverPassed).intersection(neutral)
        #expect(skipped == Set(Self.unsaid.keys))
        #expect(neutral.count - skipped.count > 250)
    }

    /// Neutral cases that apply to no simulated accessory over Thread, and what PDUs cannot say of it.
    private static let unsaid = [
        "write.longest-data": "PDUs have no maxDataLen",
        "write.longest-data-among-others": "PDUs have no maxDataLen",
        "write.too-long-data": "PDUs have no maxDataLen",
        "write.malformed-tlv8": "PDUs have one format for data and tlv8",
        "write.response": "PDUs have no permission wr",
        "write.response-unasked": "PDUs have no permission wr",
    ]

    @Test("Most cases about meaning are neutral")
    func share() throws {
        let library = try Checkout.library
        let chapters = ["pairing", "characteristics", "events", "database"]
        let cases = library.cases.filter { chapters.contains($0.chapter) }
        let neutral = cases.filter { $0.over.includes("thread") && $0.over.includes("ble") && $0.over.includes("ip") }
        #expect(neutral.count * 100 >= cases.count * 85, "\(neutral.count) of \(cases.count)")
    }
}
