import Foundation
import HAPModel
import Links
import Measurement
import Processes
import SuiteLanguage
import Testing

/// The Device ID identifies an accessory. Its address may change, and another accessory may get its old address.
@Suite("Moved accessory", .takingTurns)
struct MovedAccessoryTests {
    private static let state = ".local/state/assay"

    private func pairings(_ workspace: Workspace, of name: String = "accessory") throws -> Int? {
        try JSON.parse(try workspace.bytes("\(name)/state.json"))["pairings"]?.arrayValue?.count
    }

    private static func port(_ accessory: SimulatedAccessory) throws -> Int {
        try #require(accessory.address.split(separator: ":").last.flatMap { Int($0) })
    }

    /// Writes the kept pairings as older versions did: by address.
    private func makeOlder(_ workspace: Workspace) throws {
        let file = "\(Self.state)/pairings.json"
        let members = try JSON.parse(try workspace.bytes(file)).objectValue?.members ?? []
        let older = members.map { member in
            var entry = member.value.objectValue ?? JSONObject()
            let address = entry["address"]?.stringValue ?? ""
            entry.members.removeAll { $0.key == "address" }
            entry["accessory"] = .string(member.key)
            return JSONObject.Member(key: address, value: .object(entry))
        }
        try workspace.write(JSON.object(JSONObject(members: older)).serialized(), to: file)
    }

    @Test(
        "A kept pairing is found at the port that the accessory has after a restart, until `unpair` removes it",
        arguments: [false, true]
    )
    func keptPairing(_ isOlder: Bool) async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            let options = ["--state", workspace.path("accessory")]
            let old = try await assay.simulating("lightbulb", options) { accessory in
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let paired = try await assay.run("pair", "--address", accessory.address)
                #expect(paired.status == 0, "\(paired.everything)")
                return accessory.address
            }
            if isOlder { try makeOlder(workspace) }
            assay.environment = [:]
            try await assay.simulating("lightbulb", options) { accessory in
                let address = ["--address", accessory.address]
                try #require(accessory.address != old)
                let inspected = try await assay.run(["inspect"] + address)
                #expect(inspected.status == 0 && inspected.errors == "", "\(inspected.everything)")
                #expect(inspected.output.contains("Brightness"))
                let run = try await assay.run(["run", "write.round-trip", "pair-verify.complete"] + address)
                #expect(run.status == 0, "\(run.everything)")
                #expect(try pairings(workspace) == 1)
                let twice = try await assay.run(["pair"] + address)
                #expect(twice.output == "A pairing with \(accessory.address) is already kept.\n")
                let unpaired = try await assay.run(["unpair"] + address)
                #expect(unpaired.status == 0, "\(unpaired.everything)")
                #expect(try pairings(workspace) == 0)
                #expect(try JSON.parse(try workspace.bytes("\(Self.state)/pairings.json")) == [:])
                #expect(try await assay.run(["unpair"] + address).status == 2)
            }
        }
    }

    /// When a run is killed.
    enum Stage: CaseIterable {
        /// The accessory has stored the first pairing, and its Device ID is not yet known.
        case firstProof
        /// Controllers were added and values written, in its sessions.
        case sessions

        func point(_ requests: [[UInt8]]) throws -> Relay.Point {
            // The second proof belongs to a case that needs an unpaired accessory.
            let proofs = requests.indices.filter { PairSetupRequest.isM5(requests[$0]) }
            try #require(proofs.count == 2)
            let index = self == .firstProof ? proofs[0] : proofs[0] + (proofs[1] - proofs[0]) / 2
            return Relay.Point(request: index, isAnswered: true)
        }
    }

    /// Calls `body` with a run that can be killed at a lightbulb's old address, and a relay that is its new address.
    private func withMove(
        _ body: (AssayProgram, KilledRun, _ new: Relay) async throws -> Void
    ) async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb", ["--state", workspace.path("accessory")]) { accessory in
                assay.suites = try SuiteExcerpt(
                    ["killed.pairs", "killed.joins", "killed.meets", "killed.writes"],
                    own: KilledRun.section
                ).write(to: workspace)
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let port = try Self.port(accessory)
                let program = assay
                try await Relay.with(port: port) { old in
                    try await Relay.with(port: port) { new in
                        try await body(program, KilledRun(assay: program, relay: old, accessory: accessory), new)
                    }
                }
            }
        }
    }

    /// Removes the Device ID from the ledger, because older versions did not write it.
    private func forgetNames(_ assay: AssayProgram, at address: String) throws {
        let name = "\(Self.state)/ledger-\(address.replacing(":", with: "-")).jsonl"
        let lines = try assay.workspace.text(name).split(separator: "\n").filter { !$0.contains(#""debt":"#) }
        let older = lines.map { line in
            line.replacing(/,"accessory":"[0-9A-F:]*"/, with: "").replacing(#""address":"#, with: #""accessory":"#)
        }
        #expect(older.contains { $0.contains(#""accessory":"\#(address)""#) })
        try assay.workspace.write(older.joined(separator: "\n") + "\n", to: name)
    }

    @Test(
        "After a kill, `recover` at the new address leaves no pairing, and every value as before",
        arguments: Stage.allCases,
        [false, true]
    )
    func recover(_ stage: Stage, _ isOlder: Bool) async throws {
        try await withMove { assay, run, new in
            let requests = try await run.whole()
            let untouched = try await run.remains()
            var point = try stage.point(requests)
            var remains = try await run.kill(at: point)
            // Not each request of the sessions is one after which a value differs.
            while stage == .sessions, remains.values == untouched.values, point.request < requests.count - 1 {
                _ = try await run.recover()
                point.request += 1
                remains = try await run.kill(at: point)
            }
            #expect(remains.pairings >= 1 && remains.hasDebts)
            if stage == .sessions { #expect(remains.values != untouched.values) }
            if isOlder { try forgetNames(assay, at: run.relay.address) }
            let recovery = try await assay.run("recover", "--address", new.address)
            #expect(recovery.status == 0, "\(recovery.everything)")
            #expect(recovery.output.hasPrefix("\(Spoken.count(remains.pairings, "pairing")) removed, "))
            #expect(try await run.remains() == untouched)
        }
    }

    @Test("The next run at the new address undoes it, too, and a kept pairing restores its own changes")
    func nextRun() async throws {
        try await withMove { assay, run, new in
            let requests = try await run.whole()
            _ = try await run.kill(at: Stage.sessions.point(requests))
            let next = try await assay.run("run", "--address", new.address, "killed.meets")
            #expect(next.status == 0, "\(next.everything)")
            #expect(
                next.errors.contains(#/cleaned up after an earlier run that was killed: [1-9] pairings? removed, /#),
                "\(next.errors)"
            )
            #expect(try await run.remains().pairings == 0)

            #expect(try await assay.run("pair", "--address", run.relay.address).status == 0)
            let kept = try await run.whole()
            let untouched = try await run.remains()
            var (joined, changed) = (0, 0)
            for point in KillPoints.spread(20, over: kept) {
                let remains = try await run.kill(at: point)
                joined += remains.pairings - 1
                changed += remains.values == untouched.values ? 0 : 1
                let recovery = try await assay.run("recover", "--address", new.address)
                #expect(recovery.status == 0, "\(point): \(recovery.everything)")
                #expect(try await run.remains() == untouched, "\(point)")
            }
            // Otherwise there would be nothing to restore.
            #expect(joined >= 1 && changed >= 1, "\(joined) had joined, \(changed) times values were changed")
        }
    }

    @Test("Another accessory at the old address is not affected by the kept state, and can be tested and paired")
    func otherAccessory() async throws {
        try await withMove { assay, run, _ in
            let (workspace, relay) = (assay.workspace, run.relay)
            let requests = try await run.whole()
            let untouched = try await run.remains()
            _ = try await run.kill(at: Stage.sessions.point(requests))
            let old = try Self.port(run.accessory)
            // The excerpt of the suites has no accessories.
            let simulator = AssayProgram(in: workspace)
            try await simulator.simulating("lightbulb", ["--state", workspace.path("other")]) { other in
                relay.lead(to: try Self.port(other))
                let inVain = try await run.recover()
                #expect(inVain.status == 3, "\(inVain.everything)")
                #expect(inVain.output == "0 pairings removed, 0 values restored.\n")
                #expect(inVain.errors.lines(holding: "formerly at this address, stays kept") == 1, "\(inVain.errors)")
                #expect(inVain.errors.lines(holding: "not undone: the pairing of ") >= 1, "\(inVain.errors)")
                let tested = try await assay.run("run", "--address", relay.address, "killed.*")
                #expect(tested.status == 0, "\(tested.everything)")
                #expect(!tested.errors.contains("cleaned up after an earlier run"))
                #expect(!tested.errors.contains("left behind"))
                #expect(try pairings(workspace, of: "other") == 0)
                let paired = try await assay.run("pair", "--address", relay.address)
                #expect(paired.status == 0, "\(paired.everything)")
                #expect(try pairings(workspace, of: "other") == 1)
                let remains = try await run.remains()
                #expect(remains.pairings == 1 && remains.hasDebts)

                // Both return to their old addresses; each gets its own state.
                relay.lead(to: old)
                let recovery = try await run.recover()
                #expect(recovery.status == 0, "\(recovery.everything)")
                #expect(recovery.output.contains(#/^[1-9] pairings? removed, /#))
                #expect(try await run.remains() == untouched)
                let notKept = try await assay.run("unpair", "--address", relay.address)
                #expect(notKept.status == 2, "\(notKept.everything)")
                let unpaired = try await assay.run("unpair", "--address", other.address)
                #expect(unpaired.status == 0, "\(unpaired.everything)")
                #expect(try pairings(workspace, of: "other") == 0)
            }
        }
    }

    @Test(
        "An accessory that reports a wrong Device ID, or none, keeps its pairing, and fails the cases about it",
        arguments: ["verify-m2-wrong-identifier", "verify-m2-no-identifier"]
    )
    func wrongIdentifier(_ defect: String) async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try assay.copySuites()
            let file = "Suites/defects/pairing.yaml"
            try workspace.write(try workspace.text(file) + Self.defect, to: file)
            let options = ["--state", workspace.path("accessory")]
            try await assay.simulating("lightbulb", options) { right in
                try await Relay.with(port: try Self.port(right)) { relay in
                    assay.environment["ASSAY_SETUP_CODE"] = right.setupCode
                    #expect(try await assay.run("pair", "--address", relay.address).status == 0)
                    assay.environment = [:]
                    try await assay.simulating("lightbulb", options + ["--defect", defect]) { wrong in
                        relay.lead(to: try Self.port(wrong))
                        let run = try await assay.run(
                            "run",
                            "--address",
                            relay.address,
                            "pair-verify.complete",
                            "pair-verify.restart"
                        )
                        #expect(run.status == 1, "\(run.everything)")
                        #expect(!run.everything.contains("no pairing is kept"))
                    }
                }
            }
        }
    }

    private static let defect = """

        - defect: verify-m2-wrong-identifier
          breaks: [HAP-PAIR-VERIFY-007]
          on: lightbulb
          derivation: { point: pair-verify.M2.identifier, do: { text: "AA:AA:AA:AA:AA:AA" } }

        """

    @Test("A process that works on the accessory at its old address is not disturbed")
    func held() async throws {
        try await withMove { assay, run, new in
            let requests = try await run.whole()
            _ = try await run.kill(at: Stage.sessions.point(requests))
            let name = "ledger-\(run.relay.address.replacing(":", with: "-")).jsonl"
            let path = assay.workspace.path("\(Self.state)/\(name)")
            let before = try assay.workspace.text("\(Self.state)/\(name)")
            let file = try #require(FileHandle(forUpdatingAtPath: path))
            #expect(flock(file.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
            let refused = try await assay.run("recover", "--address", new.address)
            #expect(refused.status == 3)
            #expect(
                refused.errors.hasPrefix("another assay process is working on \(run.relay.address); "),
                "\(refused.errors)"
            )
            #expect(try assay.workspace.text("\(Self.state)/\(name)") == before)
            #expect(!refused.errors.contains("--state"), "\(refused.errors)")
            let waiting = try assay.start(["recover", "--wait", "--address", new.address])
            try await waiting.wait(for: "the note", within: .seconds(30)) {
                $0.errorText.contains("waiting: another assay process is working on the accessory\n") ? true : nil
            }
            // A child may have the file open, too, so the lock is released explicitly.
            #expect(flock(file.fileDescriptor, LOCK_UN) == 0)
            let recovery = try await waiting.end(within: .seconds(60))
            #expect(recovery.ending == .init(status: 0, isSignal: false), "\(recovery.errorText)")
        }
    }
}
