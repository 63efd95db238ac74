import HAPCrypto
import HAPModel

extension PairSetupAccessory {
    /// Responds to M3.
    mutating func receiveM3(
        _ intake: inout MessageIntake,
        _ context: PairSetupContext,
        _ reply: inout PairingReply
    ) throws(Refusal) {
        let exchange = try exchangeForM3()
        try conduct.require(.setupM3Holder, !context.isBusyElsewhere, else: Refusal.malformed)
        try conduct.require(.setupM3Paired, !context.isPaired, else: .error(.unavailable))
        intake.alter(.publicKey, "M3.received.A", with: &conduct.alterer)
        intake.alter(.proof, "M3.received.proof", with: &conduct.alterer)
        let (key, proof) = (intake[.publicKey], intake[.proof])
        try conduct.require(.setupM3Items, key != nil && proof != nil, else: Refusal.malformed)
        let controllerKey = key ?? []
        let fits = Int64(controllerKey.count) <= conduct.constant(.maxKeyLength)
        try conduct.require(.setupM3KeyLength, fits, else: Refusal.malformed)
        try conduct.require(.setupM3ProofLength, (proof?.count ?? 64) == SRP.proofLength, else: Refusal.malformed)
        let isZero = isRejectedMultiple(controllerKey, exchange)
        try conduct.require(.setupM3KeyZero, !isZero, else: .error(.authentication))
        let conclusion = exchange.conclude(controllerKey, with: &conduct)
        do {
            let isRight = proof.map { isRightProof($0, conclusion.expectedProof) } ?? true
            try conduct.require(.setupM3Proof, isRight || !isInProgress, else: .error(.authentication))
        } catch {
            reply.consequences += conduct.consequences(.setupCountFailure, .countFailure)
            throw error
        }
        reply.consequences += conduct.consequences(.setupClearFailures, .clearFailures)
        if flags.contains(.transient) {
            openTransientSession(conclusion.sessionKey, exchange, &reply)
        } else {
            state = .sentM4(conclusion.sessionKey)
        }
        var draft = MessageDraft()
        draft.add("state", .state, [4])
        draft.add("proof", .proof, conclusion.answer)
        draft.add("error", .error, nil)
        reply.answer(conduct.encode(draft, "M4"))
    }

    /// The exchange that M2 began; a new one if M3 may come first.
    private mutating func exchangeForM3() throws(Refusal) -> AccessoryExchange {
        if case .sentM2(let exchange) = state {
            try conduct.require(.setupM3Order, true, else: Refusal.malformed)
            return exchange
        }
        try conduct.require(.setupM3Order, false, else: Refusal.malformed)
        return AccessoryExchange(credential, known: verifier, with: &conduct)
    }

    /// Whether A is 0 modulo N and one of the multiples that are rejected; all of them without a departure.
    private func isRejectedMultiple(_ controllerKey: [UInt8], _ exchange: AccessoryExchange) -> Bool {
        guard exchange.isZero(controllerKey) else { return false }
        let digits = controllerKey.drop { $0 == 0 }
        let bit: Int64 = digits.isEmpty ? 1 : digits.count <= exchange.settings.group.length ? 2 : 4
        return conduct.constant(.zeroMultiples) & bit != 0
    }

    /// Compares the configured number of bytes; all of them without a departure.
    private func isRightProof(_ proof: [UInt8], _ expected: [UInt8]) -> Bool {
        let wanted = Int(clamping: max(0, conduct.constant(.proofCompared)))
        let count = conduct.skips(.setupM3ProofLength) ? min(wanted, proof.count) : wanted
        return ConstantTime.areEqual(Array(proof.prefix(count)), Array(expected.prefix(count)))
    }
}
