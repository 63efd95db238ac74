import Judge
import Measurement
import Reporting
import Runner
import SuiteLanguage
import Synchronization

/// Shows the state of a run on standard error: notes, the cost of the plan, failures when they happen, and the progress.
///
/// A terminal shows the progress on one line, which is removed at the end. Elsewhere a line appears at least every 15
/// seconds, so that a CI system sees that the run continues.
final class RunDisplay: Sendable {
    private struct State {
        var begun: Moment
        /// When the last verdict came.
        var judged: Moment
        var estimate: Duration?
        var done = 0
        var total = 0
        var failed = 0
        var current: String?
        /// Whether another process works on the accessory.
        var waits = false
        /// When a line was last written.
        var written: Moment
    }

    private let clock: MonotonicClock
    private let isQuiet: Bool
    private let isSimulated: Bool
    private let isKnown: @Sendable (Verdict) -> Bool
    private let isLive = Terminal.isTerminal(2)
    private let line = StandingLine()
    private let state: Mutex<State>

    /// More failures than this are only counted.
    private static let mostFailures = 30
    private static let tick = Duration.seconds(1)
    private static let longestSilence = Duration.seconds(14)

    /// - Parameters:
    ///   - clock: measures how long the run takes.
    ///   - isQuiet: whether nothing is shown.
    ///   - isSimulated: whether the accessory runs in this process.
    ///   - isKnown: whether a baseline allows a failure.
    init(
        clock: MonotonicClock,
        isQuiet: Bool,
        isSimulated: Bool,
        isKnown: @escaping @Sendable (Verdict) -> Bool
    ) {
        self.isKnown = isKnown
        self.clock = clock
        self.isQuiet = isQuiet
        self.isSimulated = isSimulated
        state = Mutex(State(begun: clock.now, judged: clock.now, written: clock.now))
    }

    /// Carries out `body`, and shows meanwhile that time passes; at the end, how much of it the tester needed.
    func during<Value: Sendable>(_ body: () async throws -> Value) async rethrows -> Value {
        // The scope first awaits the end of the ticks, then clears: the last tick may come after `body`.
        defer { clear() }
        async let _: Void = keepTicking()
        let computing = ComputingTime(clock: clock)
        let value = try await body()
        // A run that ended before its plan has said why, and nothing was carried out.
        if !isQuiet, state.withLock({ $0.total > 0 }) { write(computing.line(isSimulated: isSimulated)) }
        return value
    }

    private func keepTicking() async {
        while !isQuiet, (try? await clock.sleep(until: clock.deadline(in: Self.tick))) != nil {
            if isLive {
                line.show(progress)
            } else if state.withLock({ $0.written.duration(to: clock.now) }) >= Self.longestSilence {
                write(progress)
            }
        }
    }

    func show(_ progress: RunEngine.Progress) {
        guard !isQuiet else { return }
        switch progress {
        case .note(let note): write(CleanText(lines: note))
        case .planned(let plan):
            state.withLock {
                ($0.begun, $0.judged, $0.estimate) = (clock.now, clock.now, .seconds(plan.cost.likelySeconds))
                $0.total = plan.instances.count + plan.skips.count
            }
            write(PlanText.summary(plan))
        case .began(let instance): state.withLock { $0.current = instance.caseID }
        case .waiting(let instances):
            let others = instances.count - 1
            let name = instances.first.map { $0.caseID + (others > 0 ? " and \(others) more" : "") }
            state.withLock { $0.current = name }
        case .verdict(let verdict, let done, let total):
            let failed = state.withLock { state in
                (state.done, state.total, state.judged) = (done, total, clock.now)
                if verdict.outcome == .failed { state.failed += 1 }
                return state.failed
            }
            if let failure = LiveFailure.text(verdict, isKnown: isKnown(verdict)), failed <= Self.mostFailures {
                write(failure)
                if failed == Self.mostFailures { write("further failures are only counted until the end of the run") }
            }
            line.show(self.progress)
        }
    }

    /// Writes the lines of a trace, above the progress.
    func trace(_ lines: [CleanText]) {
        guard !lines.isEmpty else { return }
        line.writing { for line in lines { Terminal.complain(line, hanging: TraceLine.hanging) } }
    }

    /// Shows that the run waits for another process, or no longer does.
    func show(waits: Bool) {
        state.withLock { $0.waits = waits }
        if waits { write(StateOptions.waiting) }
    }

    private func write(_ text: CleanText) {
        state.withLock { $0.written = clock.now }
        line.writing { Terminal.complain(text) }
    }

    private var progress: CleanText {
        state.withLock { state in
            let elapsed = state.begun.duration(to: clock.now)
            guard !state.waits else { return ProgressLine.waiting(for: elapsed) }
            guard state.total > 0 else { return ProgressLine.arriving(for: elapsed) }
            return ProgressLine(
                done: state.done,
                total: state.total,
                failed: state.failed,
                elapsed: elapsed,
                silent: state.judged.duration(to: clock.now),
                estimate: state.estimate,
                current: state.current
            ).text(width: line.width)
        }
    }

    /// Removes the progress line.
    private func clear() { line.clear() }
}
