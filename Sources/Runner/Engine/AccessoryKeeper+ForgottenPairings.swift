import HAPController
import HAPModel
import HAPPairing
import Measurement
import Observations
import RunRecord
import SuiteLanguage

/// Whether the accessory keeps its pairings until they are removed. Without this, a run would pair again each time and say nothing.
extension AccessoryKeeper {
    /// Has monitors judge a later session of a controller, which shows that the accessory still knows it. One for each
    /// controller is enough.
    func recordKept(_ controller: String) {
        guard keptControllers.insert(controller).inserted else { return }
        record(["known": true, "summary": "a session started again", "evidence": []], of: controller)
    }

    /// Has monitors judge that the accessory has forgotten a controller which had a session, and whose removal was not requested.
    ///
    /// Another pair-verify shows it, so that the messages are in the record.
    func recordForgotten(_ pairing: AccessoryPairing, _ controller: String) async {
        let wire = here.connection("standing")
        guard (try? await contact.open(wire)) != nil else { return }
        var verify = PairVerifyProcedure(PairVerifyController(pairing: pairing, random: run.environment.random))
        let ending = await verify.session(on: wire, within: patience)
        await wire.close(abruptly: false)
        // An accessory that is overloaded rejects pair-verify in another form.
        guard ending == .refused else { return }
        let plain = Tampering(isTampered: false, control: "pair-verify")
        let observation = PairingTranscript(verify.steps).observation(plain, aim: 4, within: patience).json
        record(observation.with("known", false).with("since", .string(previous)), of: controller)
    }

    /// Looks whether the accessory has forgotten the tester's own controller, before something asks for its removal. A session that is
    /// open may have outlived the pairing, so that a new one is started.
    func lookForLoss(of own: AccessoryPairing) async {
        guard hasKnownOwn, loss == nil, !run.stop.isMade, await contact.standing(of: own) == .unknown else { return }
        await recordForgotten(own, "alice")
    }

    private func record(_ observation: JSON, of controller: String) {
        record(observation.with("controller", .string(controller)), watched: "own-pairing")
    }
}
