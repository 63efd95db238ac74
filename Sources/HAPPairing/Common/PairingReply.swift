package import HAPModel

/// An accessory's answer to a pairing message, and what is to happen because of it.
package struct PairingReply: Sendable, Equatable {
    /// Success, or why the message was refused without items; each transport has its own way to say so.
    package var status: HAPStatus
    /// The items; empty if the message was refused without.
    package var body: [UInt8]
    /// Whether nothing at all is to be sent, because a departure dropped the message.
    package var isWithheld: Bool
    /// What is to happen, in this order: before the answer is sent, unless a consequence says otherwise.
    package var consequences: [ScheduledConsequence]
    /// The check that refused the message, for the simulator's own log.
    package var refusedBy: String?

    init(
        status: HAPStatus = .success,
        body: [UInt8] = [],
        isWithheld: Bool = false,
        consequences: [ScheduledConsequence] = [],
        refusedBy: String? = nil
    ) {
        self.status = status
        self.body = body
        self.isWithheld = isWithheld
        self.consequences = consequences
        self.refusedBy = refusedBy
    }
}

/// A consequence, at once or late.
package struct ScheduledConsequence: Sendable, Equatable {
    package var consequence: PairingConsequence
    /// How late it comes because of a departure; 0 is at once.
    package var delayMilliseconds: Int64

    package init(_ consequence: PairingConsequence, delayMilliseconds: Int64 = 0) {
        self.consequence = consequence
        self.delayMilliseconds = delayMilliseconds
    }
}

/// What follows from a pairing message beyond its answer; the accessory's core carries it out.
package enum PairingConsequence: Sendable, Equatable {
    /// This connection now holds Pair Setup; others are told that the accessory is busy.
    case attemptBegan
    /// This connection holds Pair Setup no longer.
    case attemptEnded
    /// One more failed attempt; the count outlives connections and power cycles.
    case countFailure
    /// The count of failed attempts is 0 again.
    case clearFailures
    /// A pairing is stored, for good, before the answer goes out.
    case addPairing(PairingRecord)
    /// The pairing with this identifier gets these values.
    case updatePairing(PairingRecord)
    /// The pairing with exactly this identifier is forgotten.
    case removePairing(identifier: [UInt8])
    /// All pairings are forgotten; the accessory is unpaired.
    case removeAllPairings
    /// All sessions of this controller end, after the answer went out.
    case closeSessions(identifier: [UInt8])
    /// Everything after the answer is sealed with these keys.
    case sessionEstablished(SessionKeys, identifier: [UInt8], isAdmin: Bool)
    /// Everything after the answer is sealed with these keys, in a session of nobody's that reaches nothing.
    case transientSessionEstablished(SessionKeys)
    /// Salt and verifier are kept for the next Pair Setup, or (`nil`) kept no longer; a power cycle forgets them.
    case keepSetup(KeptSetup?)
    /// The accessory reads where it must not, and dies; only where a departure leaves a length unchecked.
    case crash
}
