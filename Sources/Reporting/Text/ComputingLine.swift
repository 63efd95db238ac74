import Measurement

/// How long the tester computed in a run; the rest of the time it waited.
package enum ComputingLine {
    /// `Assay computed for 2.9 s of 2 min 11 s (2 %); the rest was waiting`
    ///
    /// - Parameters:
    ///   - computed: the processor time of the process.
    ///   - passed: the time that passed meanwhile.
    ///   - isSimulated: whether the process is the accessory, too.
    package static func text(computed: Duration, of passed: Duration, isSimulated: Bool) -> CleanText {
        let (own, all) = (computed.wholeNanoseconds, passed.wholeNanoseconds)
        let share = all > 0 ? (100 * own + all / 2) / all : 0
        let who = isSimulated ? "Assay and the simulated accessory" : "Assay"
        let line =
            "\(who) computed for \(Figures.duration(own)) of \(Figures.duration(all)) (\(share) %); the rest was waiting"
        return CleanText(line)
    }
}
