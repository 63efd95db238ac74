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
        // Somebody's attempt may still be open: an accessory holds it for half a minute or so.
        let deadline = run.clock.deadline(in: Self.busyWithin)
        for _ in 0..<Self.restarts {
            let wire = run.connection("pairing")
            guard (try? await wire.open(within: run.settings.connectWithin)) != nil else {
                return .failed("the accessory accepts no connection")
            }
            let identity = controllers.identity("alice")
            var machine = PairSetupController(setupCode: code, identity: identity, random: run.bench.random)
            let outcome = await pair(&machine, on: wire, identity: identity)
            await wire.close(abruptly: false)
            if let outcome { return outcome }
            guard !run.stop.isMade else { return .failed("the run was stopped") }
            guard isBusy else { continue }
            guard run.clock.now < deadline else {
                return .failed(
                    "the accessory has been busy with another pair-setup for \(Summary.seconds(Self.busyWithin))"
                )
            }
            try? await run.clock.sleep(until: run.clock.deadline(in: .seconds(2)))
        }
        return .failed("the accessory's public key began with a zero byte \(Self.restarts) times in a row")
    }

    /// For how long an accessory may be busy with somebody else's pair-setup.
    private static let busyWithin = Duration.seconds(40)

    /// Pair-setups that are begun before a right one comes; one in 256 public keys begins with a zero byte.
    private static let restarts = 40

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
            isBusy = answer.error == .busy && stage == .m1
            if isBusy { return nil }
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
