import HAPCrypto
import HAPModel

/// A value that goes into a message and into further computations.
struct MadeValue: Sendable {
    /// What further computations use: the altered value, or the true one where the item is only left out.
    var value: [UInt8]
    /// What the message has: one value, none if the item is left out, two if it is doubled.
    var sent: [[UInt8]]
}

extension Conduct {
    /// Lets a value pass its point before anything is computed from it.
    mutating func made(_ point: String, _ value: [UInt8]) -> MadeValue {
        let sent = alterer.field(point, value)
        return MadeValue(value: sent.first ?? value, sent: sent)
    }
}
