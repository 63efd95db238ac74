package import HAPModel

/// An accessory's response to a pairing message, and the consequences of the message.
package struct PairingReply: Sendable, Equatable {
    /// Success, or why the message was rejected without items; each transport encodes it in its own way.
    package var status: HAPStatus
    /// The items; empty if the message was rejected without items.
    package var body: [UInt8]
    /// Whether a departure drops the response.
    package var isWithheld: Bool
    /// The consequences in order: they happen before the response is sent, unless a consequence says otherwise.
    package var consequences: [ScheduledConsequence]
    /// The check that rejected the message, for the simulator's log.
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

/// A consequence and its delay.
package struct ScheduledConsequence: Sendable, Equatable {
    package var consequence: PairingConsequence
    /// The delay that a departure adds; 0 for none.
    package var delayMilliseconds: Int64

    package init(_ consequence: PairingConsequence, delayMilliseconds: Int64 = 0) {
        self.consequence = consequence
        self.delayMilliseconds = delayMilliseconds
    }
}

/// A consequence of a pairing message besides its response; the accessory's core carries it out.
package enum PairingConsequence: Sendable, Equatable {
    /// This connection now holds Pair Setup; the accessory responds Busy to others.
    case attemptBegan
    /// This connection no longer holds Pair Setup.
    case attemptEnded
    /// Increments the count of failed attempts, which outlives connections and power cycles.
    case countFailure
    /// Resets the count of failed attempts to 0.
    case clearFailures
    /// Stores a pairing permanently before the response is sent.
    case addPairing(PairingRecord)
    /// Replaces the values of the pairing with this identifier.
    case updatePairing(PairingRecord)
    /// Removes the pairing with exactly this identifier.
    case removePairing(identifier: [UInt8])
    /// Removes all pairings; the accessory is then unpaired.
    case removeAllPairings
    /// Closes all sessions of this controller after the response is sent.
    case closeSessions(identifier: [UInt8])
    /// Encrypts everything after the response with these keys.
    case sessionEstablished(SessionKeys, identifier: [UInt8], isAdmin: Bool)
    /// Encrypts everything after the response with these keys, in a session without a controller and without access.
    case transientSessionEstablished(SessionKeys)
    /// Keeps salt and verifier for the next Pair Setup, or (`nil`) discards them; a power cycle discards them.
    case keepSetup(KeptSetup?)
    /// The accessory crashes on an invalid read; only if a departure omits the check of a length.
    case crash
}
