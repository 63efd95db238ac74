import Foundation
import Gate
import Judge
import Measurement

/// Every instance, the failed ones first: what was expected, what was received, the messages, and the command that
/// repeats it.
struct CaseSection: PageSection {
    let anchor: StaticString = "cases"
    let title: CleanText = "Cases"
    private let report: RunReport
    private let body: CaseBody
    private let renderer: FailureText

    init(_ report: RunReport, _ anchors: CaseAnchors) {
        self.report = report
        body = CaseBody(report, anchors)
        renderer = FailureText(report)
    }

    var isEmpty: Bool { report.entries.isEmpty }

    /// The group of the instances with an outcome.
    static func anchor(of outcome: Verdict.Outcome) -> Anchor {
        switch outcome {
        case .passed: Anchor("passed")
        case .failed: Anchor("failed")
        case .warned: Anchor("warned")
        case .skipped: Anchor("skipped")
        case .inconclusive: Anchor("inconclusive")
        case .errored: Anchor("errored")
        }
    }

    func write(into page: inout HTMLWriter) {
        let totals = report.totals
        ListFilter(
            list: "case-list",
            search: "Search cases",
            states: RunSummarySection.outcomes.map { outcome in
                ListFilter.State(
                    state: CleanText(outcome.rawValue),
                    word: CleanText(outcome.rawValue),
                    count: totals[outcome]
                )
            },
            parts: Set(report.entries.map(\.chapter)).sorted().map { CleanText($0, limit: 100) },
            part: "Chapter",
            opens: true
        ).write(into: &page) { page in
            page.element(.div, [.id(Anchor("case-list"))]) { page in
                for outcome in RunSummarySection.outcomes where totals[outcome] > 0 {
                    let heading = Self.anchor(of: outcome)
                    page.element(.section, [.labelled(by: heading)]) { page in
                        page.element(.h3, [.id(heading)], "\(outcome.rawValue.capitalized) (\(totals[outcome]))")
                        page.endLine()
                        page.element(.ul, [.class("list")]) { group(outcome, &$0) }
                    }
                    page.endLine()
                }
            }
        }
    }

    private func group(_ outcome: Verdict.Outcome, _ page: inout HTMLWriter) {
        for (index, entry) in report.entries.enumerated() where entry.verdict.outcome == outcome {
            let attributes: [HTMLAttribute] = [
                .id(Anchor("case", index)), .state(outcome), .part(CleanText(entry.chapter, limit: 100)),
            ]
            if body.isWorthOpening(entry) {
                page.element(.li, [.class("row")] + attributes) { page in
                    page.element(.details) { page in
                        page.element(.summary) { head(entry, &$0) }
                        page.element(.div, [.class("inside")]) { body.write(entry, into: &$0) }
                    }
                }
            } else {
                page.element(.li, [.class("row plain")] + attributes) { head(entry, &$0) }
            }
            page.endLine()
        }
    }

    /// The line of the instance: outcome, name, title, what decided, and the time that it took.
    private func head(_ entry: RunReport.Entry, _ page: inout HTMLWriter) {
        let verdict = entry.verdict
        let word: CleanText = report.known(entry) == nil ? CleanText(verdict.outcome.rawValue) : "known failure"
        page.element(.span) { $0.element(.span, [.class("badge"), .state(verdict.outcome)], word) }
        page.element(.span, [.class("what")]) { page in
            page.element(.code, [.class("name")], CleanText(entry.name, limit: 400))
            if !entry.title.isEmpty { page.element(.span, [.class("title")], CleanText(entry.title, limit: 400)) }
            if verdict.outcome != .passed {
                page.element(.span, [.class("gist")], renderer.message(entry).bounded(400))
            }
            if !entry.countsForConformance {
                page.element(.span, [.class("gist")], "a compatibility case: it does not count for conformance")
            }
        }
        if verdict.outcome != .skipped {
            page.element(.span, [.class("time")], "\(Figures.duration(verdict.duration))")
        }
    }
}
