import HAPController
import HAPModel
import HAPPairing
import Measurement
import Observations
import RunRecord
import SuiteLanguage

extension AccessoryKeeper {
    enum Pairing {
        case paired
        case alreadyPaired
        case wrongCode(String)
        case failed(String)
        /// Another pair-setup occupied it for the whole time.
        case busy(String)
        case noAccessory(String)
        /// It accepts no connection any more.
        case noConnection

        /// Why it failed, where more is known than the case itself says.
        var reason: String? {
            switch self {
            case .wrongCode(let reason), .failed(let reason), .busy(let reason), .noAccessory(let reason): reason
            case .paired, .alreadyPaired, .noConnection: nil
            }
        }
    }

    /// Pairs the tester's own controller. A wrong setup code is tried only once.
    ///
    /// If it fails with a wrong message, it is made once more: many accessories mistreat a number that begins with a zero byte, which is
    /// one in 256, and the run would end for that.
    func pair() async -> Pairing {
        let first = await attemptToPair()
        guard case .failed = first, failedPairSetups == 0, let last = lastOwnPairSetup?.steps.last,
            let answer = last.answer,
            !answer.flaws.isEmpty, answer.error == nil, !run.stop.isMade
        else { return first }
        // After M5 the accessory may have stored the controller, and would refuse another pair-setup.
        guard last.message < 5 else { return first }
        return await attemptToPair()
    }

    private func attemptToPair() async -> Pairing {
        guard let code = run.settings.setupCode else { return .failed("no setup code was given") }
        guard !isCodeRefused else { return .failed("the accessory rejects the setup code") }
        ownPairSetups += 1
        let busyWithin = busyWithin
        let ending = await contact.pair(
            controllers.identity("alice"),
            code: code,
            busyWithin: busyWithin,
            returnWithin: ownPairSetups == 1 ? nil : contact.returnWithin,
            ledger: run.ledger
        )
        switch ending {
        case .ended(let setup, let ending):
            lastOwnPairSetup = setup
            if ownPairSetups == 1 {
                if setup.steps.last?.backoff == nil { recordFirstPairing(setup) }
                // Before that, the accessory may be paired with another controller, or busy with its pair-setup.
                if ending == .done { recordOwnPairSetup() }
            }
            // Whatever kept it from a pair-setup has ended.
            if ending == .done { lossOfAll = nil }
            return outcome(of: setup, ending)
        case .noConnection: return .noConnection
        case .stopped: return .failed("the run was stopped")
        case .busy(let setup):
            lastOwnPairSetup = setup
            // An accessory that was given less time is not judged.
            if run.controls.has("pair-setup"), hasStayedBusy || busyWithin >= Contact.busyWithin {
                hasStayedBusy = false
                recordOwnPairSetup()
            }
            let time = busyWithin > .zero ? " for \(Summary.seconds(busyWithin))" : ""
            return .busy("the accessory has been busy with another pair-setup\(time)")
        }
    }

    /// Takes a snapshot of the first pair-setup: a factory-new accessory may fail only there.
    private func recordFirstPairing(_ setup: PairSetupProcedure) {
        let transcript = PairingTranscript(setup.steps)
        let plain = Tampering(isTampered: false, control: "pair-setup")
        guard case .pairing(let observation) = transcript.observation(plain, aim: 6, within: patience) else { return }
        run.journal.record(
            .snapshot,
            [
                "name": "first-pairing",
                "pairing": .array([observation.json.with("place", "the first pair-setup")]),
                "evidence": .array(transcript.evidence.map { JSON($0) }),
            ]
        )
    }

    /// Has monitors judge the last pair-setup of the engine.
    func recordOwnPairSetup() {
        guard let setup = lastOwnPairSetup else { return }
        let plain = Tampering(isTampered: false, control: "pair-setup")
        let observation = PairingTranscript(setup.steps).observation(plain, aim: 6, within: patience)
        record(observation.json, watched: "own-pair-setup")
    }

    private func outcome(of setup: PairSetupProcedure, _ ending: PairSetupProcedure.Ending) -> Pairing {
        guard let step = setup.steps.last else { return .failed("no message was sent") }
        switch ending {
        case .withheld: return .failed("the ledger cannot be written")
        case .unwantedKey:
            let times = setup.steps.count
            return .failed("the accessory's public key started with a zero byte \(times) times in a row")
        case .done:
            control("pair-setup", succeeded: true, step.exchange)
            guard let pairing = setup.result else { return .failed("M6 does not contain a pairing") }
            triesInARow = 0
            run.learn(pairing, debt: Ledger.debt(of: pairing.controller))
            controllers.set(pairing, for: "alice")
            return .paired
        case .stopped: return failure(at: step)
        }
    }

    private func failure(at step: PairingStep) -> Pairing {
        guard let answer = step.answer else {
            let failure = Summary.absence(in: step.exchange, within: patience)
            control("pair-setup", succeeded: false, step.exchange)
            return step.message == 1
                ? .noAccessory("\(failure) to M1 of pair-setup") : .failed("\(failure) to M\(step.message)")
        }
        if answer.error == .unavailable, step.message == 1 { return .alreadyPaired }
        if let time = step.backoff {
            return .failed("the accessory asks for \(Summary.seconds(time)) before the next pair-setup")
        }
        if answer.error == .authentication, step.message == 3 {
            isCodeRefused = true
            return .wrongCode(
                "the accessory rejects the setup code (Error 2 in M4). Assay tried it once; check the code on the label. If it is right, the accessory computes SRP wrongly, or loses a fragment of M3"
            )
        }
        let message = step.exchange.answer?.message
        if step.message == 1, let message, message.isPage {
            return .noAccessory("\(message.brief) with a web page to M1 of pair-setup")
        }
        control("pair-setup", succeeded: false, step.exchange)
        let brief = message.map { "\($0.brief), " } ?? ""
        let reply =
            message.flatMap { Summary.foreign($0, answer.tlv) }
            ?? "\(Excerpt.sentences(answer.flaws)) (\(brief)\(Summary.pairing(answer.tlv)))"
        return .failed("M\(step.message + 1): \(reply)")
    }
}

extension WireMessage {
    /// Whether the body is a page for a browser, which no accessory sends.
    fileprivate var isPage: Bool {
        guard case .text(let text) = body.content else { return false }
        let start = text.drop { $0.isWhitespace }.prefix(20).lowercased()
        return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
    }
}
