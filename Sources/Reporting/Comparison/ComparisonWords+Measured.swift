import Latency
import Measurement
import Regression

/// The words of measured times.
extension ComparisonWords {
    /// One line for each operation: what was lost, how its times differ, or why they are not compared.
    static func measured(_ comparison: MeasuredComparison) -> [CleanText] {
        echoes(comparison) + comparison.lost.map { line($0, "lost") } + comparison.compared.map(line)
            + comparison.uncompared.map { line($0, "not compared") }
    }

    /// That the tester's machine was not equally fast; empty if it was, and explains nothing.
    static func echoes(_ comparison: MeasuredComparison) -> [CleanText] {
        guard let echoes = comparison.echoes,
            echoes.areUnequal || comparison.compared.contains(where: { $0.doubt == .machine && $0.echoes == nil })
        else { return [] }
        let (old, new) = (LatencyFigure.text(echoes.old), LatencyFigure.text(echoes.new))
        return [
            "the tester's machine was not equally fast: a plain echo took \(old) in old and \(new) in new; measure both again on an idle machine"
        ]
    }

    private static func line(_ one: MeasuredComparison.Compared) -> CleanText {
        let shift = one.shift
        let percentiles = shift.percentiles.map(text).joined(separator: "; ")
        return
            "\(name(one.load)): \(verdict(one))\(machine(one)); \(percentiles); effect \(decimal(shift.effect)); \(shift.old.count) and \(shift.new.count) times"
    }

    /// What echoes beside the measurement took, if they explain the difference.
    private static func machine(_ one: MeasuredComparison.Compared) -> CleanText {
        guard one.doubt == .machine, let echoes = one.echoes else { return "" }
        return
            " (a plain echo beside it took \(LatencyFigure.text(echoes.old)) in old and \(LatencyFigure.text(echoes.new)) in new)"
    }

    private static func line(_ one: MeasuredComparison.Uncompared, _ word: StaticString) -> CleanText {
        "\(CleanText(one.name, limit: 200)): \(word): \(CleanText(one.reason, limit: 400))"
    }

    static func name(_ load: MeasuredLoad) -> CleanText { CleanText(load.words, limit: 300) }

    /// `slower`, `no difference that counts`
    static func verdict(_ one: MeasuredComparison.Compared) -> CleanText {
        guard one.shift.direction != .same else { return "no difference that counts" }
        let verdict = "\(CleanText(one.shift.direction.rawValue)) at \(places(of: one.shift))" as CleanText
        switch one.doubt {
        case .machine: return "\(verdict), which the tester's machine may explain"
        case .relay: return "\(verdict), which the way to the relay may explain"
        case .single: return "\(verdict), but one run on each side does not prove so short a difference"
        case .runs: return "\(verdict), but the runs of one side differ as much among themselves"
        case nil: return verdict
        }
    }

    /// The percentiles that differ: `p50 and p99`.
    private static func places(of shift: TimesShift) -> CleanText {
        let names = shift.percentiles.filter { $0.direction == shift.direction }.map(\.percentile.rawValue)
        return CleanText(names.joined(separator: " and "))
    }

    /// `p50 5.02 ms → 5.53 ms, +10.1 % (99 %: +9.0 % to +11.2 %), p below 0.0001`
    static func text(_ shift: PercentileShift) -> CleanText {
        let sides: CleanText = "\(CleanText(shift.percentile.rawValue)) \(time(shift.old)) → \(time(shift.new))"
        guard let ratio = shift.ratio, let range = shift.interval.map(interval) else { return sides }
        return "\(sides), \(percent(ratio)) (99 %: \(range)), p \(probability(shift.corrected))"
    }

    /// `+9.0 % to +11.2 %`
    static func interval(_ interval: ClosedRange<Double>) -> CleanText {
        "\(percent(interval.lowerBound)) to \(percent(interval.upperBound))"
    }

    static func time(_ nanoseconds: Double) -> CleanText {
        CleanText(LatencyFigure.text(.nanoseconds(Int64(nanoseconds))))
    }
}
