import Judge
import Measurement
import Reporting
import Runner
import SuiteLanguage
import Synchronization

/// Shows on standard error what a run is doing: notes, the plan's cost, one line of progress.
final class RunDisplay: Sendable {
    private struct State {
        var begun: Moment?
        var estimate: Duration?
        /// How long the line of progress is that stands on the terminal now.
        var shown = 0
    }

    private let clock: MonotonicClock
    private let isQuiet: Bool
    private let isLive: Bool
    private let state = Mutex(State())

    init(clock: MonotonicClock, isQuiet: Bool) {
        self.clock = clock
        self.isQuiet = isQuiet
        isLive = Terminal.isTerminal(2)
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
            guard isLive else { return }
            let line = state.withLock { state in
                let elapsed = state.begun.map { $0.duration(to: clock.now) } ?? .zero
                return ProgressLine(
                    done: done,
                    total: total,
                    elapsed: elapsed,
                    estimate: state.estimate,
                    current: verdict.caseID
                )
            }
            show(line.text())
        }
    }

    /// Takes the line of progress away.
    func clear() {
        guard state.withLock({ $0.shown }) > 0 else { return }
        show("")
        Terminal.show("\r")
    }

    /// Writes over the line that stands there, with nothing but text: escape codes may be unwanted.
    private func show(_ text: String) {
        let before = state.withLock { state in
            defer { state.shown = text.count }
            return state.shown
        }
        Terminal.show("\r" + text + String(repeating: " ", count: max(0, before - text.count)))
    }
}
