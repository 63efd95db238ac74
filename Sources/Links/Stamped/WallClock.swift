import CStamps
import Measurement

/// Converts the kernel's stamps, which are wall-clock time, to moments of the monotonic clock.
struct WallClock {
    private let clock: MonotonicClock
    private let wall: () -> Int64
    private var offset: Int64

    /// A change of the offset above this is a step of the wall clock. A clock that is being adjusted drifts by half a
    /// millisecond in a second at most, and stamps are taken much more often.
    private static let step: Int64 = 500_000

    /// - Parameter wall: nanoseconds since 1970.
    init(clock: MonotonicClock, wall: @escaping () -> Int64 = { stamps_wall() }) {
        self.clock = clock
        self.wall = wall
        offset = Self.offset(clock, wall)
    }

    /// The moment of a stamp that was taken since the last call.
    ///
    /// - Returns: `nil` if the wall clock was set since then: the stamp may be from before or after that.
    mutating func moment(of stamp: Int64) -> Moment? {
        let fresh = Self.offset(clock, wall)
        defer { offset = fresh }
        guard abs(fresh - offset) < Self.step else { return nil }
        return Moment(nanoseconds: stamp - fresh)
    }

    /// How far the wall clock is ahead. The shortest of three tries: the program may lose the processor in between.
    private static func offset(_ clock: MonotonicClock, _ wall: () -> Int64) -> Int64 {
        var best: (length: Int64, offset: Int64) = (.max, 0)
        for _ in 0..<3 {
            let before = clock.now.nanoseconds
            let stamp = wall()
            let after = clock.now.nanoseconds
            if after - before < best.length { best = (after - before, stamp - (before + (after - before) / 2)) }
        }
        return best.offset
    }
}
