/// Where a peer departs from the protocol: what a case tampers with, and what a simulator's defect does wrong.
///
/// Both users share one vocabulary. An empty value is a peer that does everything right.
package struct Departures: Sendable, Equatable {
    /// Changes of bytes, messages and field lists at named points.
    package var alterations: [Alteration]
    /// Checks that are left out or answered in another way, by the check's name (`pair-setup.busy`).
    package var guards: [String: GuardDeparture]
    /// Consequences that fail to come, come twice or come late, by the consequence's name (`pairing.store`).
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

    /// Whether the check is left out.
    package func skips(_ check: String) -> Bool {
        guards[check] == .skip
    }

    /// The constant's value: `standard`, unless this peer departs from it.
    package func constant(_ name: String, _ standard: Int64) -> Int64 {
        constants[name] ?? standard
    }
}

/// One change at one named point: `{point, when, do}`.
package struct Alteration: Sendable, Equatable {
    /// The point's name: message, stage and field, as in `M3.A`, `srp.S`, `M5.sealed.tag`, `frame.nonce`.
    package var point: String
    /// On which pass of the point it acts, counted from 1; `nil` is every pass.
    package var nth: Int?
    package var action: AlterationAction

    package init(point: String, nth: Int? = nil, action: AlterationAction) {
        self.point = point
        self.nth = nth
        self.action = action
    }
}

/// What an alteration does to the bytes, or to the field, at its point.
package enum AlterationAction: Sendable, Equatable {
    /// These bytes instead.
    case set([UInt8])
    /// Random bytes of the same length; 32 if there were none.
    case random
    /// Zero bytes of the same length; 32 if there were none.
    case zero
    /// One bit inverted; counted from the least significant bit of the first byte, modulo the length.
    case flipBit(Int)
    /// The field is left out of its message.
    case drop
    /// The field stays, with no bytes.
    case empty
    /// Cut to so many bytes.
    case truncate(Int)
    /// These bytes put behind.
    case append([UInt8])
    /// These bytes put in front.
    case prepend([UInt8])
    /// Bytes in reverse order.
    case reverse
    /// The field a second time, behind the first.
    case duplicate
    /// The named parts of a list in this order (`M5.signed.order`, `M3.order`); parts not named are left out.
    case order([String])
    /// The bytes of the text as UTF-8.
    case text(String)
}

/// How a check departs from the protocol.
package enum GuardDeparture: Sendable, Equatable {
    /// It is not made.
    case skip
    /// It always refuses.
    case refuse
    /// It refuses with this answer (a TLV error code, a HAP status, an HTTP status, whatever the check answers with).
    case answer(Int64)
}

/// How a consequence departs from the protocol.
package enum EffectDeparture: Sendable, Equatable {
    /// It does not come.
    case omit
    /// It comes twice.
    case twice
    /// It comes so many milliseconds late.
    case delay(Int64)
}
