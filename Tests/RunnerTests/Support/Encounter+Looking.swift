import HAPModel
import RunRecord

@testable import Runner

extension Encounter {
    /// The paths of the requests that were sent, in their order.
    var sentPaths: [String] {
        journal.bodies(.wire).filter { $0["kind"] == "request" }.compactMap { body in
            body["start"]?.stringValue?.split(separator: " ").dropFirst().first.map(String.init)
        }
    }

    /// The State of each message of a pairing procedure that was sent, in their order.
    func sentStates(_ path: String) -> [UInt64] {
        journal.bodies(.wire).compactMap { body in
            let isSent = body["kind"] == "request" && body["start"]?.stringValue?.hasPrefix("POST \(path) ") == true
            return isSent ? body["state"]?.uint64Value : nil
        }
    }

    /// The connections on which M1 of pair-verify was sent, in their order.
    var linksOfPairVerify: [Int] {
        let messages = tap.items.filter { item in
            if case .bytes(let bytes) = item.what { bytes.starts(with: "POST /pair-verify ".utf8) } else { false }
        }
        return messages.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element.link)
    }

    /// The verbs of the positive controls that succeeded, in their order.
    var controls: [String] {
        journal.bodies(.control).filter { $0["succeeded"] == true }.compactMap { $0["verb"]?.stringValue }
    }

    /// One instance after the tester has arrived with a kept pairing, on the shared session.
    func instanceInSession(_ name: String = "a-case", of characteristics: [String: String] = [:]) async throws
        -> InstanceRunner
    {
        _ = await keeper.arrive()
        return try await instance(name, of: characteristics, main: await keeper.verifiedMain())
    }

    /// What the engine does after an instance.
    func restore(after runner: InstanceRunner) async {
        await keeper.restore(after: runner, run: runner.run)
    }
}
