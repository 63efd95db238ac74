import HAPModel
import Processes
import Testing

/// `assay unpair` believes no answer to a removal: pair-verify decides whether the accessory still knows the pairing.
@Suite("Unpairing", .takingTurns)
struct UnpairTests {
    /// Calls `body` with a kept pairing with a lightbulb that has these faults.
    private func withKeptPairing(
        _ faults: [String],
        _ body: (AssayProgram, SimulatedAccessory, [String]) async throws -> Void
    ) async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try assay.copySuites()
            let file = "Suites/defects/pairing.yaml"
            let head = "\n- defect: unpairs-badly\n  breaks: [HAP-PAIRINGS-024]\n  on: lightbulb\n"
            let lines = faults.map { "  \($0)\n" }.joined()
            try workspace.write(try workspace.text(file) + head + lines, to: file)
            let options = ["--state", workspace.path("accessory"), "--defect", "unpairs-badly"]
            try await assay.simulating("lightbulb", options) { accessory in
                let address = ["--address", accessory.address]
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let paired = try await assay.run(["pair"] + address)
                #expect(paired.status == 0, "\(paired.everything)")
                #expect(try Self.pairings(workspace).count == 1)
                assay.environment = [:]
                try await body(assay, accessory, address)
            }
        }
    }

    /// The identifiers of the controllers that the accessory knows.
    private static func pairings(_ workspace: Workspace) throws -> [String] {
        let state = try JSON.parse(try workspace.bytes("accessory/state.json"))
        return (state["pairings"]?.arrayValue ?? []).compactMap { pairing in
            pairing["identifier"]?.stringValue.flatMap(Hex.decode).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// The identifiers of the controllers that are still recorded to be removed.
    private static func debts(of accessory: SimulatedAccessory, _ workspace: Workspace) throws -> [String] {
        let name = accessory.address.replacing(":", with: "-")
        let ledger = (try? workspace.text(".local/state/assay/ledger-\(name).jsonl")) ?? ""
        let lines = try ledger.split(separator: "\n").map { try JSON.parse(Array($0.utf8)) }
        let paid = lines.compactMap { $0["paid"]?.stringValue }
        return lines.filter { line in line["owe"]?.stringValue.map { !paid.contains($0) } ?? false }
            .compactMap { $0["body"]?["identifier"]?.stringValue }
    }

    private static let kept = ".local/state/assay/pairings.json"

    @Test(
        "A pairing that is gone is reported as removed, whatever the accessory sends",
        arguments: [
            ["link: {at: response, do: close}", "when: {has: remove-pairing}"],
            ["link: {at: request, do: close}", "when: {has: remove-pairing, nth: 1}"],
            ["link: {at: response, do: reset}", "when: {has: remove-pairing}"],
            ["answer: {to: pairings, status: resource-does-not-exist}", "when: {has: remove-pairing}"],
        ]
    )
    func gone(_ faults: [String]) async throws {
        try await withKeptPairing(faults) { assay, accessory, address in
            let unpair = try await assay.run(["unpair"] + address)
            #expect(unpair.status == 0, "\(unpair.everything)")
            #expect(unpair.output == "The pairing with \(accessory.address) is removed.\n")
            #expect(unpair.errors == "")
            #expect(try Self.pairings(assay.workspace) == [])
            #expect(try JSON.parse(assay.workspace.bytes(Self.kept)) == [:])
            #expect(try Self.debts(of: accessory, assay.workspace) == [])
        }
    }

    @Test(
        "A pairing that the accessory keeps, although it reports success, stays kept; all that is left is named: status 5"
    )
    func kept() async throws {
        let effects = ["pairings.remove", "pairings.remove-others"].map { "{of: \($0), do: omit}" }
        try await withKeptPairing(["effect: [\(effects.joined(separator: ", "))]"]) { assay, accessory, address in
            let kept = try assay.workspace.bytes(Self.kept)
            let known = try Self.pairings(assay.workspace)
            let unpair = try await assay.run(["unpair"] + address)
            #expect(unpair.status == 5, "\(unpair.everything)")
            #expect(unpair.output == "")
            let message =
                "the accessory did not remove the pairing, so it is still kept; if the accessory was reset, use --forget\n"
            #expect(unpair.errors.hasSuffix(message), "\(unpair.errors)")
            #expect(try assay.workspace.bytes(Self.kept) == kept)
            // The administrator that was added to remove the pairing stays, too.
            let left = try Self.pairings(assay.workspace).filter { !known.contains($0) }
            #expect(left.count == 1)
            #expect(try Self.debts(of: accessory, assay.workspace) == left)
            for identifier in left {
                #expect(
                    unpair.errors.contains("not undone: the pairing of \(identifier); `assay recover` tries again\n")
                )
            }
            // The kept pairing still works.
            let inspected = try await assay.run(["inspect"] + address)
            #expect(inspected.output.contains("Brightness"), "\(inspected.everything)")
        }
    }
}
