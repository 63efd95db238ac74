package import Links
package import Measurement

/// What one operation of a measurement came to.
package enum LoadAttempt: Sendable {
    /// A part of an operation with its own name in the results: `read`, `pair-setup.m1`.
    package struct Part: Sendable {
        package var series: String
        package var sent: Moment
        package var answered: Moment
        package var origin: StampOrigin
        /// The relay's round trip, if the time contains exactly one; `nil` without a relay, too.
        package var relay: Duration?

        package init(
            _ series: String,
            sent: Moment,
            answered: Moment,
            origin: StampOrigin,
            relay: Duration? = nil
        ) {
            self.series = series
            self.sent = sent
            self.answered = answered
            self.origin = origin
            self.relay = relay
        }
    }

    case done([Part])
    /// The accessory did not answer in time; the measurement ends if that goes on. The last part counts with the time that the tester waited, because a
    /// missing answer is slower than any limit up to that. In words, without the operation.
    case unanswered([Part], String)
    /// The accessory did not do it; the measurement ends only if it goes on so. In words, without the operation.
    case failed(String)
    /// The measurement was interrupted in the middle of it.
    case stopped
}
