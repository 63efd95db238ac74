import HAPCrypto
import HAPModel

extension PairSetupAccessory {
    private static let knownFlags: UInt64 = 0x0100_0010

    /// Answers M1.
    mutating func receiveM1(
        _ intake: inout MessageIntake,
        _ context: PairSetupContext,
        _ reply: inout PairingReply
    ) throws(Refusal) {
        intake.alter(.method, "M1.received.method", with: &conduct.alterer)
        intake.alter(.flags, "M1.received.flags", with: &conduct.alterer)
        let method = intake[.method]
        try conduct.require(.setupM1Method, method?.count == 1, else: Refusal.malformed)
        let isKnown = method?.first.map { $0 <= 1 } ?? true
        try conduct.require(.setupM1UnknownMethod, isKnown, else: Refusal.malformed)
        if let flags = intake[.flags] {
            try conduct.requireForSafety(.setupM1Flags, flags.count <= 4, else: Refusal.malformed)
            let number = flags.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            if number & ~Self.knownFlags != 0 {
                try conduct.require(.setupM1UnknownFlags, true, else: Refusal.malformed)
            }
        }
        if isInProgress { try conduct.require(.setupM1Restart, true, else: Refusal.malformed) }
        for _ in 0..<max(0, min(conduct.constant(.failuresOfM1), 1000)) {
            reply.consequences += conduct.consequences(.setupCountFailure, .countFailure)
        }
        try conduct.require(.setupPaired, !context.isPaired, else: .error(.unavailable))
        let triesAreLeft = Int64(context.failures) < conduct.constant(.maxTries)
        try conduct.require(.setupMaxTries, triesAreLeft, else: .error(.maxTries))
        try conduct.require(.setupBusy, !context.isBusyElsewhere, else: .error(.busy))
        try conduct.require(.setupM1AuthMethod, method?.first != 1, else: .error(.unavailable))
        reply.consequences += conduct.consequences(.setupBegin, .attemptBegan)
        let exchange = AccessoryExchange(credential, known: verifier, with: &conduct)
        state = .sentM2(exchange)
        var draft = MessageDraft()
        draft.add("state", .state, [2])
        draft.add("B", .publicKey, made: exchange.accessoryKey)
        draft.add("salt", .salt, exchange.settings.salt)
        draft.add("flags", .flags, nil)
        draft.add("error", .error, nil)
        reply.answer(conduct.encode(draft, "M2"))
    }
}
