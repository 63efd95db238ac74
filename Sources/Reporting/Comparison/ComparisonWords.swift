import Judge
import Measurement
import Regression
import RunRecord
import SuiteLanguage

/// The words of a comparison that all its forms share.
struct ComparisonWords {
    private let comparison: RunComparison
    let failsOnWarning: Bool

    init(_ comparison: RunComparison, failsOnWarning: Bool) {
        self.comparison = comparison
        self.failsOnWarning = failsOnWarning
    }

    var status: ExitStatus { ExitStatus(comparison, failsOnWarning: failsOnWarning) }

    /// `the new side fails where the old one did not (exit status 6)`
    var meaning: CleanText { "\(result) (exit status \(status.rawValue))" }

    /// What the status says, in words.
    var result: CleanText {
        switch status {
        case .newFailure: "the new side fails where the old one did not"
        case .broken: "the new side is slower than the old one"
        case .changedFailure: "a failure of the old side fails in another way"
        case .newlySkipped: "the new side skips a case that the old one judged"
        case .unjudged where isDoubtful: "the new side is slower, but nothing proves that the accessory is the cause"
        case .unjudged: "not all that the old side judged or measured can be compared with the new one"
        default:
            if comparison.measured.slower.isEmpty {
                "the new side is not worse than the old one"
            } else if comparison.measured.provenSlower.isEmpty {
                "the new side seems slower, but nothing proves that the accessory is the cause; it is not worse otherwise"
            } else {
                "the new side is slower, which counts with --fail-on-slower only; it is not worse otherwise"
            }
        }
    }

    /// The result in two words at most.
    var headline: CleanText {
        switch status {
        case .newFailure: "New failures"
        case .broken: "Slower"
        case .changedFailure: "Changed failures"
        case .newlySkipped: "Newly skipped"
        case .unjudged: isDoubtful ? "Perhaps slower" : "Not judged"
        default:
            if comparison.measured.slower.isEmpty {
                "Not worse"
            } else {
                comparison.measured.provenSlower.isEmpty ? "Perhaps slower" : "Slower"
            }
        }
    }

    /// Whether slower operations count, and none of them proves anything.
    private var isDoubtful: Bool { comparison.countsSlower && !comparison.measured.slower.isEmpty }

    /// `2 new, 1 fixed; 410 cases judged in both`
    var totals: CleanText {
        let parts = VerdictChange.Kind.allCases.compactMap { kind -> CleanText? in
            let count = comparison.verdicts(kind).count
            return count > 0 ? "\(count) \(CleanText(kind.rawValue.replacing("-", with: " ")))" : nil
        }
        guard !parts.isEmpty || comparison.common > 0 || measuredTotals.isEmpty else { return measuredTotals }
        var text: CleanText = parts.isEmpty ? "no verdict changed" : parts.joined(separator: ", ")
        text += "; \(Spoken.count(comparison.common, "instance")) judged in both"
        if comparison.onlyOld > 0 { text += ", \(comparison.onlyOld) in old only" }
        if comparison.onlyNew > 0 { text += ", \(comparison.onlyNew) in new only" }
        return measuredTotals.isEmpty ? text : "\(text); \(measuredTotals)"
    }

    /// `12 operations compared: 1 slower, 2 faster`, or `no difference that counts`; empty without measured times.
    private var measuredTotals: CleanText {
        let (compared, lost) = (comparison.measured.compared, comparison.measured.lost.count)
        let losses: CleanText = lost > 0 ? "\(Spoken.count(lost, "operation")) lost" : ""
        guard !compared.isEmpty else { return losses }
        let slower = comparison.measured.slower.count
        let faster = compared.count { $0.shift.direction == .faster }
        let shifted = [(slower, "slower"), (faster, "faster")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let result = shifted.isEmpty ? "no difference that counts" : shifted.joined(separator: ", ")
        let totals: CleanText = "\(Spoken.count(compared.count, "operation")) compared: \(result)"
        return losses.isEmpty ? totals : "\(totals); \(losses)"
    }

    /// Both sides, each with its name and what it is.
    var sides: [(name: CleanText, text: CleanText)] {
        let isReversed = comparison.old.newest.started > comparison.new.newest.started
        let note: CleanText = isReversed ? "; it is older than old, so the sides may be exchanged" : ""
        return [("old", side(comparison.old)), ("new", side(comparison.new) + note)]
    }

    /// `Reports/a: Lightbulb 1, firmware 1.2.3, 2026-11-25T00:39:39Z, by assay 0.2.0: 9 passed, 3 failed`
    private func side(_ set: RunSet) -> CleanText {
        let run = set.newest
        var facts: [String] = [run.accessory?.model, run.accessory?.firmwareRevision.map { "firmware \($0)" }]
            .compactMap { $0 }
        let totals =
            run.isMeasurement
            ? "\(Spoken.count(run.times.series.count, "operation")) measured"
            : OutcomeTotals(run.verdicts.map(\.outcome)).text
        let newest = set.runs.count > 1 ? "\(set.runs.count) runs, the newest of " : ""
        facts.append("\(newest)\(run.started) by \(run.tool)")
        return CleanText("\(set.name): \(facts.joined(separator: ", ")): \(totals)", limit: 800)
    }

    /// Why the verdict is what it is: the finding that decides, or the reason.
    func reason(_ change: VerdictChange) -> CleanText {
        let verdict = change.verdict
        guard let finding = FailureText.deciding(verdict) else { return CleanText(verdict.reason ?? "", limit: 600) }
        let text = "\(finding.requirement): expected \(finding.expected); got \(finding.got)"
        return CleanText(text, limit: 600)
    }

    var identity: [CleanText] { comparison.identity.map(Self.field) }
    var advertisement: [CleanText] { comparison.advertisement.map(Self.field) }

    /// `1.52 characteristic Brightness: maxValue 100 → 254`
    var database: [CleanText] {
        comparison.database.map { change in
            let head: CleanText = "\(CleanText(change.place, limit: 60)) \(CleanText(change.name, limit: 200))"
            switch change.kind {
            case .added: return "\(head) was added"
            case .removed: return "\(head) was removed"
            case .changed: return "\(head): \(change.fields.map(Self.field).joined(separator: ", "))"
            }
        }
    }

    private static func field(_ change: FieldChange) -> CleanText {
        let name = CleanText(change.name, limit: 100)
        func value(_ text: String?) -> CleanText { text.map { CleanText($0, limit: 200) } ?? "nothing" }
        return "\(name) \(value(change.old)) → \(value(change.new))"
    }

    /// One line for each operation that became slower or faster, and one for the others.
    var shifts: [CleanText] {
        let shifted = comparison.shifts.filter { [.slower, .faster].contains($0.direction) }
        let lines = shifted.map { shift -> CleanText in
            let interval = shift.interval
            let sides: CleanText = "median \(Self.duration(shift.old)) → \(Self.duration(shift.new))"
            return
                "\(shift.operation) is \(CleanText(shift.direction.rawValue)): \(sides), \(Self.percent(shift.ratio)) (99 %: \(Self.percent(interval.lowerBound)) to \(Self.percent(interval.upperBound))), p \(Self.probability(shift.corrected)), effect \(Self.decimal(shift.test.delta)), \(shift.old.count) and \(shift.new.count) values"
        }
        let same = comparison.shifts.count { $0.direction == .same }
        let unknown = comparison.shifts.count { $0.direction == .unknown }
        // What is left of an operation is counted with the first of these, which says what is counted.
        var rest: [String] = []
        func add(_ count: Int, _ what: String) {
            guard count > 0 else { return }
            rest.append("\(rest.isEmpty ? Spoken.count(count, "operation") : "\(count)") \(what)")
        }
        add(same, "without a difference that counts")
        add(unknown, "with fewer than \(Shift.fewest) values")
        return rest.isEmpty ? lines : lines + [CleanText(rest.joined(separator: ", "))]
    }

    /// `1.234 ms`
    static func duration(_ sample: Sample) -> CleanText {
        "\(Figures.traceTime(Int64(sample.median ?? 0))) ms"
    }

    /// `+16.7 %`
    static func percent(_ ratio: Double) -> CleanText {
        let tenths = ((ratio - 1) * 1000).rounded() / 10
        return tenths == 0 ? "0.0 %" : "\(tenths > 0 ? "+" : "")\(tenths) %"
    }

    static func decimal(_ value: Double) -> CleanText { "\((value * 100).rounded() / 100)" }

    static func probability(_ value: Double) -> CleanText {
        value < 0.0001 ? "below 0.0001" : "\((value * 10_000).rounded() / 10_000)"
    }
}
