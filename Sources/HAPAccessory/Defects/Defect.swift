package import HAPModel
package import MarkedYAML

/// A violation of a requirement by a simulated accessory, as its author wrote it.
package struct Defect: AlteredConduct {
    package var name: String
    /// The violated requirements.
    package var breaks: [String]
    /// Whether the requirement makes this violation only a warning.
    package var isOnlyWarned: Bool
    /// The name of the accessory with the defect.
    package var accessory: String
    package var changes: [DefectChange]
    package var condition: DefectCondition
    /// The dimensions in which it is varied; `nil` takes the defaults of its kind.
    package var vary: [VariantDimension]?
    /// The defect's position, for messages.
    package var mark: SourceMark
    /// The positions of the accessory and of the requirements that it names.
    package var marks: [String: SourceMark]
}

/// The effect of a defect; the names are those of ``AccessoryPoint``.
package enum DefectChange: Sendable, Equatable {
    case check(String, GuardDeparture)
    case effect(String, EffectDeparture)
    /// A field or a derivation, as bytes.
    case alteration(String, AlterationAction)
    /// A JSON member, or an entry, with this value instead.
    case json(String, JSONChange)
    case database(DatabasePatch)
    case constant(String, Int64)
    case memory(String, String)
    case behaviour(String, String)
    case link(String, LinkChange)
    /// The bytes are sent late, each time by another duration.
    case delay(String, DelayPattern)
    case answer(AnswerChange)
    case code(CodeHook)
}

/// The change of a JSON member or entry.
package enum JSONChange: Sendable, Equatable {
    case drop
    case duplicate
    case set(JSON)
}

/// The link's behaviour at a point.
package enum LinkChange: Sendable, Equatable {
    /// The bytes are sent late.
    case delay(Duration)
    /// Nothing more is sent, and the connection stays open.
    case hang
    /// The given number of bytes at a time, with a pause after each piece.
    case drip(Int, every: Duration)
    /// The first bytes and the rest separately.
    case split(Int, pause: Duration)
    /// The connection is closed in an orderly way, instead of sending the bytes.
    case close
    /// The connection is reset, instead of sending the bytes.
    case reset
    /// The accessory crashes: every connection breaks, and new ones are not accepted.
    case crash
}

/// A wrong response to a request.
package struct AnswerChange: Sendable, Equatable {
    /// `nil` is any.
    package var request: RequestName?
    /// Replaces only this HTTP status; `nil` is any.
    package var instead: Int?
    /// Replaces only responses with this HAP status, in each entry if they have entries; `nil` is any.
    package var each: Int64?
    package var status: AnswerStatus?
    package var reason: String?
    /// The body; empty bytes for none.
    package var body: [UInt8]?
    package var contentType: String?
    /// The end of the connection; `nil` keeps it open.
    package var closing: AnswerClosing?
}

/// When a changed response ends its connection.
package enum AnswerClosing: String, Sendable, CaseIterable {
    /// Instead of the response.
    case instead
    /// After the response.
    case after
    /// After the response, which says so with `Connection: close`.
    case announced
}

/// When a defect acts; an absent condition always holds.
package struct DefectCondition: Sendable, Equatable {
    /// The pass of its point at which it acts, counted from 1 over the passes that meet the other conditions.
    package var nth: Int?
    /// The first pass at which it acts.
    package var from: Int?
    /// It acts at each pass whose number is a multiple of this.
    package var every: Int?
    package var controller: ControllerRole?
    /// A characteristic's type, type name or id.
    package var characteristic: String?
    package var message: RequestName?
    /// An unusual trait of the request.
    package var trait: RequestTrait?
    /// The places and times to which the defect is limited; all of them must hold.
    package var occasions: [DefectOccasion] = []

    package static let always = DefectCondition()
}

/// A controller's rights.
package enum ControllerRole: String, Sendable, CaseIterable {
    /// Not verified.
    case unverified
    case regular
    case admin
}
