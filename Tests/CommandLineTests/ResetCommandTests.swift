import Foundation
import Glibc
import HAPModel
import Processes
import RunRecord
import Testing

@Suite("Reset commands", .takingTurns)
struct ResetCommandTests {
    @Test("A simulated accessory needs none")
    func simulated() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace)
                .run("run", "--simulated", "lightbulb", "--reset-command", "true", "read.twice")
            #expect(run.status == 2)
            #expect(run.errors.contains("--reset-command is for --address"), "\(run.errors)")
        }
    }

    @Test("An accessory that keeps its pairings is reset when a case needs it unpaired, and the run says how often")
    func rescue() async throws {
        try await withAccessory { assay, accessory in
            let run = try await assay.run(
                ["run", "--address", accessory.address, "--reset-command", Self.restart(accessory), "own.pairs*"]
            )
            #expect(run.status == 0, "\(run.everything)")
            #expect(run.output.contains("2 passed"), "\(run.output)")
            #expect(
                run.everything.contains(#/the accessory was reset \d times, because nothing else/#),
                "\(run.everything)"
            )
            let resets = try assay.workspace.journal().filter { $0.kind == .repair && $0.body["factory-reset"] == true }
            #expect(resets.count >= 2)
            for reset in resets {
                #expect(reset.body["done"] == true)
                #expect(reset.body["output"]?.stringValue?.hasPrefix("restarted at \(accessory.address)") == true)
            }
        }
    }

    @Test(
        "An accessory that goes on for a moment after the reset command has ended is not taken for one that kept its state"
    )
    func lateReset() async throws {
        try await withAccessory { assay, accessory in
            let command = Self.restart(accessory, after: 1)
            let run = try await assay.run(
                ["run", "--address", accessory.address, "--reset-command", command, "own.pairs"],
                within: .seconds(120)
            )
            #expect(run.status == 0, "\(run.everything)")
            let resets = try assay.workspace.journal().filter { $0.kind == .repair && $0.body["factory-reset"] == true }
            #expect(!resets.isEmpty && resets.allSatisfy { $0.body["done"] == true }, "\(resets)")
        }
    }

    @Test("A case that only a reset undoes runs at an address, and is followed by a reset")
    func destructive() async throws {
        try await withAccessory { assay, accessory in
            let run = try await assay.run(
                [
                    "run", "--address", accessory.address, "--destructive", "--reset-command",
                    Self.restart(accessory), "own.destroys",
                ]
            )
            #expect(run.status == 0, "\(run.everything)")
            #expect(run.output.contains("1 passed"), "\(run.output)")
            let resets = try assay.workspace.journal().filter { $0.kind == .repair && $0.body["factory-reset"] == true }
            #expect(resets.contains { $0.body["reason"]?.stringValue?.contains("own.destroys") == true })
        }
    }

    @Test("If the reset after a case fails, the accessory is not restored, which is status 5")
    func notUndone() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb") { accessory in
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let options = ["--address", accessory.address, "--destructive", "--reset-command", "exit 9"]
                let run = try await assay.run(["run"] + options + ["pair-setup.max-tries"], within: .seconds(120))
                #expect(run.status == 5, "\(run.everything)")
                #expect(run.output.contains("1 passed"), "\(run.output)")
                #expect(run.output.contains("something could not be restored"), "\(run.output)")
            }
        }
    }

    @Test("A reset command that fails, or has no effect, is named; nothing is reported about the accessory")
    func ineffective() async throws {
        for command in ["echo trying; echo no relay >&2; exit 3", "true"] {
            try await withAccessory { assay, accessory in
                let run = try await assay.run(
                    ["run", "--address", accessory.address, "--reset-command", command, "own.pairs*"]
                )
                #expect(run.everything.contains("the accessory could not be reset"), "\(run.everything)")
                let words = run.everything.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                let cause = "; the reset command failed with status 3, and printed at last: no relay"
                #expect(words.contains(cause) == (command != "true"), "\(run.everything)")
                #expect(!run.output.contains("failed:"), "\(run.output)")
                #expect(run.status == 5, "\(run.status): \(run.everything)")
                let reset = try #require(
                    try assay.workspace.journal().first { $0.kind == .repair && $0.body["factory-reset"] == true }
                )
                #expect(reset.body["done"] == false)
                if command != "true" { #expect(reset.body["output"]?.stringValue?.contains("no relay") == true) }
            }
        }
    }

    @Test(
        "An accessory that still has the run's keys, or starts no pair-setup, was not reset: no key is discarded",
        arguments: [
            ([refusing, "{ check: pair-setup.paired, do: skip }"], "own.pairs*", "has forgotten the controller"),
            (["{ check: pairings.list.admin, do: skip }"], "pair-setup.max-tries", "does not start a pair-setup"),
        ]
    )
    func notReset(_ checks: [String], _ cases: String, _ remains: String) async throws {
        try await withAccessory(checks) { assay, accessory in
            let options = ["--address", accessory.address, "--destructive", "--reset-command", "true"]
            let run = try await assay.run(["run"] + options + [cases])
            #expect(run.everything.contains("the accessory could not be reset: "), "\(run.everything)")
            #expect(!run.everything.contains("was reset"), "\(run.everything)")
            let resets = try assay.workspace.journal().filter { $0.kind == .repair && $0.body["factory-reset"] == true }
            #expect(!resets.isEmpty && resets.allSatisfy { $0.body["done"] == false }, "\(resets)")
            #expect(resets.allSatisfy { $0.body["remains"]?.stringValue?.contains(remains) == true }, "\(resets)")
            #expect(!run.output.contains("failed:"), "\(run.output)")
        }
    }

    // MARK: An accessory that only a reset unpairs

    /// Serves a lightbulb that removes no pairing, in a process that the reset command can end.
    ///
    /// - Parameter checks: what it does instead of some of its checks.
    private func withAccessory(
        _ checks: [String] = [refusing],
        _ body: (AssayProgram, SimulatedAccessory) async throws -> Void
    ) async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try assay.copySuites()
            try workspace.write(Self.section, to: "Suites/pairing/own.yaml")
            let file = "Suites/defects/pairing.yaml"
            try workspace.write(try workspace.text(file) + Self.refusal(checks), to: file)
            try await assay.simulating("lightbulb", ["--defect", Self.defect]) { accessory in
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                try workspace.write("\(accessory.pid)\n", to: "accessory.pid")
                try await body(assay, accessory)
            }
            // A reset command has put another process in its place.
            if let pid = Int32(try workspace.text("accessory.pid").prefix { $0.isNumber }) { kill(pid, SIGTERM) }
        }
    }

    private static let defect = "refuses-removals"
    private static let refusing = "{ check: pairings.remove.admin, do: refuse }"

    private static func refusal(_ checks: [String]) -> String {
        """

        - defect: refuses-removals
          breaks: [HAP-PAIRINGS-024]
          on: lightbulb
          guard: [\(checks.joined(separator: ", "))]

        """
    }

    /// A command that ends the accessory and starts it again with its factory state. The port is free only after the end of
    /// the old process, so the new one is started until it has it.
    ///
    /// - Parameter delay: for how many seconds the accessory goes on before it ends.
    private static func restart(_ accessory: SimulatedAccessory, after delay: Int = 0) -> String {
        let port = accessory.address.split(separator: ":").last ?? ""
        return """
            {
                sleep \(delay)
                kill $(cat accessory.pid)
                status=2
                while [ $status = 2 ]; do
                    sh -c 'echo $$ > accessory.pid; exec "$0" "$@"' \
                        '\(AssayProgram.executable.path)' simulate lightbulb --port \(port) --defect \(defect)
                    status=$?
                done
            } < /dev/null > accessory.log 2>&1 &
            echo "restarted at $ASSAY_ADDRESS"
            """
    }

    private static let section = """
        chapter: pairing
        section: own
        title: "Cases that leave the accessory paired"
        cases:
          own.pairs:
            title: "A pairing of a case"
            proves: HAP-PAIR-SETUP-001
            needs: unpaired
            spends: {pairings: 1}
            steps:
            - {pair-setup: {}, on: a, expect: {ends-at: M6}}
          own.pairs-again:
            title: "Another pairing of a case"
            proves: HAP-PAIR-SETUP-001
            needs: unpaired
            spends: {pairings: 1}
            steps:
            - {pair-setup: {}, on: a, expect: {ends-at: M6}}
          own.destroys:
            title: "A case that only a reset undoes"
            proves: HAP-PAIR-SETUP-001
            needs: unpaired
            reset-by: factory-reset
            spends: {pairings: 1}
            steps:
            - {pair-setup: {}, on: a, expect: {ends-at: M6}}

        """
}
