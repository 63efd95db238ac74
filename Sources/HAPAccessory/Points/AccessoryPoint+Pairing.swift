import HAPPairing
import HAPSession

extension AccessoryPoint {
    /// The points of the pairing procedures, which both roles share.
    static let pairingPoints: [AccessoryPoint] =
        PairingGuard.all.map { AccessoryPoint(kind: .guarded, name: $0.name, meaning: $0.meaning, words: []) }
        + PairingEffect.all.map { AccessoryPoint(kind: .effect, name: $0.name, meaning: $0.meaning, words: []) }
        + PairingConstant.all.map {
            AccessoryPoint(kind: .constant, name: $0.name, meaning: "\($0.meaning): \($0.standard)", words: [])
        }
        + PairingPoint.all.map { point in
            AccessoryPoint(kind: kind(of: point), name: point.fullName, meaning: point.meaning, words: words(of: point))
        }

    /// The points of the secure frames.
    static let framePoints: [AccessoryPoint] =
        FrameGuard.all.map { AccessoryPoint(kind: .guarded, name: $0.name, meaning: $0.meaning, words: []) }
        + FrameConstant.all.map {
            AccessoryPoint(kind: .constant, name: $0.name, meaning: "\($0.meaning): \($0.standard)", words: [])
        }
        + FramePoint.all.map { AccessoryPoint(kind: .derivation, name: $0.name, meaning: $0.meaning, words: []) }

    /// Fields and messages are messages; the inputs of other values are derivations.
    private static func kind(of point: PairingPoint) -> Kind {
        switch point.kind {
        case .field, .message: .message
        case .value, .order, .choice: .derivation
        }
    }

    private static func words(of point: PairingPoint) -> [String] {
        switch point.kind {
        case .order(let words), .choice(let words): words
        case .value, .field, .message: []
        }
    }
}
