import CoAP
import HAPSession

extension AccessoryPoint {
    /// The points of messages over Thread, which cases and defects share.
    static let threadPoints: [AccessoryPoint] =
        CoAPPoint.allCases.map { AccessoryPoint(kind: .message, name: $0.name, meaning: $0.meaning, words: []) }
        + PDUPoint.allCases.map { AccessoryPoint(kind: .message, name: $0.name, meaning: $0.meaning, words: []) }
        + FramePoint.all.filter { $0 != .length }.map { point in
            let name = PDUSeal.events + point.name.dropFirst("frame".count)
            return AccessoryPoint(
                kind: .derivation,
                name: name,
                meaning: "\(point.meaning), of events over Thread",
                words: []
            )
        }
}
