import History
import Judge
import Latency
import Measurement
import SuiteLanguage

/// The words for what a history shows, which all its forms share.
enum HistoryWords {
    /// What a change means for the accessory.
    enum Trend: String, CaseIterable {
        case worse, better
        /// The values are spread in another way, around nearly the same level.
        case other
    }

    /// Larger numbers are worse in every series: longer times, more failures, worse verdicts.
    static func trend(_ change: HistoryChange) -> Trend {
        switch change.direction {
        case 1: .worse
        case -1: .better
        default: .other
        }
    }

    /// A value of a series: `1.24 ms`, `3`, `failed`.
    static func value(_ value: Double, _ unit: HistorySeries.Unit) -> CleanText {
        let whole = whole(value)
        switch unit {
        case .nanoseconds: return CleanText(LatencyFigure.text(.nanoseconds(whole)))
        case .count: return value == value.rounded() ? "\(whole)" : "\((value * 10).rounded() / 10)"
        case .verdict:
            let outcomes: [Verdict.Outcome] = [.passed, .warned, .failed]
            return CleanText(outcomes[Int(max(0, min(2, whole)))].rawValue)
        }
    }

    /// The nearest integer. A database may have any number: one that is too large is the largest.
    private static func whole(_ value: Double) -> Int64 {
        Int64(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
    }

    /// `slower: median 1.12 ms → 2.31 ms, +106 %, effect 1.0, p 0.005, 12 and 12 runs`
    static func change(_ change: HistoryChange, of unit: HistorySeries.Unit) -> CleanText {
        let runs: CleanText = "\(change.old.count) and \(change.new.count) runs"
        let proof: CleanText =
            "effect \(ComparisonWords.decimal(change.effect)), p \(ComparisonWords.probability(change.p)), \(runs)"
        guard unit != .verdict else { return "\(kind(change, unit)): \(shares(change)), \(proof)" }
        let (old, new) = (value(change.old.median ?? 0, unit), value(change.new.median ?? 0, unit))
        let ratio: CleanText = change.ratio.map { ", \(ComparisonWords.percent($0))" } ?? ""
        return "\(kind(change, unit)): median \(old) → \(new)\(ratio), \(proof)"
    }

    /// `not passed in 0 of 12 → in 11 of 12`
    private static func shares(_ change: HistoryChange) -> CleanText {
        let (old, new) = (change.old, change.new)
        return
            "not passed in \(old.sorted.count { $0 > 0 }) of \(old.count) → in \(new.sorted.count { $0 > 0 }) of \(new.count)"
    }

    private static func kind(_ change: HistoryChange, _ unit: HistorySeries.Unit) -> CleanText {
        switch (trend(change), unit) {
        case (.worse, .nanoseconds): "slower"
        case (.better, .nanoseconds): "faster"
        case (.worse, .count): "more"
        case (.better, .count): "fewer"
        case (.worse, .verdict): "worse"
        case (.better, .verdict): "better"
        case (.other, _): "spread differently"
        }
    }

    /// `warned, inconclusive: 0 in all 24 runs`; `nil` without such a count.
    static func zeros(_ series: [HistorySeries]) -> CleanText? {
        let zeros = series.filter(\.isZero)
        guard let runs = zeros.first?.points.count else { return nil }
        let names = zeros.map { CleanText($0.name) }.joined(separator: ", ")
        return "\(names): 0 in \(runs == 1 ? "1 run" : "all \(runs) runs")"
    }

    /// The run with which something changes: `#13 2026-10-14T08:00:00Z`
    static func run(_ kept: KeptRun) -> CleanText { "\(kept.label) \(CleanText(kept.run.started, limit: 30))" }

    /// What else changed with that run: `firmware 1.0 → 1.1, other suites`
    static func causes(_ change: HistoryChange) -> CleanText {
        let (old, new) = (change.before.run, change.after.run)
        return change.causes.map { cause -> CleanText in
            switch cause {
            case "firmware": "firmware \(step(old.accessory.firmware, new.accessory.firmware))"
            case "hardware": "hardware \(step(old.accessory.hardware, new.accessory.hardware))"
            case "device": "another Device ID"
            case "suites": "other suites"
            default: "\(step(old.tool, new.tool))"
            }
        }.joined(separator: ", ")
    }

    private static func step(_ old: String?, _ new: String?) -> CleanText {
        "\(CleanText(old ?? "unknown", limit: 100)) → \(CleanText(new ?? "unknown", limit: 100))"
    }

    /// `24 runs of Acme B1`
    static func runs(_ reading: HistoryReading) -> CleanText {
        "\(Spoken.count(reading.runs.count, "run")) of \(CleanText(reading.product, limit: 200))"
    }

    /// `passed 3, failed 1`
    static func outcomes(_ flaky: FlakyInstance) -> CleanText {
        flaky.outcomes.map { "\(CleanText($0.outcome)) \($0.count)" }.joined(separator: ", ")
    }

    /// The verdicts in their order: `passed #1 to #3, failed #4`. Of many, the newest.
    static func course(_ flaky: FlakyInstance) -> CleanText {
        let stretches = flaky.stretches
        let shown = stretches.suffix(12).compactMap { stretch -> CleanText? in
            guard let first = stretch.first, let last = stretch.last else { return nil }
            let runs: CleanText =
                stretch.count > 1 ? "\(first.run.label) to \(last.run.label)" : "\(first.run.label)"
            return "\(CleanText(first.verdict.outcome)) \(runs)"
        }
        return (stretches.count > shown.count ? "…, " : "") + shown.joined(separator: ", ")
    }

    /// `firmware 1.0, 4 runs: passed 3, failed 1; 2 different failures`
    static func flaky(_ flaky: FlakyInstance) -> CleanText {
        let firmware: CleanText = flaky.firmware.map { "firmware \(CleanText($0, limit: 100)), " } ?? ""
        let manners: CleanText = flaky.manners > 1 ? "; \(flaky.manners) different failures" : ""
        return "\(firmware)\(Spoken.count(flaky.sightings.count, "run")): \(outcomes(flaky))\(manners)"
    }
}
