package import HAPModel
package import HAPSession

/// What a controller asks of an accessory, whatever the transport makes of it.
package enum Operation: Sendable {
    /// One message of a pairing procedure: TLV8 items, encoded.
    case pairing(PairingEndpoint, [UInt8])
    /// Reads the attribute database (HAP R1 5.6.1).
    case database
    /// Reads characteristics (HAP R1 5.7.3).
    case read([CharacteristicID], ReadOptions)
    /// Writes values and event states (HAP R1 5.7.2).
    case write([WriteEntry])
    /// Announces a write and executes it within its time (ADK R14 6.7.2.4).
    case timedWrite([WriteEntry], TimedWrite)
    /// Enables or disables events (HAP R1 5.8).
    case subscribe([CharacteristicID], Bool)
    /// Asks an accessory that is not paired to identify itself (HAP R1 5.7.6).
    case identify
}

/// Where a pairing message goes.
package enum PairingEndpoint: String, Sendable, Hashable, CaseIterable {
    case setup = "pair-setup"
    case verify = "pair-verify"
    case pairings
}

/// How a timed write is carried out, and what is deliberately wrong about it.
package struct TimedWrite: Sendable, Hashable {
    /// What links the execution to its preparation.
    package enum Token: String, Sendable, Hashable, CaseIterable {
        /// The one that was prepared.
        case right
        /// Another one.
        case wrong
        /// None.
        case absent
    }

    /// For how long the accessory is to accept the execution; whole milliseconds.
    package var timeToLive: Duration
    /// How long the controller waits before it executes the write.
    package var pause: Duration
    /// Whether the write is prepared at all.
    package var isPrepared: Bool
    /// Whether it is executed, too.
    package var isExecuted: Bool
    package var token: Token
    /// The number that links preparation and execution where the transport has one (IP: `pid`).
    package var number: UInt64

    package init(
        timeToLive: Duration = .seconds(10),
        pause: Duration = .zero,
        isPrepared: Bool = true,
        isExecuted: Bool = true,
        token: Token = .right,
        number: UInt64 = 1
    ) {
        self.timeToLive = timeToLive
        self.pause = pause
        self.isPrepared = isPrepared
        self.isExecuted = isExecuted
        self.token = token
        self.number = number
    }

    /// Whether the write departs from what a careful controller does.
    package var isFlawed: Bool { pause > .zero || !isPrepared || !isExecuted || token != .right }
}
