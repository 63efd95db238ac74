package import HAPSession
package import Measurement

/// One event message as it arrived (HAP R1 5.8): the characteristics that changed.
package struct EventNotice: Sendable {
    /// The reported changes, in order.
    package let entries: [CharacteristicEntry]
    /// The arrival time of its last byte.
    package let at: Moment
    /// The observer's number for it.
    package let evidence: UInt64

    package init(entries: [CharacteristicEntry], at: Moment, evidence: UInt64) {
        self.entries = entries
        self.at = at
        self.evidence = evidence
    }
}
