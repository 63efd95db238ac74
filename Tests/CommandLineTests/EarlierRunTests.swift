import Foundation
import HAPModel
import Processes
import RunRecord
import Testing

/// Two runs with the same state folder: the second one compares the accessory with what the first one saw.
@Suite("Since the earlier run", .takingTurns, .needsPrivateNetwork)
struct EarlierRunTests {
    /// Starts the bridge of the suites, and runs the cases that compare it with the earlier run.
    ///
    /// - Returns: the verdicts by case.
    private func run(_ assay: AssayProgram, _ defects: [String] = []) async throws -> [String: JSON] {
        let options = ["--state", assay.workspace.path("accessory")] + defects.flatMap { ["--defect", $0] }
        return try await assay.simulating("bridge", options) { bridge in
            var assay = assay
            assay.environment["ASSAY_SETUP_CODE"] = bridge.setupCode
            let run = try await assay.run("run", "earlier.*", "--address", bridge.address)
            let verdicts = try assay.workspace.journal().filter { $0.kind == .verdict }
            try #require(!verdicts.isEmpty, "\(run.everything)")
            return Dictionary(verdicts.map { ($0.body["case"]?.stringValue ?? "", $0.body) }) { $1 }
        }
    }

    /// The bridge with one more accessory behind it.
    private func addAccessory(_ aid: Int, to assay: AssayProgram) throws {
        let path = "Suites/accessories/bridge.yaml"
        let text = try assay.workspace.text(path)
        let added = """
            - aid: \(aid)
              services:
              - type: Accessory Information
                iid: 1
                characteristics:
                - { iid: 2, type: Identify }
                - { iid: 3, type: Manufacturer, value: Assay }
                - { iid: 4, type: Model, value: Plug 1 }
                - { iid: 5, type: Name, value: Plug \(aid) }
                - { iid: 6, type: Serial Number, value: ASSAY-PL-000\(aid) }
                - { iid: 7, type: Firmware Revision, value: "1.0" }

            """
        try assay.workspace.write(text + added, to: path)
    }

    private func outcomes(_ verdicts: [String: JSON]) -> [String: String] {
        verdicts.compactMapValues { $0["outcome"]?.stringValue }
    }

    @Test("c# is compared with that of the earlier run, until it changes with the database")
    func configurationNumber() async throws {
        try await PrivateNetwork.with { network in
            try await Workspace.with { workspace in
                var assay = AssayProgram(in: workspace)
                assay.launcher = network.launcher
                try assay.copySuites()

                let first = try await run(assay)
                #expect(Set(outcomes(first).values) == ["skipped"])
                #expect(
                    first["earlier.structure"]?["reason"]
                        == "it needs what an earlier run saw of this accessory; the next run with the same state folder has it"
                )

                let same = try await run(assay)
                #expect(outcomes(same)["earlier.number"] == "passed")
                #expect(outcomes(same)["earlier.unchanged"] == "passed")
                #expect(outcomes(same)["earlier.structure"] == "skipped")

                try addAccessory(7, to: assay)
                let counted = try await run(assay)
                #expect(outcomes(counted)["earlier.structure"] == "passed")
                #expect(outcomes(counted)["earlier.number"] == "passed")
                #expect(outcomes(counted)["earlier.unchanged"] == "skipped")

                try addAccessory(8, to: assay)
                for _ in 1...2 {
                    let uncounted = try await run(assay, ["config-number-not-incremented"])
                    let finding = uncounted["earlier.structure"]?["findings"]?[0]
                    #expect(finding?["requirement"] == "HAP-DISCOVERY-024")
                    #expect(finding?["severity"] == "failed")
                    let got = finding?["got"]?.stringValue ?? ""
                    #expect(got.contains("c# 2 after 2; added: 8.1 3E"), "\(got)")
                    #expect(outcomes(uncounted)["earlier.number"] == "passed")
                }
            }
        }
    }
}
