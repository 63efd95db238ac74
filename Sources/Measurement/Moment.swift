/// A point in time on a monotonic clock, in nanoseconds since an origin that the clock defines.
package struct Moment: InstantProtocol, Hashable, Sendable {
    /// Nanoseconds since the clock's origin.
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The moment plus a duration; it saturates at the limits.
    package func advanced(by duration: Duration) -> Moment {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
        return Moment(nanoseconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    package func duration(to other: Moment) -> Duration {
        .nanoseconds(other.nanoseconds - nanoseconds)
    }

    package static func < (left: Moment, right: Moment) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

extension Moment? {
    /// The earlier one of two moments; the other one if one is missing.
    package func earlier(_ other: Moment?) -> Moment? {
        guard let self, let other else { return self ?? other }
        return Swift.min(self, other)
    }
}

extension Duration {
    /// The duration in nanoseconds, truncated to a whole number; it saturates beyond 292 years.
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        return product.addingReportingOverflow(attoseconds / 1_000_000_000).partialValue
    }
}
