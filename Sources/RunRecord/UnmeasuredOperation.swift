import HAPModel

/// An operation that was to be measured and of which the record has no time.
package struct UnmeasuredOperation: Sendable, Hashable {
    /// The operation, or one of its messages: `discovery`, `pair-setup.m1`.
    package let name: String
    /// Why, in words.
    package let reason: String
    /// Whether the accessory has no such operation, so that it was not tried.
    package let isSkipped: Bool

    /// - Returns: `nil` unless the event is about such an operation.
    init?(_ event: JournalEvent) {
        guard event.kind == .measurement, let name = event["series"]?.stringValue else { return nil }
        if let reason = event["skipped"]?.stringValue {
            (self.name, self.reason, isSkipped) = (name, reason, true)
        } else if let reason = event["failure"]?.stringValue, event["count"]?.int64Value == 0 {
            (self.name, self.reason, isSkipped) = (name, reason, false)
        } else {
            return nil
        }
    }
}
