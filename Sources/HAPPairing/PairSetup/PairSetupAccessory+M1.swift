import HAPCrypto
import HAPModel

extension PairSetupAccessory {
    /// Responds to M1.
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
        var flags: PairSetupFlags = []
        if let item = intake[.flags] {
            try conduct.requireForSafety(.setupM1Flags, item.count <= 4, else: Refusal.malformed)
            let number = item.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            if number & ~UInt64(PairSetupFlags.known.rawValue) != 0 {
                try conduct.require(.setupM1UnknownFlags, true, else: Refusal.malformed)
            }
            flags = flagsThatCount(number, method: method?.first, context)
        }
        if isInProgress { try conduct.require(.setupM1Restart, true, else: Refusal.malformed) }
        for _ in 0..<max(0, min(conduct.constant(.failuresOfM1), 1000)) {
            reply.consequences += conduct.consequences(.setupCountFailure, .countFailure)
        }
        try conduct.require(.setupPaired, !context.isPaired, else: .error(.unavailable))
        let triesAreLeft = Int64(context.failures) < conduct.constant(.maxTries)
        try conduct.require(.setupMaxTries, triesAreLeft, else: .error(.maxTries))
        let wait = Refusal.Answer.backoff(seconds: context.backoffSeconds)
        try conduct.require(.setupBackoff, context.backoffSeconds == 0, else: wait)
        try conduct.require(.setupBusy, !context.isBusyElsewhere, else: .error(.busy))
        try conduct.require(.setupM1AuthMethod, method?.first != 1, else: .error(.unavailable))
        // Split alone continues a transient procedure with its salt and verifier.
        let kept = flags == .split ? context.keptSetup : nil
        if flags == .split { try conduct.require(.setupM1Split, kept != nil, else: .error(.authentication)) }
        reply.consequences += conduct.consequences(.setupBegin, .attemptBegan)
        if context.keptSetup != nil { reply.consequences.append(ScheduledConsequence(.keepSetup(nil))) }
        let exchange = AccessoryExchange(
            SetupCredential(setupCode: credential.setupCode, salt: kept?.salt ?? credential.salt),
            known: kept?.verifier ?? verifier,
            with: &conduct
        )
        state = .sentM2(exchange)
        self.flags = flags
        var draft = MessageDraft()
        draft.add("state", .state, [2])
        draft.add("B", .publicKey, made: exchange.accessoryKey)
        draft.add("salt", .salt, exchange.settings.salt)
        let answered = flags.contains(.split) ? TLV8.Item(.flags, integer: UInt64(flags.rawValue)).value : nil
        draft.add("flags", .flags, answered)
        draft.add("error", .error, nil)
        draft.add("retry-delay", .retryDelay, nil)
        reply.answer(conduct.encode(draft, "M2"))
    }
}
