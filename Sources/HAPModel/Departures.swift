/// A peer's deviations from the protocol: a case's manipulations, or a simulator's defects.
///
/// Both use one vocabulary. An empty value describes a peer that conforms to the protocol.
package struct Departures: Sendable, Equatable {
    /// Changes of bytes, messages and field lists at named points.
    package var alterations: [Alteration]
    /// Checks that are omitted or have another result, by the check's name (`pair-setup.busy`).
    package var guards: [String: GuardDeparture]
    /// Consequences that are missing, repeated or delayed, by the consequence's name (`pairing.store`).
    package var effects: [String: EffectDeparture]
    /// Limits, intervals and sizes with another value, by the constant's name (`pair-setup.max-tries`).
    package var constants: [String: Int64]

    package static let none = Departures()

    package init(
        alterations: [Alteration] = [],
        guards: [String: GuardDeparture] = [:],
        effects: [String: EffectDeparture] = [:],
        constants: [String: Int64] = [:]
    ) {
        self.alterations = alterations
        self.guards = guards
        self.effects = effects
        self.constants = constants
    }

    /// Whether the check is omitted.
    package func skips(_ check: String) -> Bool {
        guards[check] == .skip
    }

    /// The constant's value: `standard`, unless this peer overrides it.
    package func constant(_ name: String, _ standard: Int64) -> Int64 {
        constants[name] ?? standard
    }
}

/// One change at one named point: `{point, when, do}`.
package struct Alteration: Sendable, Equatable {
    /// The point's name: message, stage and field, as in `M3.A`, `srp.S`, `M5.sealed.tag`, `frame.nonce`.
    package var point: String
    /// The pass of the point at which it acts, counted from 1; `nil` means every pass.
    package var nth: Int?
    package var action: AlterationAction

    package init(point: String, nth: Int? = nil, action: AlterationAction) {
        self.point = point
        self.nth = nth
        self.action = action
    }
}

/// The effect of an alteration on the bytes or the field at its point.
package enum AlterationAction: Sendable, Equatable {
    /// Replaces the bytes.
    case set([UInt8])
    /// Random bytes of the same length, or 32 if the field is absent.
    case random
    /// Zero bytes of the same length, or 32 if the field is absent.
    case zero
    /// Inverts one bit; counted from the least significant bit of the first byte, modulo the length.
    case flipBit(Int)
    /// Omits the field from its message.
    case drop
    /// Keeps the field without bytes.
    case empty
    /// Truncates to the given number of bytes.
    case truncate(Int)
    /// Appends these bytes.
    case append([UInt8])
    /// Prepends these bytes.
    case prepend([UInt8])
    /// Reverses the bytes.
    case reverse
    /// Repeats the field after the first one.
    case duplicate
    /// Orders the named parts of a list (`M5.signed.order`, `M3.order`); parts that are not named are omitted.
    case order([String])
    /// The bytes of the text as UTF-8.
    case text(String)
}

/// How a check deviates from the protocol.
package enum GuardDeparture: Sendable, Equatable {
    /// It is omitted.
    case skip
    /// It always rejects.
    case refuse
    /// It rejects with this response (a TLV error code, a HAP status, an HTTP status, depending on the check).
    case answer(Int64)
}

/// How a consequence deviates from the protocol.
package enum EffectDeparture: Sendable, Equatable {
    /// It does not happen.
    case omit
    /// It happens twice.
    case twice
    /// It is delayed by the given number of milliseconds.
    case delay(Int64)
}
