import Foundation
import HAPModel
import Processes
import Testing

/// HAP-python loses the state of a run, in ways in which real accessories do.
@Suite("HAP-python strands its tester", .needsPeers, .serialized, .timeLimit(.minutes(10)))
struct StrandingPeerTests {
    /// How it behaves, as `strandings.py` names it.
    enum Behaviour: String, CaseIterable {
        case silentRemoval = "silent-removal"
        case closingRemoval = "closing-removal"
        case silentList = "silent-list"
        case keptPairings = "kept-pairings"
        case onlyAdmins = "only-admins"
        case fourConnections = "four-connections"
        case managingUsers = "managing-users"
        case forgottenUsers = "forgotten-users"
        case colourWhileOn = "colour-while-on"
    }

    /// Some cases that need the accessory paired, unpaired and with other controllers; each pair-setup takes it a second.
    private static let cases = [
        "pairings.add", "pairings.list", "pairings.remove", "pairings.remove-closes", "pairings.last-admin",
        "pair-setup.complete", "pair-verify.complete", "write.round-trip", "pairings.regular", "write.many",
    ]
    private static let controls = ["on", "brightness", "hue", "saturation"]

    /// The result of a run, and what it leaves at the accessory.
    private struct Aftermath {
        var verdicts: [JSON]
        var output: String
        /// What `recover` would undo.
        var ledger: String
        var paired: [String]
        var before: [JSON]
        var after: [JSON]

        /// Why instances were not carried out because of a state that was lost.
        var losses: [String] {
            // A delay of the tester repeats an instance, and the reason lists all that may have disturbed it.
            verdicts.compactMap { $0["reason"]?.stringValue?.replacing(/\(a failed connection.*?\)/, with: "") }.filter
            { reason in
                [
                    "left the accessory paired", "could not be removed", "has not responded", "busy",
                    "could not be paired", "does not know the controller", "could not be put back",
                ]
                .contains { reason.contains($0) }
            }
        }
    }

    private func aftermath(of behaviour: Behaviour, resetting: Bool) async throws -> Aftermath {
        try await Peer.run(.happyAccessory, ["--kind", "light", "--strands", behaviour.rawValue]) { accessory in
            let before = try await Self.values(of: accessory)
            let pid = try #require(accessory.ready["pid"]?.int64Value)
            let port = try accessory.port
            let (output, ledger, summary) = try await Workspace.with { workspace in
                var program = AssayProgram(in: workspace)
                program.environment = ["ASSAY_SETUP_CODE": Peer.setupCode]
                let options = [
                    "--address", "127.0.0.1:\(port)", "--answer-within", "1s", "--actuate", "--without", "slow",
                    "--reports", "Reports", "--state", "state",
                ]
                let reset = resetting ? ["--reset-command", "kill -USR1 \(pid)"] : []
                let finished = try await program.run(["run"] + Self.cases + options + reset, within: .seconds(600))
                // A ledger without debts has no file.
                let ledger = (try? workspace.text("state/ledger-127.0.0.1-\(port).jsonl")) ?? ""
                return (finished.everything, ledger, try JSON.parse(workspace.bytes("Reports/latest/summary.json")))
            }
            let pairings = try await accessory.ask("pairings")["pairings"]?.arrayValue ?? []
            return Aftermath(
                verdicts: summary["verdicts"]?.arrayValue ?? [],
                output: output,
                ledger: ledger,
                paired: pairings.compactMap { $0["id"]?.stringValue },
                before: before,
                after: try await Self.values(of: accessory)
            )
        }
    }

    private static func values(of accessory: Peer) async throws -> [JSON] {
        var values: [JSON] = []
        for control in controls {
            values.append(try await accessory.ask("get", ["characteristic": .string(control)])["value"] ?? .null)
        }
        return values
    }

    @Test("Values are back, pairings are gone or named, and no state is lost that a message brings back")
    func withoutReset() async throws {
        let all = try await withThrowingTaskGroup(of: (Behaviour, Aftermath).self) { group in
            for behaviour in Behaviour.allCases {
                group.addTask { (behaviour, try await aftermath(of: behaviour, resetting: false)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for (behaviour, aftermath) in all {
            #expect(aftermath.after == aftermath.before, "\(behaviour)")
            #expect(aftermath.verdicts.count >= 11, "\(behaviour)")
            // Without a reset, no message removes a pairing that the accessory keeps.
            if behaviour == .keptPairings {
                #expect(!aftermath.paired.isEmpty)
                #expect(aftermath.output.contains("not undone: the pairing of "))
                for identifier in aftermath.paired {
                    #expect(aftermath.ledger.contains(identifier), "\(identifier) is still paired, and not named")
                }
                continue
            }
            #expect(aftermath.paired == [], "\(behaviour)")
            #expect(aftermath.losses == [], "\(behaviour)")
        }
    }

    @Test("A reset brings back what an accessory keeps")
    func withReset() async throws {
        let aftermath = try await aftermath(of: .keptPairings, resetting: true)
        #expect(aftermath.paired == [])
        #expect(aftermath.after == aftermath.before)
        #expect(aftermath.losses == [])
        #expect(aftermath.output.contains(#/the accessory was reset \d+ times, because/#))
    }
}
