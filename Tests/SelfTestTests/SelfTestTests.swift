import AssayKit
import Checkout
import Judge
import MarkedYAML
import SelfTest
import SuiteLanguage
import Testing

@Suite("The suites on the simulated accessories")
struct SelfTestTests {
    /// One chapter a few times; `.dev/soak` runs all of them twenty times with the release build.
    @Test("Conformant simulators give no false alarm, and the same verdicts in every order")
    func conformant() async throws {
        let (library, simulators) = (try Checkout.library, try Checkout.simulators)
        let runs = ConformantRuns(
            library: library,
            simulators: simulators,
            entrance: InProcessIP(),
            selection: Selection(tags: ["database"])
        )
        let outcome = try await runs.carryOut(rounds: 3)
        #expect(outcome.falseAlarms.map { "\($0.accessory): \($0.verdict.instance)" } == [])
        #expect(outcome.unstable.map { "\($0.accessory): \($0.instance) in round \($0.round)" } == [])
        #expect(outcome.passes > 100)
    }

    @Test(
        "A defect is killed by a finding on the requirement that it violates",
        arguments: [
            "parallel-pair-setup", "m5-bad-tag-accepted", "m3-first-accepted", "wrong-code-accepted",
            "below-min-accepted", "expired-timed-write-executed", "events-not-coalesced",
        ]
    )
    func defects(_ name: String) async throws {
        let (library, simulators) = (try Checkout.library, try Checkout.simulators)
        let defect = try #require(simulators.defect(name))
        let rows = await DefectMatrix(library: library, simulators: simulators, entrance: InProcessIP())
            .rows([defect])
        let fate = try #require(rows.first?.fate)
        guard case .killed = fate else {
            Issue.record("\(name): \(fate)")
            return
        }
    }

    @Test("The name of a defect belongs to one defect")
    func duplicateDefect() throws {
        let library = try Checkout.library
        let text = """
            defects:
            - defect: all-failed-writes-not-207
              breaks: [HAP-WRITE-014]
              on: lightbulb
              behaviour: { rule: write.status, is: "204" }
            """
        let files = library.files + [SuiteFile(path: "defects/z.yaml", text: text)]
        let problems = #expect(throws: SuiteProblems.self) {
            try SimulatorLibrary(files, requirements: library.requirements)
        }
        let first = try #require(problems?.problems.first).description
        #expect(
            first.hasPrefix(
                "defects/z.yaml:2:3: duplicate defect `all-failed-writes-not-207`, first at defects/ip.yaml:"
            )
        )
    }
}
