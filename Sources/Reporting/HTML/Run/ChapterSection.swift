import Judge

/// The verdicts by chapter and section of the suites.
struct ChapterSection: PageSection {
    let anchor: StaticString = "chapters"
    let title: CleanText = "By chapter"
    private let chapters: [(name: String, sections: [(name: String, totals: OutcomeTotals)])]

    init(_ report: RunReport) {
        let byChapter = Dictionary(grouping: report.entries, by: \.chapter)
        chapters = byChapter.keys.sorted().map { chapter in
            let bySection = Dictionary(grouping: byChapter[chapter] ?? [], by: \.section)
            let sections = bySection.keys.sorted().map { section in
                (section, OutcomeTotals((bySection[section] ?? []).map(\.verdict.outcome)))
            }
            return (chapter, sections)
        }
    }

    var isEmpty: Bool { chapters.isEmpty }

    func write(into page: inout HTMLWriter) {
        let outcomes = RunSummarySection.outcomes
        page.element(.div, [.class("scrolls"), .isReachable, .role("region"), .label("Verdicts by chapter")]) { page in
            page.element(.table) { page in
                page.element(
                    .caption,
                    "The number of instances with each outcome, by the chapter and section of their cases."
                )
                page.element(.thead) { page in
                    page.element(.tr) { page in
                        page.element(.th, [.scope("col")], "Section")
                        page.element(.th, [.scope("col")], "Shares")
                        for outcome in outcomes {
                            page.element(.th, [.scope("col"), .class("number")], CleanText(outcome.rawValue))
                        }
                    }
                }
                for chapter in chapters { body(chapter.name, chapter.sections, &page) }
            }
        }
    }

    private func body(
        _ chapter: String,
        _ sections: [(name: String, totals: OutcomeTotals)],
        _ page: inout HTMLWriter
    ) {
        page.element(.tbody) { page in
            for (section, totals) in sections {
                page.element(.tr) { page in
                    page.element(.th, [.scope("row")], ("\(chapter) / \(section)" as CleanText).bounded(200))
                    page.element(.td) { RunSummarySection.bar(totals).write(into: &$0) }
                    for outcome in RunSummarySection.outcomes {
                        let count = totals[outcome]
                        page.element(.td, [.class("number")], count == 0 ? "·" : "\(count)")
                    }
                }
                page.endLine()
            }
        }
    }
}
