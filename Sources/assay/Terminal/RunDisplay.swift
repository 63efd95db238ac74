import Judge
import Measurement
import Reporting
import Runner
import SuiteLanguage
import Synchronization

/// Shows the state of a run on standard error: notes, the cost of the plan, and a progress line.
final class RunDisplay: Sendable {
    private struct State {
        var begun: Moment?
        var estimate: Duration?
    }

    private let clock: MonotonicClock
    private let isQuiet: Bool
    private let line = StandingLine()
    private let state = Mutex(State())

    init(clock: MonotonicClock, isQuiet: Bool) {
        self.clock = clock
        self.isQuiet = isQuiet
    }

    func show(_ progress: RunEngine.Progress) {
        guard !isQuiet else { return }
        switch progress {
        case .note(let note):
            clear()
            Terminal.complain(note)
        case .planned(let plan):
            state.withLock {
                $0.begun = clock.now; $0.estimate = .seconds(plan.cost.seconds)
            }
            Terminal.complain(PlanText.summary(plan))
        case .verdict(let verdict, let done, let total):
            let progress = state.withLock { state in
                let elapsed = state.begun.map { $0.duration(to: clock.now) } ?? .zero
                return ProgressLine(
                    done: done,
                    total: total,
                    elapsed: elapsed,
                    estimate: state.estimate,
                    current: verdict.caseID
                )
            }
            line.show(progress.text())
        }
    }

    /// Removes the progress line.
    func clear() { line.clear() }
}
