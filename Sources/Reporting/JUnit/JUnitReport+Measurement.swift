import Latency
import RunRecord
import SuiteLanguage

extension RunReport {
    /// What a measurement without cases measured, as test cases: one for each operation, which fails if a budget of it is violated.
    func measuredCases(_ flavour: JUnitFlavour) -> [JUnitSuite.Case] {
        guard let measurement else { return [] }
        let measured = times.series.map { series in
            let verdicts = measurement.budgets.filter { $0.budget.series == series.name }
            return JUnitSuite.Case(
                className: "assay.measure",
                name: CleanText(series.name, limit: 100),
                milliseconds: series.times.reduce(.zero, +).wholeMilliseconds,
                result: Self.result(series, verdicts),
                details: flavour == .rich
                    ? JUnitSuite.Case.Details(
                        timestamp: CleanText(WallTime.zoneless(started, plus: 0)),
                        properties: series.properties
                    )
                    : nil
            )
        }
        let budgeted = Set(measurement.budgets.map(\.budget.series))
        return measured
            + times.unmeasured.map { operation in
                let reason = CleanText(operation.reason, limit: 1024)
                let isWanted = !operation.isSkipped || budgeted.contains { $0.hasPrefix(operation.name) }
                return JUnitSuite.Case(
                    className: "assay.measure",
                    name: CleanText(operation.name, limit: 100),
                    milliseconds: 0,
                    result: isWanted
                        ? .error(type: "unmeasured", message: reason, text: reason) : .skipped(reason: reason)
                )
            }
    }

    private static func result(_ series: RecordedSeries, _ verdicts: [BudgetVerdict]) -> JUnitSuite.Case.Result {
        let violated = verdicts.filter { $0.outcome == .failed }.map(LatencyText.line)
        if let first = violated.first {
            return .failure(type: "budget", message: first, text: violated.joined(separator: "\n"))
        }
        guard let failure = series.failure else {
            let unjudged = verdicts.filter { $0.outcome == .unmeasured }.map(LatencyText.line)
            guard let first = unjudged.first else { return .passed }
            return .error(type: "unmeasured", message: first, text: unjudged.joined(separator: "\n"))
        }
        let text: CleanText = "ended after \(series.count): \(CleanText(failure, limit: 1024))"
        return .error(type: "ended-early", message: text, text: text)
    }
}
