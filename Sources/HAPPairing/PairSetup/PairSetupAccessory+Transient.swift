import HAPCrypto

extension PairSetupAccessory {
    /// The effective flags of an M1: none without software authentication, or with an authentication
    /// coprocessor's method.
    func flagsThatCount(_ number: UInt64, method: UInt8?, _ context: PairSetupContext) -> PairSetupFlags {
        guard context.supportsSoftwareAuthentication else { return [] }
        if method == 1, !conduct.skips(.setupM1FlagsWithAuth) { return [] }
        return PairSetupFlags(rawValue: UInt32(truncatingIfNeeded: number)).intersection(.known)
    }

    /// Ends the procedure with M4, and opens its session (ADK R14 5.6.4).
    mutating func openTransientSession(
        _ key: SRPSessionKey,
        _ exchange: AccessoryExchange,
        _ reply: inout PairingReply
    ) {
        let keys = conduct.transientKeys(from: key)
        reply.consequences += conduct.consequences(.setupTransientSession, .transientSessionEstablished(keys))
        if flags.contains(.split) {
            let kept = KeptSetup(salt: exchange.settings.salt, verifier: exchange.verifier)
            reply.consequences += conduct.consequences(.setupKeep, .keepSetup(kept))
        }
        guard conduct.happens(.setupTransientEnd) else {
            state = .sentM4(key)
            return
        }
        reply.consequences += conduct.consequences(.setupEnd, .attemptEnded)
        state = .idle
    }
}
