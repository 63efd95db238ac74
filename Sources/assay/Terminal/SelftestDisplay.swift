import Measurement
import Reporting
import Synchronization

/// Shows on standard error how far a selftest is.
final class SelftestDisplay: Sendable {
    private let line = StandingLine()
    private let clock = MonotonicClock.system
    private let begun: Moment
    private let total: Int
    private let done = Mutex(0)

    /// - Parameter total: how many simulated runs and defects there are.
    init(total: Int) {
        self.total = total
        begun = clock.now
        show(0, "conformant simulators")
    }

    /// One more of them is done.
    func isDone(_ name: String) {
        show(
            done.withLock {
                $0 += 1; return $0
            },
            name
        )
    }

    /// Takes the line away.
    func clear() { line.clear() }

    private func show(_ done: Int, _ name: String) {
        let elapsed = begun.duration(to: clock.now)
        line.show(ProgressLine(done: done, total: total, elapsed: elapsed, current: name).text())
    }
}
