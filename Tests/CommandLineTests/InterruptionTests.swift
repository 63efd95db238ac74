import Glibc
import HAPModel
import Processes
import SuiteLanguage
import Testing

/// Somebody ends a run early: the accessory is left as it was found, and the report says what was not judged.
@Suite("Interruption", .takingTurns)
struct InterruptionTests {
    private static let section = SuiteFile(
        path: "characteristics/waiting.yaml",
        text: """
            chapter: characteristics
            section: waiting
            title: "Something that takes long"
            cases:
              waiting.long:
                title: "A value is there a minute later"
                proves: HAP-WRITE-007
                one: {it: {type: ["8"]}}
                spends: {seconds: 60}
                steps:
                - {write: {it: v1}, expect: {http: 204}}
                - {after: 60s}
                - {read: it, expect: {value: v1}}
              waiting.after:
                title: "A value is there at once"
                proves: HAP-WRITE-007
                one: {it: {type: ["8"]}}
                steps:
                - {write: {it: v1}, expect: {http: 204}}
                - {read: it, expect: {value: v1}}

            """
    )

    @Test("Ctrl-C and SIGTERM end a run at once, with everything put back", arguments: [SIGINT, SIGTERM])
    func interrupted(_ number: Int32) async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb", ["--state", workspace.path("accessory")]) { accessory in
                assay.suites = try SuiteExcerpt(["waiting.long", "waiting.after"], own: Self.section)
                    .write(to: workspace)
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let before = try await accessory.values()
                let child = try assay.start(["run", "--address", accessory.address, "--trace", "waiting.*"])
                try await child.wait(for: "a written value", within: .seconds(60)) {
                    $0.errorText.contains("step 1: HTTP 204") ? true : nil
                }
                #expect(try await accessory.values() != before)
                child.send(signal: number)
                let heard = try await child.end(within: .seconds(20))
                #expect(heard.ending == .init(status: 5, isSignal: false), "\(heard.errorText.suffix(500))")
                #expect(try await accessory.values() == before)
                let state = try JSON.parse(try workspace.bytes("accessory/state.json"))
                #expect(state["pairings"] == [])
                let ledger = try #require(try workspace.files(below: ".local").first { $0.contains("ledger-") })
                #expect(try workspace.text(".local/\(ledger)") == "")
                let summary = try workspace.summary()
                #expect(summary["end"]?["reason"] == "interrupted")
                #expect(summary["totals"]?["inconclusive"] == 2 && summary["totals"]?["all"] == 2)
                #expect(try workspace.text("Reports/latest/junit.xml").contains(#"type="interrupted""#))
            }
        }
    }
}
