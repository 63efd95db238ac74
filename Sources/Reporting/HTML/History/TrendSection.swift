import History
import SuiteLanguage

/// The counts and times over the runs, each as a graphic and as a table.
struct TrendSection: PageSection {
    let anchor: StaticString = "trends"
    let title: CleanText = "Trends"
    private let series: [HistorySeries]

    init(_ series: [HistorySeries]) {
        self.series = series.filter { $0.points.count > 1 }
    }

    var isEmpty: Bool { series.isEmpty }

    func write(into page: inout HTMLWriter) {
        page.element(
            .p,
            [.class("soft")],
            "Each dot is a run. The lines across are medians, and a dashed line is a change. The scale goes from the smallest to the largest value."
        )
        if let zeros = HistoryWords.zeros(series) { page.element(.p, [.class("soft")], zeros) }
        for one in series where !one.isZero {
            page.element(.h3, CleanText(one.name, limit: 200))
            TrendPlot(one).write(into: &page)
            if !one.changes.isEmpty {
                page.element(.ul) { page in
                    for change in one.changes {
                        page.element(.li, "from \(change.after.label) on \(HistoryWords.change(change, of: one.unit))")
                    }
                }
            }
            values(one, &page)
            page.endLine()
        }
    }

    private func values(_ series: HistorySeries, _ page: inout HTMLWriter) {
        let name: CleanText = "Values of \(CleanText(series.name, limit: 200))"
        // Its state keeps it closed in print, where the graphic is enough.
        page.element(.details, [.state("same")]) { page in
            page.element(.summary, "\(Spoken.count(series.points.count, "value"))")
            page.element(.div, [.class("scrolls"), .isReachable, .role("region"), .label(name)]) { page in
                page.element(.table) { page in
                    page.element(.caption, name)
                    page.element(.thead) { page in
                        page.element(.tr) { page in
                            for head: CleanText in ["Run", "Firmware"] { page.element(.th, [.scope("col")], head) }
                            page.element(.th, [.scope("col"), .class("number")], "Value")
                        }
                    }
                    page.element(.tbody) { page in
                        for point in series.points { row(point, series.unit, &page) }
                    }
                }
            }
        }
    }

    private func row(_ point: HistorySeries.Point, _ unit: HistorySeries.Unit, _ page: inout HTMLWriter) {
        page.element(.tr) { page in
            page.element(.th, [.scope("row")]) { page in
                page.element(.a, [.href(HistoryRunSection.anchor(of: point.run))], HistoryWords.run(point.run))
            }
            page.element(.td, CleanText(point.run.run.accessory.firmware ?? "·", limit: 100))
            page.element(.td, [.class("number")], HistoryWords.value(point.value, unit))
        }
    }
}
