import Foundation
import Glibc
import HAPModel
import Processes
import SuiteLanguage
import Testing

/// A short run that pairs, adds controllers and writes, killed at a point of its conversation.
struct KilledRun {
    static let section = SuiteFile(
        path: "pairing/killed.yaml",
        text: """
            chapter: pairing
            section: killed
            title: "What a killed run leaves behind"
            cases:
              killed.pairs:
                title: "A pairing of a case"
                proves: HAP-PAIR-SETUP-001
                needs: unpaired
                spends: {pairings: 1}
                steps:
                - {pair-setup: {}, on: a, expect: {ends-at: M6}}
              killed.joins:
                title: "A controller that joins the tester's pairing"
                proves: HAP-PAIRINGS-008
                steps:
                - {add-pairing: {controller: bob, admin: true}, on: a, expect: {outcome: success}}
                - {pair-verify: {controller: bob}, on: b, expect: {ends-at: M4}}
                - {add-pairing: {controller: carol}, on: b, expect: {outcome: success}}
                - {pair-verify: {controller: carol}, on: c, expect: {ends-at: M4}}
              killed.meets:
                title: "A controller that the tester adds because the case speaks of it"
                proves: HAP-READ-001
                connections: {b: {controller: bob}}
                one: {it: {has: [pr], other-than: ["73"]}}
                steps:
                - {read: it, on: b, expect: {outcome: success}}
              killed.writes:
                title: "Values that are changed"
                proves: HAP-WRITE-007
                each: {characteristic: {has: [pr, pw], other-than: ["73"]}}
                steps:
                - {write: {it: v1}, expect: {outcome: success}}
                - {read: it, expect: {value: v1}}
                - {write: {it: v2}, expect: {outcome: success}}

            """
    )

    let assay: AssayProgram
    let relay: Relay
    let accessory: SimulatedAccessory
    /// The names of its cases.
    var cases = "killed.*"

    /// The requests of a run that is not killed.
    func whole() async throws -> [[UInt8]] {
        relay.goOn()
        let run = try await assay.run("run", "--address", relay.address, cases)
        #expect(run.status == 0, "\(run.everything)")
        return relay.requests
    }

    /// Runs until the point, kills the run there, and returns the state that it leaves.
    func kill(at point: Relay.Point) async throws -> Remains {
        let reached = relay.stop(at: point)
        let child = try assay.start(["run", "--address", relay.address, cases])
        child.closeInput()
        async let killing: Void = { for await _ in reached { child.send(signal: SIGKILL) } }()
        let heard = try await child.end(within: .seconds(30))
        relay.goOn()
        await killing
        #expect(heard.ending == .init(status: SIGKILL, isSignal: true), "\(point) was not reached: \(heard.errorText)")
        return try await remains()
    }

    /// Runs with short time-outs until the point, if it is reached before the end of the run, and kills the run there.
    ///
    /// - Returns: whether it was killed.
    func tryToKill(at point: Relay.Point) async throws -> Bool {
        let reached = relay.stop(at: point)
        let child = try assay.start(["run", "--address", relay.address, "--answer-within", "1s", cases])
        child.closeInput()
        async let killing: Void = { for await _ in reached { child.send(signal: SIGKILL) } }()
        let heard = try await child.end(within: .seconds(120))
        relay.goOn()
        await killing
        return heard.ending?.isSignal == true
    }

    /// Runs `assay recover` to undo the changes.
    func recover(_ options: String...) async throws -> AssayProgram.Finished {
        try await assay.run(["recover", "--address", relay.address] + options)
    }

    /// The state of the accessory and of the state folder.
    func remains() async throws -> Remains {
        let state = try JSON.parse(try assay.workspace.bytes("accessory/state.json"))
        let name = relay.address.replacing(":", with: "-")
        // A ledger without debts has no file.
        let ledger = (try? assay.workspace.text(".local/state/assay/ledger-\(name).jsonl")) ?? ""
        return Remains(
            pairings: state["pairings"]?.arrayValue?.count ?? 0,
            values: try await accessory.values(),
            joined: Set(ledger.matches(of: /"owe":"(joined-[^"]+)"/).map { String($0.1) }).count,
            seeds: ledger.matches(of: /"seed":"([0-9a-f]{64})"/).map { String($0.1) },
            hasDebts: !ledger.isEmpty
        )
    }

    /// The state that a killed run leaves.
    struct Remains: Equatable {
        /// The number of controllers that the accessory knows.
        var pairings: Int
        /// The accessory's values.
        var values: [String: String]
        /// The number of controllers in the ledger that were added through another one.
        var joined: Int
        /// Keys of controllers in the ledger.
        var seeds: [String]
        var hasDebts: Bool
    }
}

/// The points of a conversation that a test chooses.
enum KillPoints {
    /// First those around every M5 of pair-setup, then others at even distances.
    static func spread(_ count: Int, over requests: [[UInt8]]) -> [Relay.Point] {
        let all = requests.indices.flatMap { index in
            [false, true].map { Relay.Point(request: index, isAnswered: $0) }
        }
        let proofs = all.filter { PairSetupRequest.isM5(requests[$0.request]) }
        let others = all.filter { !PairSetupRequest.isM5(requests[$0.request]) }
        let wanted = count - proofs.count
        return proofs + (0..<wanted).map { others[$0 * others.count / wanted] }
    }
}

/// The conversation of a run of `pairings.last-admin`.
enum LastAdministrator {
    /// The request that removes the administrator which the case has paired: it follows the third pair-verify after the case's M5.
    static func removal(in requests: [[UInt8]]) -> Int? {
        // The first M5 is that of the tester's own pairing.
        guard let proof = requests.indices.filter({ PairSetupRequest.isM5(requests[$0]) }).dropFirst().first else {
            return nil
        }
        let verifications = requests.indices.dropFirst(proof).filter { index in
            requests[index].starts(with: "POST /pair-verify ".utf8)
        }
        return verifications.dropFirst(5).first.map { $0 + 1 }
    }
}
