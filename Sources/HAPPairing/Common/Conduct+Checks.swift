import HAPModel

extension Conduct {
    /// Makes a check of the accessory's: it holds, or it is left out, or the message is refused.
    ///
    /// - Parameters:
    ///   - check: one of ``PairingGuard/all``.
    ///   - answer: what the protocol has the accessory answer with.
    func require(_ check: PairingGuard, _ holds: Bool, else answer: Refusal.Answer) throws(Refusal) {
        switch departures.guards[check.name] {
        case .skip: return
        case .refuse: throw Refusal(answer: answer, check: check.name)
        case .answer(let number) where !holds: throw Refusal(answer: .init(number: number), check: check.name)
        case .answer, nil:
            if !holds { throw Refusal(answer: answer, check: check.name) }
        }
    }

    /// Makes a check without which the accessory would read beyond its memory.
    func requireForSafety(_ check: PairingGuard, _ holds: Bool, else answer: Refusal.Answer) throws(Refusal) {
        if skips(check), !holds { throw Refusal(answer: .crash, check: check.name) }
        try require(check, holds, else: answer)
    }

    /// Whether the check is left out.
    func skips(_ check: PairingGuard) -> Bool {
        departures.skips(check.name)
    }

    /// A consequence as often and as late as it comes: usually once, at once.
    func consequences(_ effect: PairingEffect, _ consequence: PairingConsequence) -> [ScheduledConsequence] {
        switch departures.effects[effect.name] {
        case .omit: []
        case .twice: [ScheduledConsequence(consequence), ScheduledConsequence(consequence)]
        case .delay(let milliseconds): [ScheduledConsequence(consequence, delayMilliseconds: milliseconds)]
        case nil: [ScheduledConsequence(consequence)]
        }
    }

    /// Whether a consequence within the machine comes.
    func happens(_ effect: PairingEffect) -> Bool {
        departures.effects[effect.name] != .omit
    }
}
