import Foundation
import Measurement
import Reporting

/// How long this process computes while time passes.
struct ComputingTime {
    private let clock: MonotonicClock
    private let begun: Moment
    private let before: Duration

    /// Starts the time.
    init(clock: MonotonicClock) {
        self.clock = clock
        begun = clock.now
        before = processorTime()
    }

    /// What was computed since the start, on one line.
    ///
    /// - Parameter isSimulated: whether this process is the accessory, too.
    func line(isSimulated: Bool) -> CleanText {
        ComputingLine.text(
            computed: processorTime() - before,
            of: begun.duration(to: clock.now),
            isSimulated: isSimulated
        )
    }
}

/// The processor time of all threads of this process, including that of the kernel for them.
private func processorTime() -> Duration { .microseconds(clock()) }
