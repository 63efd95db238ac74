import Foundation
import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import Links
import Measurement
import Testing

/// HAP-python, which this project did not write, as the accessory under test.
@Suite("HAP-python is tested", .needsPeers, .serialized, .timeLimit(.minutes(3)))
struct HAPPythonTests {
    // MARK: Pairings in a row

    private enum Attempt: Equatable {
        case paired
        /// What was wrong, in the words of the answer that was not right.
        case refused(stage: Int, [String])
    }

    @Test("200 pairings in a row succeed")
    func pairingsInARow() async throws {
        let times = 200
        try await Peer.run(.happyAccessory, ["--kind", "light"]) { accessory in
            var failures: [Attempt] = []
            for _ in 1...times {
                let attempt = try await pair(with: accessory)
                if attempt != .paired { failures.append(attempt) }
            }
            print("HAP-python: \(times - failures.count) of \(times) paired, the rest: \(failures)")
            #expect(failures == [])
        }
    }

    /// `hsrp.py` keeps K as a number, so a leading zero byte is gone when it makes and checks the proofs.
    @Test("A key K that begins with a zero byte is HAP-python's own reason to refuse the right proof")
    func keyWithLeadingZero() async throws {
        try await Peer.run(.happyAccessory, ["--kind", "light"]) { accessory in
            let attempt = try await pair(with: accessory, Departures(constants: ["srp.leading-zero.K": 2]))
            guard case .refused(stage: 3, let flaws) = attempt else {
                Issue.record("it paired, or failed elsewhere: \(attempt)")
                return
            }
            #expect(flaws.contains { $0.contains("Error 2") })
        }
    }

    /// Pairs, and removes the pairing in a session of its own.
    private func pair(with accessory: Peer, _ departures: Departures = .none) async throws -> Attempt {
        let code = try #require(SetupCode(Peer.setupCode))
        let random = SystemRandom()
        let identity = ControllerIdentity(pairingID: UUID().uuidString, keyPair: Ed25519KeyPair(random: random))
        let dialer = SocketDialer(host: "127.0.0.1", port: try accessory.port)
        let wire = IPConnection(dialer: dialer, clock: .system, name: "pairing")
        try await wire.open(within: .seconds(5))
        var setup = PairSetupProcedure(
            PairSetupController(setupCode: code, identity: identity, departures: departures, random: random)
        )
        let isPaired = await setup.run(on: wire, within: .seconds(10))
        guard isPaired, let pairing = setup.result else {
            await wire.close()
            return .refused(stage: setup.steps.last?.message ?? 0, setup.steps.last?.answer?.flaws ?? [])
        }
        var verify = PairVerifyProcedure(PairVerifyController(pairing: pairing, random: random))
        #expect(await verify.run(on: wire, within: .seconds(10)))
        let removed = await wire.pairings(.remove(identifier: Array(identity.pairingID.utf8)), within: .seconds(10))
        #expect(removed.isDone)
        await wire.close()
        return .paired
    }

    // MARK: The suites

    /// Every part of the pairing chapter, and what of the others says the same in every run.
    static let parts = [
        "setup-code.*", "srp.*", "tlv.*", "pair-setup.*", "pair-verify.*", "pairings.*",
    ]

    @Test("Exactly the findings that HAPPython.json explains, and everything else passes", arguments: parts)
    func findings(part: String) async throws {
        let known = try KnownFindings()
        try await Peer.run(.happyAccessory, ["--kind", "light"]) { accessory in
            let run = try await SuiteRun(of: part, against: try accessory.port)
            #expect(run.findings.subtracting(known.findings(in: part)) == [], "not explained")
            #expect(known.findings(in: part).subtracting(run.findings) == [], "explained, and not found")
            #expect(run.notJudged.filter { !known.explains(notJudged: $0) } == [])
            #expect(run.passed > 0)
            #expect(run.status == (run.hasFailed ? 1 : run.notJudged.isEmpty ? 0 : 5))
            #expect(try await accessory.ask("pairings")["pairings"] == [])
        }
    }
}
