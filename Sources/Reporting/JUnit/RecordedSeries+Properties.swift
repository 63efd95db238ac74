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
        // The profile and the case may each have a limit for one percentile, and readers keep one property of a name.
        for percentile in Percentile.allCases {
            let facts = budgets.filter { $0.budget.percentile == percentile }.map { verdict -> CleanText in
                "\(LatencyFigure.text(verdict.budget.limit)): \(CleanText(verdict.fact))"
            }
            guard !facts.isEmpty else { continue }
            properties.append(("\(name).budget.\(percentile.rawValue)", facts.joined(separator: "; ")))
        }
        return properties
    }
}
