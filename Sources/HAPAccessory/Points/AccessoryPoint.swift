/// A named place at which a defect can act in a simulated accessory.
package struct AccessoryPoint: Sendable, Hashable {
    /// The kind of defect for the point.
    package enum Kind: String, Sendable, CaseIterable {
        /// A check that is omitted, always rejects, or rejects with another response.
        case guarded = "guard"
        /// A consequence that is missing, repeated, late, or affects another controller.
        case effect
        /// A message, or a field of one, with other content.
        case message
        /// The inputs of a key, a nonce, a signature or a proof.
        case derivation
        /// A limit, an interval or a size.
        case constant
        /// For whom, and for how long, the accessory keeps a state.
        case memory
        /// A rule with several variants.
        case behaviour
        /// The link's handling of the bytes.
        case link
        /// A defect that only code can express.
        case code
    }

    package var kind: Kind
    package var name: String
    /// The correct behaviour, in one line.
    package var meaning: String
    /// The words of the point, if it has any.
    package var words: [String]

    /// Every point of the simulated accessory, by kind and name.
    package static let all: [AccessoryPoint] =
        GuardPoint.allCases.map { AccessoryPoint(kind: .guarded, name: $0.rawValue, meaning: $0.meaning, words: []) }
        + EffectPoint.allCases.map { AccessoryPoint(kind: .effect, name: $0.rawValue, meaning: $0.meaning, words: []) }
        + MessagePoint.allCases.map {
            AccessoryPoint(kind: .message, name: $0.rawValue, meaning: $0.meaning, words: [])
        }
        + ConstantPoint.allCases.map {
            AccessoryPoint(kind: .constant, name: $0.rawValue, meaning: "\($0.meaning): \($0.standard)", words: [])
        }
        + MemoryPoint.allCases.map {
            AccessoryPoint(kind: .memory, name: $0.rawValue, meaning: $0.meaning, words: $0.words)
        }
        + BehaviourPoint.allCases.map {
            AccessoryPoint(kind: .behaviour, name: $0.rawValue, meaning: $0.meaning, words: $0.words)
        }
        + LinkPoint.allCases.map { AccessoryPoint(kind: .link, name: $0.rawValue, meaning: $0.meaning, words: []) }
        + CodeHook.allCases.map { AccessoryPoint(kind: .code, name: $0.rawValue, meaning: $0.meaning, words: []) }
        + pairingPoints + framePoints + threadPoints

    /// The point of that kind and name, if it exists.
    package static func find(_ kind: Kind, _ name: String) -> AccessoryPoint? {
        all.first { $0.kind == kind && $0.name == name }
    }
}
