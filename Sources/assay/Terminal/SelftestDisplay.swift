import Measurement
import Reporting
import Synchronization

/// Shows the progress of a selftest on standard error.
final class SelftestDisplay: Sendable {
    private let line = StandingLine()
    private let clock = MonotonicClock.system
    private let begun: Moment
    private let total: Int
    private let done = Mutex(0)

    /// - Parameter total: the number of simulated runs and defects.
    init(total: Int) {
        self.total = total
        begun = clock.now
        show(0, "conformant simulators")
    }

    /// Counts one more run or defect as done.
    func isDone(_ name: String) {
        show(
            done.withLock {
                $0 += 1; return $0
            },
            name
        )
    }

    /// Removes the progress line.
    func clear() { line.clear() }

    private func show(_ done: Int, _ name: String) {
        let elapsed = begun.duration(to: clock.now)
        line.show(ProgressLine(done: done, total: total, elapsed: elapsed, current: name).text(width: line.width))
    }
}
