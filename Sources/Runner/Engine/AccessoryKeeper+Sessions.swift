import HAPController
import HAPModel
import HAPPairing
import Observations
import RunRecord

extension AccessoryKeeper {
    /// The shared session; a new one if it was closed.
    func verifiedMain() async -> CaseConnection? {
        if let main {
            // The accessory may have closed it in the meantime, to free a connection or because of a case.
            _ = await main.wire.listen(within: .zero)
            if main.wire.isOpen, !run.observer.isRevoked(main.wire.name) { return main }
            await main.wire.close(abruptly: false)
            self.main = nil
        }
        guard let pairing = controllers.pairing("alice"), !run.stop.isUnanswered else { return nil }
        let wire = here.connection(InstanceRunner.mainName)
        guard (try? await wire.open(within: run.settings.connectWithin)) != nil else { return nil }
        let (verify, ending) = await PairVerifyProcedure.persistentSession(
            for: pairing,
            on: wire,
            run.environment,
            within: patience
        )
        record(verify, ending)
        if case .silent = ending { run.stop.noteSilence() }
        let verified = ending == .session
        control("pair-verify", succeeded: verified, nil)
        guard verified else {
            await wire.close(abruptly: false)
            return nil
        }
        run.learn(pairing)
        run.observer.note(authorized: wire.name)
        if hasKnownOwn { recordKept("alice") }
        hasKnownOwn = true
        let connection = CaseConnection(wire: wire, controller: "alice")
        main = connection
        return connection
    }

    /// Counts the sessions that could not be started, and records what monitors judge: the first session, and wrong
    /// answers. One wrong answer may be the link's fault, so only those that follow another one are recorded.
    private func record(_ verify: PairVerifyProcedure, _ ending: PairVerifyProcedure.Ending) {
        let isFirst = !run.controls.has("pair-verify")
        (unansweredSessions, rejectedSessions) =
            switch ending {
            case .session: (0, 0)
            case .refused: (0, rejectedSessions)
            case .busy, .rejected: (0, rejectedSessions + 1)
            case .silent: (unansweredSessions + 1, rejectedSessions)
            }
        let isRecorded =
            switch ending {
            case .session: isFirst
            case .busy, .rejected: Self.recordedRejections.contains(rejectedSessions)
            case .refused, .silent: false
            }
        guard isRecorded else { return }
        let plain = Tampering(isTampered: false, control: "pair-verify")
        let observation = PairingTranscript(verify.steps).observation(plain, aim: 4, within: patience)
        record(observation.json, watched: "own-session")
    }

    /// The rejected sessions in a row that are recorded, counted from 1. An accessory that rejects all would fill the
    /// record.
    private static let recordedRejections = 2...4
}
