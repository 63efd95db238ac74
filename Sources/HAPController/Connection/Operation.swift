package import HAPModel
package import HAPSession

/// A controller's operation on an accessory, independent of the transport.
package enum Operation: Sendable {
    /// One message of a pairing procedure: TLV8 items, encoded.
    case pairing(PairingEndpoint, [UInt8])
    /// Reads the attribute database (HAP R1 5.6.1).
    case database
    /// Reads characteristics (HAP R1 5.7.3).
    case read([CharacteristicID], ReadOptions)
    /// Writes values and event states (HAP R1 5.7.2).
    case write([WriteEntry])
    /// Prepares a write and executes it within its time (ADK R14 6.7.2.4).
    case timedWrite([WriteEntry], TimedWrite)
    /// Enables or disables events (HAP R1 5.8).
    case subscribe([CharacteristicID], Bool)
    /// Runs the identify routine of an unpaired accessory (HAP R1 5.7.6).
    case identify
}

/// The recipient of a pairing message.
package enum PairingEndpoint: String, Sendable, Hashable, CaseIterable {
    case setup = "pair-setup"
    case verify = "pair-verify"
    case pairings
}

/// How a timed write is executed, including deliberate errors.
package struct TimedWrite: Sendable, Hashable {
    /// The link between the execution and its preparation.
    package enum Token: String, Sendable, Hashable, CaseIterable {
        /// The prepared number.
        case right
        /// Another number.
        case wrong
        /// No number.
        case absent
    }

    /// How long the accessory should accept the execution; whole milliseconds.
    package var timeToLive: Duration
    /// How long the controller waits before it executes the write.
    package var pause: Duration
    /// Whether the write is prepared at all.
    package var isPrepared: Bool
    /// Whether the write is executed.
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

    /// Whether the write has a deliberate error.
    package var isFlawed: Bool { pause > .zero || !isPrepared || !isExecuted || token != .right }
}
