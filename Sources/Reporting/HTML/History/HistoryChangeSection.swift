import History

/// What changed, with the run that it starts with, the newest change first.
struct HistoryChangeSection: PageSection {
    let anchor: StaticString = "changes"
    let title: CleanText = "Changes"
    private let changes: [PlacedChange]

    init(_ changes: [PlacedChange]) {
        self.changes = changes
    }

    var isEmpty: Bool { changes.isEmpty }

    func write(into page: inout HTMLWriter) {
        page.element(
            .p,
            [.class("soft")],
            "Effect is Cliff's delta, from -1 to 1: how much more often a value after the change is larger than one before it. p is the share of random orders that show a change as strong."
        )
        ListFilter(
            list: "change-list",
            search: "Search changes",
            states: HistoryWords.Trend.allCases.map { trend in
                ListFilter.State(state: trend.state, word: trend.words, count: changes.count { $0.trend == trend })
            },
            parts: HistorySeries.Unit.all.filter { unit in changes.contains { $0.series.unit == unit } }.map(\.words),
            part: "Of"
        ).write(into: &page) { page in
            page.element(.ul, [.class("list"), .id(Anchor("change-list"))]) { page in
                for change in changes { row(change, &page) }
            }
        }
    }

    private func row(_ placed: PlacedChange, _ page: inout HTMLWriter) {
        let (series, change) = (placed.series, placed.change)
        page.element(.li, [.class("row plain"), .state(placed.trend.state), .part(series.unit.words)]) { page in
            page.element(.span) {
                $0.element(.span, [.class("badge"), .state(placed.trend.state)], placed.trend.words)
            }
            page.element(.span, [.class("what")]) { page in
                page.element(.code, [.class("name")], CleanText(series.name, limit: 400))
                page.element(.span, [.class("title")], HistoryWords.change(change, of: series.unit))
                page.element(.span, [.class("gist")]) { page in
                    page.text("from ")
                    page.element(
                        .a,
                        [.href(HistoryRunSection.anchor(of: change.after))],
                        HistoryWords.run(change.after)
                    )
                    let causes = HistoryWords.causes(change)
                    page.text(causes.isEmpty ? " on" : " on: \(causes)")
                }
            }
        }
        page.endLine()
    }
}

extension HistorySeries.Unit {
    fileprivate static let all: [HistorySeries.Unit] = [.nanoseconds, .count, .verdict]

    /// What a series is about, for the choice of the reader.
    fileprivate var words: CleanText {
        switch self {
        case .nanoseconds: "times"
        case .count: "counts"
        case .verdict: "single instances"
        }
    }
}
