import Measurement

/// How long the tester computed in a run; the rest of the time it waited.
package enum ComputingLine {
    /// `Assay computed for 2.9 s of 2 min 11 s (2 %); the rest was waiting`
    ///
    /// - Parameters:
    ///   - computed: the processor time of the process. Several processors together can compute for longer than the time
    ///     that passed; then nothing of it was waiting.
    ///   - passed: the time that passed meanwhile.
    ///   - isSimulated: whether the process is the accessory, too.
    package static func text(computed: Duration, of passed: Duration, isSimulated: Bool) -> CleanText {
        let (own, all) = (min(computed, passed).wholeNanoseconds, passed.wholeNanoseconds)
        let share = all > 0 ? (100 * own + all / 2) / all : 0
        let who = isSimulated ? "Assay and the simulated accessory" : "Assay"
        let rest = share < 100 ? "; the rest was waiting" : ""
        return CleanText("\(who) computed for \(Figures.duration(own)) of \(Figures.duration(all)) (\(share) %)\(rest)")
    }
}
