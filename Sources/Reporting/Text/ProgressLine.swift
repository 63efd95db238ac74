import Measurement

/// The progress of a run on one line: a pure function, so that the caller decides when to draw it.
package struct ProgressLine: Sendable, Hashable {
    package var done: Int
    package var total: Int
    package var elapsed: Duration
    /// How long ago the last instance ended: a long wait says nothing about the pace.
    package var silent: Duration
    /// How long the whole run should take according to its plan; `nil` if the plan does not say.
    package var estimate: Duration?
    /// The name of the instance that is running.
    package var current: String?
    /// How many instances have failed.
    package var failed: Int

    package init(
        done: Int,
        total: Int,
        failed: Int = 0,
        elapsed: Duration,
        silent: Duration = .zero,
        estimate: Duration? = nil,
        current: String? = nil
    ) {
        self.failed = failed
        self.done = done
        self.total = total
        self.elapsed = elapsed
        self.silent = silent
        self.estimate = estimate
        self.current = current
    }

    /// The line before the plan is known: `connecting and planning, 16.2 s`.
    package static func arriving(for elapsed: Duration) -> CleanText {
        "connecting and planning, \(Figures.duration(elapsed.wholeNanoseconds))"
    }

    /// The line while another process works on the accessory: `waiting for the other assay process, 16.2 s`.
    package static func waiting(for elapsed: Duration) -> CleanText {
        "waiting for the other assay process, \(Figures.duration(elapsed.wholeNanoseconds))"
    }

    /// The remaining time: what is left of the plan's estimate, which counts down while a case waits; or what the pace of
    /// the run so far says, if that is longer. Beside an estimate, the pace counts in full after a tenth of the run. The
    /// estimate is of waits alone, which may end early, so it counts less and less towards the end of the run.
    /// `nil` if neither is known, or if nothing is left.
    package var left: Duration? {
        guard done < total else { return nil }
        let planned = estimate.map { max(.zero, $0 - elapsed) }
        guard done > 0 else { return planned }
        let fraction = Double(done) / Double(total)
        let judged = max(.zero, elapsed - silent)
        guard let planned else { return max(.zero, judged * ((1 - fraction) / fraction) - silent) }
        let paced = judged * ((1 - fraction) * min(1 / fraction, Self.trust)) - silent
        let squared = fraction * fraction
        return max(planned * (1 - squared * squared), paced)
    }

    /// How long an instance may run beyond the estimate before the line says so.
    private static let patience = Duration.seconds(10)

    /// How many times the time that has passed the pace of the first instances may ask for.
    private static let trust = 10.0

    /// `12/58  21 %  2 failed  3.1 s, about 12.4 s left  pair-setup.busy[over=ip]`
    ///
    /// - Parameter width: the number of columns; the instance's name is cut to fit.
    package func text(width: Int = 80) -> CleanText {
        let percent = total > 0 ? min(100, max(0, done) * 100 / total) : 100
        let line: CleanText =
            "\(done)/\(total)  \(percent) %  \(failed > 0 ? "\(failed) failed  " : "")\(Figures.duration(elapsed.wholeNanoseconds))\(rest)"
        guard let current, width - line.count > 12 else { return line.prefix(width) }
        let name = CleanText(current)
        let room = width - line.count - 2
        return "\(line)  \(name.count > room ? name.prefix(room - 1) + "…" : name)"
    }

    /// `, about 12.4 s left`, or that an instance takes longer than the plan has time for; empty at the end.
    private var rest: CleanText {
        guard done < total else { return "" }
        guard let left else { return ", remaining time not known yet" }
        guard left < .seconds(1) else { return ", about \(Figures.duration(left.wholeNanoseconds)) left" }
        return silent < Self.patience ? ", less than 1 s left" : ", longer than planned"
    }
}
