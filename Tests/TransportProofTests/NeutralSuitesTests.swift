import AssayKit
import Checkout
import Judge
import SelfTest
import SuiteLanguage
import Testing

@Suite("The neutral suites, over Thread")
struct NeutralSuitesTests {
    /// `assay selftest --over thread` runs all of them on all simulated accessories.
    @Test("Cases of Thread and neutral ones pass on the conformant simulators")
    func conformant() async throws {
        let library = try Checkout.library
        let outcome = try await ConformantRuns(
            library: library,
            simulators: try Checkout.simulators,
            entrance: InProcessThread(),
            selection: Selection(patterns: ["thread.*", "read.*", "identify.*"])
        ).carryOut()
        #expect(outcome.falseAlarms.map { "\($0.accessory): \($0.verdict.instance): \($0.verdict.outcome)" } == [])
        #expect(outcome.neverPassed.filter { library.case($0)?.span == .one } == [])
        #expect(outcome.passes > 400)
        #expect(library.cases.filter { $0.over.includes("thread") }.count > 290)
    }

    @Test("At least 95 % of Thread's own requirements are proven, or have a reason")
    func coverage() throws {
        let entries = Coverage(try Checkout.library, transport: "thread").entries
            .filter { $0.requirement.area == "HAP-COAP" }
        let settled = entries.filter { $0.standing != .open }
        #expect(entries.count > 60)
        #expect(settled.count * 100 >= entries.count * 95, "\(settled.count) of \(entries.count)")
        #expect(Coverage(try Checkout.library, transport: "thread").orphans == [])
    }

    @Test("Most cases about meaning are neutral")
    func share() throws {
        let library = try Checkout.library
        let chapters = ["pairing", "characteristics", "events", "database"]
        let cases = library.cases.filter { chapters.contains($0.chapter) }
        let neutral = cases.filter { $0.over.includes("thread") && $0.over.includes("ble") && $0.over.includes("ip") }
        #expect(neutral.count * 100 >= cases.count * 85, "\(neutral.count) of \(cases.count)")
    }
}
