/// How often and how fast an operation is done.
package struct LoadPlan: Sendable, Hashable {
    /// How many operations are measured, after the warm-up; `nil` takes ``MeasuredOperation/usualCount``, or as many as the
    /// duration allows.
    package var count: Int?
    /// When the measurement of an operation ends at the latest; `nil` for no limit.
    package var duration: Duration?
    /// The operations a second, of all sessions together. They are due at fixed times, whether earlier ones are answered or
    /// not (open loop). `nil` begins each operation when the one before has ended.
    package var rate: Double?
    /// The number of sessions, 1 to 8.
    package var sessions: Int
    /// How many operations are done first and not counted; `nil` for a tenth of the count, but 20 at most.
    package var warmUp: Int?

    package init(
        count: Int? = nil,
        duration: Duration? = nil,
        rate: Double? = nil,
        sessions: Int = 1,
        warmUp: Int? = nil
    ) {
        self.count = count
        self.duration = duration
        self.rate = rate
        self.sessions = sessions
        self.warmUp = warmUp
    }

    /// How many operations of this kind are measured at most.
    package func count(of operation: MeasuredOperation) -> Int {
        count ?? (duration == nil ? operation.usualCount : Self.largestCount)
    }

    /// How many operations of this kind are done first.
    package func warmUp(of operation: MeasuredOperation) -> Int {
        warmUp ?? min(20, (count ?? operation.usualCount) / 10)
    }

    /// More samples than this are not kept.
    package static let largestCount = 100_000
}
