import Latency
import Measurement
import RunRecord

/// The times that the run measured: a histogram and the percentiles of each operation, beside their budgets.
struct LatencySection: PageSection {
    let anchor: StaticString = "latency"
    let title: CleanText = "Latency"
    private let times: MeasuredTimes
    private let anchors: CaseAnchors

    init(_ report: RunReport, _ anchors: CaseAnchors) {
        times = report.times
        self.anchors = anchors
    }

    var isEmpty: Bool { times.series.isEmpty && times.unmeasured.isEmpty }

    func write(into page: inout HTMLWriter) {
        page.element(
            .p,
            [.class("soft")],
            "Times from a request to its response, or with a rate from the moment at which the request was due, with the network, whose own round trip is beside them, and without that of a relay where it is known. Below each percentile stands its 95 % interval, as far as there are enough times for its ends. The histogram goes from the shortest to the longest time on a logarithmic scale."
        )
        if let overhead = times.overhead { page.element(.p, [.class("soft")], LatencyText.line(overhead)) }
        page.element(.div, [.class("scrolls"), .isReachable, .role("region"), .label("Measured times")]) { page in
            page.element(.table) { page in
                page.element(.caption, "The measured times of each operation.")
                page.element(.thead) { page in
                    page.element(.tr) { page in
                        page.element(.th, [.scope("col")], "Operation")
                        page.element(.th, [.scope("col")], "Histogram")
                        page.element(.th, [.scope("col"), .class("number")], "Times")
                        for percentile in Percentile.allCases {
                            page.element(.th, [.scope("col"), .class("number")], CleanText(percentile.rawValue))
                        }
                        page.element(.th, [.scope("col"), .class("number")], "Network")
                        page.element(.th, [.scope("col")], "Budget")
                    }
                }
                page.element(.tbody) { page in
                    for series in times.series { row(series, &page) }
                }
            }
        }
        guard !times.unmeasured.isEmpty else { return }
        page.element(.ul) { page in
            for operation in times.unmeasured {
                page.element(.li, LatencyText.unmeasured(operation.name, operation.reason))
            }
        }
    }

    /// What was measured how: sessions, a rate, and the figures of each.
    private static func details(_ series: RecordedSeries) -> [CleanText] {
        let rate = series.rate.map { CleanText(RecordedSeries.pace($0)) }
        let service = series.service.map { figures("from sending on", $0) }
        let sessions = series.bySession.enumerated().map { figures("session \($0 + 1)", $1) }
        return [rate, service].compactMap { $0 } + sessions + LatencyText.notes(series)
    }

    /// `session 2: p50 1.20 ms, p99 3.10 ms, max 4.00 ms`
    private static func figures(_ name: CleanText, _ summary: LatencySummary) -> CleanText {
        let figures = [Percentile.p50, .p99, .max].map { percentile in
            "\(percentile.rawValue) \(LatencyFigure.text(summary[percentile].value))"
        }
        return "\(name): \(CleanText(figures.joined(separator: ", ")))"
    }

    /// `203 µs`, `203 µs and relay 1.20 ms, subtracted`
    private static func network(_ series: RecordedSeries) -> CleanText {
        let network = series.network.map { CleanText(LatencyFigure.text($0)) }
        let parts = [network, LatencyText.relay(series)].compactMap { $0 }
        return parts.isEmpty ? "·" : parts.joined(separator: " and ")
    }

    private func row(_ series: RecordedSeries, _ page: inout HTMLWriter) {
        page.element(.tr) { page in
            page.element(.th, [.scope("row")]) { page in
                page.text(CleanText(series.name, limit: 100))
                if let target = series.target { page.element(.div, [.class("soft")], CleanText(target, limit: 200)) }
                for detail in Self.details(series) { page.element(.div, [.class("soft")], detail) }
                if let instance = series.instance {
                    page.element(.div) { CaseAnchors.link("Show the case", to: anchors.instance(instance), into: &$0) }
                }
            }
            page.element(.td) { LatencyBars(series).write(into: &$0) }
            page.element(.td, [.class("number")]) { page in
                page.text("\(series.count)")
                if series.sessions > 1 { page.element(.div, [.class("soft")], "\(series.sessions) sessions") }
                page.element(.div, [.class("soft")], CleanText(series.stamps, limit: 20))
            }
            for percentile in Percentile.allCases { cell(series[percentile], percentile, &page) }
            page.element(.td, [.class("number")], Self.network(series))
            page.element(.td) { page in
                if series.budgets.isEmpty { page.text("·") }
                for verdict in series.budgets { budget(verdict, &page) }
                if let failure = series.failure {
                    page.element(.div, [.class("soft")], "ended early: \(CleanText(failure, limit: 200))")
                }
            }
        }
        page.endLine()
    }

    private func cell(_ figure: LatencySummary.Figure?, _ percentile: Percentile, _ page: inout HTMLWriter) {
        page.element(.td, [.class("number")]) { page in
            page.text(figure.map { CleanText(LatencyFigure.text($0.value)) } ?? "·")
            guard let figure, percentile != .max else { return }
            // In two lines: figures do not wrap, and five intervals in one line each are wider than a page.
            switch (figure.low.map(LatencyFigure.text), figure.high.map(LatencyFigure.text)) {
            case (let low?, let high):
                page.element(.div, [.class("soft")], "\(low) \(high == nil ? "or" : "to") ")
                page.element(.div, [.class("soft")], "\(high ?? "more")")
            case (nil, let high?):
                page.element(.div, [.class("soft")], "\(high) or ")
                page.element(.div, [.class("soft")], "less")
            case (nil, nil): break
            }
        }
    }

    private static func words(_ verdict: BudgetVerdict) -> CleanText {
        switch verdict.obstacle {
        case .nothing: "not measured"
        case .tooFew: "not judged: too few times"
        case .endedEarly: "not judged: ended early"
        case .leftOut: "not judged: operations that were due were not sent"
        case .relay: "not judged: the times contain the way to the relay"
        case nil: verdict.outcome == .met ? "met" : verdict.isProven ? "exceeded" : "exceeded, not proven"
        }
    }

    private func budget(_ verdict: BudgetVerdict, _ page: inout HTMLWriter) {
        let limit: CleanText =
            "\(verdict.budget.percentile.rawValue) at most \(LatencyFigure.text(verdict.budget.limit))"
        page.element(.div) { page in
            page.text("\(limit) ")
            page.element(.span, [.class("badge"), .state(verdict.outcome.state)], Self.words(verdict))
            if let place = verdict.budget.place {
                page.element(.div, [.class("soft")], "profile, \(CleanText(place, limit: 200))")
            }
        }
    }
}

/// The histogram of one operation.
private struct LatencyBars {
    private let ranges: [UInt64]
    private let label: CleanText
    private static let count = 32

    init(_ series: RecordedSeries) {
        ranges = series.histogram.ranges(Self.count)
        let (p50, most) = (series[.p50]?.value ?? .zero, series[.max]?.value ?? .zero)
        label =
            "\(series.count) times; half of them take at most \(LatencyFigure.text(p50)), all at most \(LatencyFigure.text(most))"
    }

    func write(into page: inout HTMLWriter) {
        let most = Double(max(1, ranges.max() ?? 1))
        page.element(
            .svg,
            [
                .class("histogram"), .role("img"), .label(label), .viewBox(width: Self.count * 10, height: 100),
                .stretches,
            ]
        ) { page in
            for (place, count) in ranges.enumerated() where count > 0 {
                // A range with a single time of many is still visible.
                let height = max(4, 100 * Double(count) / most)
                page.element(
                    .rect,
                    [.state("same"), .x(Double(place) * 10), .y(100 - height), .width(9), .height(height)]
                )
            }
        }
    }
}

extension BudgetVerdict.Outcome {
    /// The state whose colour it has. Whether a violation fails or warns, the case says.
    fileprivate var state: CleanText {
        switch self {
        case .met: "passed"
        case .failed: "failed"
        case .warned: "warned"
        case .unmeasured: "not-judged"
        }
    }

}
