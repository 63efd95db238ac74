package import HAPModel
package import HAPSession
package import Measurement

/// One event message as it arrived (HAP R1 5.8): the characteristics that changed.
package struct EventNotice: Sendable {
    /// The reported changes, in order.
    package let entries: [CharacteristicEntry]
    /// Why its body cannot be read; `nil` if it can be.
    package let flaw: JSONError?
    /// The arrival time of its last byte.
    package let at: Moment
    /// The observer's number for it.
    package let evidence: UInt64

    package init(entries: [CharacteristicEntry], flaw: JSONError? = nil, at: Moment, evidence: UInt64) {
        self.entries = entries
        self.flaw = flaw
        self.at = at
        self.evidence = evidence
    }
}
