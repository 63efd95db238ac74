import HAPController
import HAPModel
import HAPPairing
import HAPSession
import HTTPWire
import Measurement
import RunRecord
import SuiteLanguage

extension AccessoryState {
    enum Pairing {
        case paired
        case alreadyPaired
        case wrongCode(String)
        case failed(String)
        case noAccessory(String)
    }

    /// Pairs the tester's own controller; a wrong setup code is tried once.
    func pair() async -> Pairing {
        guard let code = run.settings.setupCode else { return .failed("there is no setup code") }
        guard !isCodeRefused else { return .failed("the accessory refuses the setup code") }
        ownPairSetups += 1
        for _ in 0..<40 {
            let wire = run.connection("pairing")
            guard (try? await wire.open(within: run.settings.connectWithin)) != nil else {
                return .failed("the accessory accepts no connection")
            }
            let identity = controllers.identity("alice")
            var machine = PairSetupController(setupCode: code, identity: identity, random: run.bench.random)
            let outcome = await pair(&machine, on: wire, identity: identity)
            await wire.close(abruptly: false)
            if let outcome { return outcome }
        }
        return .failed("the accessory is busy, or its public key begins with a zero byte, every time")
    }

    /// - Returns: `nil` if another try is wanted: it is busy, or B begins with a zero byte.
    private func pair(
        _ machine: inout PairSetupController,
        on wire: IPConnection,
        identity: ControllerIdentity
    ) async -> Pairing? {
        let debt = "pairing-\(identity.pairingID)"
        for stage in [PairSetupStage.m1, .m3, .m5] {
            guard let next = PairSetupStage(rawValue: stage.rawValue + 1) else { continue }
            if stage == .m5, !run.owe(identity, debt: debt) { return .failed("the ledger cannot be written") }
            let exchange = await wire.exchange(.pairSetup(machine.compose(stage)), within: patience)
            guard let response = exchange.response else {
                let summary = Summary.http(nil, failure: exchange.failure?.name, within: patience)
                control("pair-setup", succeeded: false, exchange)
                return stage == .m1
                    ? .noAccessory("\(summary) to M1 of pair-setup") : .failed("\(summary) to \(stage.name)")
            }
            let answer = machine.receive(next, response.body)
            if answer.error == .unavailable, stage == .m1 { return .alreadyPaired }
            if answer.error == .busy, stage == .m1 {
                // Somebody's attempt may still be open: an accessory holds it for half a minute or so.
                try? await run.clock.sleep(until: run.clock.deadline(in: .seconds(2)))
                return nil
            }
            if answer.error == .authentication, stage == .m3 {
                isCodeRefused = true
                return .wrongCode(
                    "the accessory refuses the setup code (Error 2 in M4); it was tried once. Check the code on the label"
                )
            }
            guard answer.isRight else {
                control("pair-setup", succeeded: false, exchange)
                return .failed(
                    "\(next.name): \(Excerpt.sentences(answer.flaws)) (HTTP \(response.status ?? 0), \(Summary.pairing(answer.tlv)))"
                )
            }
            if machine.wantsRestart { return nil }
            if stage == .m5 { control("pair-setup", succeeded: true, exchange) }
        }
        guard let pairing = machine.result else { return .failed("M6 brought no pairing") }
        controllers.set(pairing, for: "alice")
        return .paired
    }
}
