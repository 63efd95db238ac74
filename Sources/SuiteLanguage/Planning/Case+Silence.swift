/// The silence of a case: a wait of a minute or more. No run can spend it on a single instance, so the instance spends it
/// beside others, with its connections open, and goes on after it when it disturbs none of them.
extension Case {
    private static let shortestSilence = Duration.seconds(60)

    /// The longest silence, in seconds, that every run has time for, because others are carried out in it.
    private static let longestShared = 65.0

    /// The steps of a procedure; none of a rule over the whole run.
    package var steps: [Step] {
        if case .procedure(let steps) = body { steps } else { [] }
    }

    /// The steps that other instances may be carried out beside: those up to the end of the silence, or all.
    package var stepsBesideOthers: ArraySlice<Step> { steps[..<endOfSilence] }

    /// The steps after the silence; none if the case has no silence.
    package var stepsAfterSilence: ArraySlice<Step> { steps[endOfSilence...] }

    /// How long the silence is, in seconds, if every run has time for it; otherwise 0.
    package var sharedSilence: Double {
        guard waitsUnnoticed, let index = silence, case .after(let duration) = steps[index].action else { return 0 }
        let seconds = Double(duration.wholeMilliseconds) / 1000
        return seconds <= Self.longestShared ? seconds : 0
    }

    private var endOfSilence: Int { silence.map { $0 + 1 } ?? steps.endIndex }

    private var silence: Int? {
        steps.firstIndex { step in
            if case .after(let duration) = step.action { duration >= Self.shortestSilence } else { false }
        }
    }
}
