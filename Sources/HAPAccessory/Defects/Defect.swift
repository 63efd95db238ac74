package import HAPModel
package import MarkedYAML

/// A way in which a simulated accessory gets a requirement wrong, as its author wrote it.
package struct Defect: Sendable {
    package var name: String
    /// The requirements that it breaks.
    package var breaks: [String]
    /// Whether the requirement itself makes this violation a warning only.
    package var isOnlyWarned: Bool
    /// The name of the accessory that shows it.
    package var accessory: String
    package var changes: [DefectChange]
    package var condition: DefectCondition
    /// Where it stands, for messages.
    package var mark: SourceMark
}

/// What a defect does; the names are those of ``AccessoryPoint``.
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
    case answer(AnswerChange)
    case code(CodeHook)
}

/// What becomes of a JSON member or entry.
package enum JSONChange: Sendable, Equatable {
    case drop
    case duplicate
    case set(JSON)
}

/// What the link does at a point.
package enum LinkChange: Sendable, Equatable {
    /// The bytes go out late.
    case delay(Duration)
    /// Nothing goes out any more, and the connection stays open.
    case hang
    /// So many bytes at a time, with a pause after each piece.
    case drip(Int, every: Duration)
    /// The first bytes and the rest apart.
    case split(Int, pause: Duration)
    /// The connection is closed in good order, instead of the bytes.
    case close
    /// The connection is broken, instead of the bytes.
    case reset
    /// The accessory dies: every connection breaks, and none is taken any more.
    case crash
}

/// Another answer to a request than the right one.
package struct AnswerChange: Sendable, Equatable {
    /// `nil` is any.
    package var request: RequestName?
    /// Only in the place of this HTTP status; `nil` is any.
    package var instead: Int?
    package var status: AnswerStatus?
    package var reason: String?
    /// The body; empty bytes are none.
    package var body: [UInt8]?
    package var contentType: String?
}

/// When a defect acts; what is not said does not matter.
package struct DefectCondition: Sendable, Equatable {
    /// On which pass of its point, counted from 1 over those that fit the rest.
    package var nth: Int?
    /// Only from that pass on.
    package var from: Int?
    package var controller: ControllerRole?
    /// A characteristic's type, type name or id.
    package var characteristic: String?
    package var message: RequestName?
    /// Something unusual about the request.
    package var trait: RequestTrait?

    package static let always = DefectCondition()
}

/// What a controller may do.
package enum ControllerRole: String, Sendable, CaseIterable {
    /// Not verified.
    case unverified
    case regular
    case admin
}
