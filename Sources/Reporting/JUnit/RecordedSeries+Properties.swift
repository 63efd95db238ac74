import Latency
import Measurement

extension RecordedSeries {
    /// The figures as properties of the test case that measured them: `latency.read.p99` is `61.2 ms`, with its interval and
    /// budget.
    var properties: JUnitSuite.Properties {
        let name = CleanText("latency.\(name)", limit: 100)
        var properties: JUnitSuite.Properties = [("\(name).count", "\(count)")]
        for percentile in Percentile.allCases {
            guard let figure = self[percentile] else { continue }
            let known = percentile == .max ? nil : LatencyText.interval(figure)
            let interval: CleanText = known.map { " (95 %: \($0))" } ?? ""
            properties.append(("\(name).\(percentile.rawValue)", "\(LatencyFigure.text(figure.value))\(interval)"))
        }
        if let network { properties.append(("\(name).network", CleanText(LatencyFigure.text(network)))) }
        if let relay { properties.append(("\(name).relay", CleanText(LatencyFigure.text(relay)))) }
        for verdict in budgets {
            let limit = LatencyFigure.text(verdict.budget.limit)
            let fact = CleanText(verdict.fact)
            properties.append(("\(name).budget.\(verdict.budget.percentile.rawValue)", "\(limit): \(fact)"))
        }
        return properties
    }
}
