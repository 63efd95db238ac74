package import HAPModel
package import HAPSession
package import Measurement

/// One event message as it arrived (HAP R1 5.8): the characteristics that changed.
package struct EventNotice: Sendable {
    /// Why a message that arrived cannot be read.
    package enum Flaw: Sendable, Hashable {
        /// Its body is not JSON.
        case json(JSONError)
        /// A frame does not decrypt; the text says why. It may have held events, and so may all that comes after it.
        case frame(String)
    }

    /// The reported changes, in order.
    package let entries: [CharacteristicEntry]
    /// Why it cannot be read; `nil` if it can be.
    package let flaw: Flaw?
    /// The arrival time of its last byte.
    package let at: Moment
    /// The observer's number for it.
    package let evidence: UInt64

    package init(entries: [CharacteristicEntry], flaw: Flaw? = nil, at: Moment, evidence: UInt64) {
        self.entries = entries
        self.flaw = flaw
        self.at = at
        self.evidence = evidence
    }
}
