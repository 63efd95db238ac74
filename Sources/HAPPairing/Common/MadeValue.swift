import HAPCrypto
import HAPModel

/// A value for a message and for further computations.
struct MadeValue: Sendable {
    /// The value for computations: the altered one, or the original if the alteration only omits the item.
    var value: [UInt8]
    /// The values in the message: one, none if the item is omitted, two if it is duplicated.
    var sent: [[UInt8]]
}

extension Conduct {
    /// Applies the alterations of a value's point before other values are computed from it.
    mutating func made(_ point: String, _ value: [UInt8]) -> MadeValue {
        let sent = alterer.field(point, value)
        return MadeValue(value: sent.first ?? value, sent: sent)
    }
}
