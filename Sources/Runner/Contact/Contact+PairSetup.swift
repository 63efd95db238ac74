import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import Measurement

extension Contact {
    /// How a pair-setup of the tester ended.
    enum PairSetupEnd {
        /// The last attempt; it may have failed.
        case ended(PairSetupProcedure, PairSetupProcedure.Ending)
        case noConnection
        /// Another pair-setup occupied the accessory for the whole time; the last attempt.
        case busy(PairSetupProcedure)
        case stopped
    }

    /// Pairs a controller. It waits while the accessory is busy or asks for time, and tries once more if an answer was lost.
    ///
    /// - Parameters:
    ///   - code: it is tried once; only a lost answer is a reason to try it again.
    ///   - busyWithin: how long it may be busy with another controller's pair-setup.
    ///   - returnWithin: how long the accessory may take to restart, if an answer is lost; `nil` if nothing shows yet that
    ///     there is an accessory.
    ///   - ledger: where the controller's key is recorded before it is sent.
    func pair(
        _ controller: ControllerIdentity,
        code: SetupCode,
        busyWithin: Duration = Contact.busyWithin,
        returnWithin: Duration?,
        ledger: Ledger?
    ) async -> PairSetupEnd {
        // Another controller's attempt may still be open: accessories hold it for about half a minute.
        var setupPatience = SetupPatience(clock: environment.clock, busyLimit: busyWithin, stop: stop)
        var first: PairSetupEnd?
        while true {
            let wire = connection("pairing")
            // An accessory that stopped at a message is not back: what it did before counts.
            guard (try? await wire.open(within: connectWithin)) != nil else { return first ?? .noConnection }
            var setup = PairSetupProcedure(
                PairSetupController(setupCode: code, identity: controller, random: environment.random)
            )
            let ending = await setup.run(on: wire, within: patience) {
                ledger.owe(controller, debt: Ledger.debt(of: controller))
            }
            await wire.close(abruptly: false)
            guard let step = setup.steps.last else { return .ended(setup, ending) }
            if await setupPatience.allowsAnother(after: step.m1Refusal) { continue }
            if step.isBusy { return stop.isMade ? .stopped : .busy(setup) }
            guard ending == .stopped, step.answer == nil, first == nil, !stop.isMade else {
                return .ended(setup, ending)
            }
            first = .ended(setup, ending)
            // It may have crashed, and be about to restart.
            if let returnWithin, await !answers(within: returnWithin) { return .ended(setup, ending) }
            // After M5 the accessory may have stored the pairing, and then rejects another pair-setup.
            if step.message == 5, await !remove(controller, ledger) { return .ended(setup, ending) }
        }
    }

    private func remove(_ controller: ControllerIdentity, _ ledger: Ledger?) async -> Bool {
        let pairing = AccessoryPairing(of: controller)
        return await PairingRemoval(contact: self, ledger: ledger) { _ in false }.remove(pairing).isGone
    }

    /// How long an accessory may be busy with another controller's pair-setup, or with one that was given up (HAP-PAIR-SETUP-015,
    /// HAP-PAIR-SETUP-016).
    static let busyWithin = Duration.seconds(60)

    /// How long an accessory may ask to wait before the next pair-setup (HAP-CORE-091).
    static let backoffWithin = Duration.seconds(60)
}
