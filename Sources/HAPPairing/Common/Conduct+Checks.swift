import HAPModel

extension Conduct {
    /// Makes one of the accessory's checks: it passes, is omitted, or rejects the message.
    ///
    /// - Parameters:
    ///   - check: one of ``PairingGuard/all``.
    ///   - answer: the accessory's response according to the protocol.
    func require(_ check: PairingGuard, _ holds: Bool, else answer: Refusal.Answer) throws(Refusal) {
        switch departures.guards[check.name] {
        case .skip: return
        case .refuse: throw Refusal(answer: answer, check: check.name)
        case .answer(let number) where !holds: throw Refusal(answer: .init(number: number), check: check.name)
        case .answer, nil:
            if !holds { throw Refusal(answer: answer, check: check.name) }
        }
    }

    /// Makes a check that keeps the accessory from reading beyond its memory.
    func requireForSafety(_ check: PairingGuard, _ holds: Bool, else answer: Refusal.Answer) throws(Refusal) {
        if skips(check), !holds { throw Refusal(answer: .crash, check: check.name) }
        try require(check, holds, else: answer)
    }

    /// Whether the check is omitted.
    func skips(_ check: PairingGuard) -> Bool {
        departures.skips(check.name)
    }

    /// A consequence with its repetitions and delay: usually once, without delay.
    func consequences(_ effect: PairingEffect, _ consequence: PairingConsequence) -> [ScheduledConsequence] {
        switch departures.effects[effect.name] {
        case .omit: []
        case .twice: [ScheduledConsequence(consequence), ScheduledConsequence(consequence)]
        case .delay(let milliseconds): [ScheduledConsequence(consequence, delayMilliseconds: milliseconds)]
        case nil: [ScheduledConsequence(consequence)]
        }
    }

    /// Whether a consequence inside the machine happens.
    func happens(_ effect: PairingEffect) -> Bool {
        departures.effects[effect.name] != .omit
    }
}
