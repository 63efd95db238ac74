import Measurement

/// The progress of a run on one line: a pure function, so that the caller decides when to draw it.
package struct ProgressLine: Sendable, Hashable {
    package var done: Int
    package var total: Int
    package var elapsed: Duration
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
        estimate: Duration? = nil,
        current: String? = nil
    ) {
        self.failed = failed
        self.done = done
        self.total = total
        self.elapsed = elapsed
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

    /// The remaining time: from the plan at the start, and increasingly from the pace of the run; `nil` if neither is
    /// known.
    package var left: Duration? {
        guard total > 0, done < total else { return .zero }
        let fraction = Double(max(0, done)) / Double(total)
        let planned = estimate.map { max(.zero, $0 - elapsed) }
        guard done > 0 else { return planned }
        let paced = elapsed * (Double(total - done) / Double(done))
        guard let planned else { return paced }
        return paced * fraction + planned * (1 - fraction)
    }

    /// `12/58  21 %  2 failed  3.1 s, about 12.4 s left  pair-setup.busy[over=ip]`
    ///
    /// - Parameter width: the number of columns; the instance's name is cut to fit.
    package func text(width: Int = 80) -> CleanText {
        let percent = total > 0 ? min(100, max(0, done) * 100 / total) : 100
        let rest: CleanText =
            left.map { "about \(Figures.duration($0.wholeNanoseconds)) left" } ?? "remaining time not known yet"
        let line: CleanText =
            "\(done)/\(total)  \(percent) %  \(failed > 0 ? "\(failed) failed  " : "")\(Figures.duration(elapsed.wholeNanoseconds)), \(rest)"
        guard let current, width - line.count > 12 else { return line.prefix(width) }
        let name = CleanText(current)
        let room = width - line.count - 2
        return "\(line)  \(name.count > room ? name.prefix(room - 1) + "…" : name)"
    }
}
