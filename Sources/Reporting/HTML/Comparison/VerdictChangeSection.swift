import Judge
import Regression

/// The instances whose verdicts differ.
struct VerdictChangeSection: PageSection {
    let anchor: StaticString = "verdicts"
    let title: CleanText = "Verdicts"
    private let comparison: RunComparison
    private let words: ComparisonWords

    init(_ comparison: RunComparison, _ words: ComparisonWords) {
        self.comparison = comparison
        self.words = words
    }

    var isEmpty: Bool { comparison.verdicts.isEmpty }

    /// The group of the changes of a kind.
    static func anchor(of kind: VerdictChange.Kind) -> Anchor {
        switch kind {
        case .new: Anchor("new")
        case .changed: Anchor("changed")
        case .lost: Anchor("lost")
        case .newlySkipped: Anchor("newly-skipped")
        case .warned: Anchor("warned")
        case .fixed: Anchor("fixed")
        }
    }

    func write(into page: inout HTMLWriter) {
        ListFilter(
            list: "change-list",
            search: "Search changes",
            states: VerdictChange.Kind.allCases.map { kind in
                ListFilter.State(
                    state: CleanText(kind.rawValue),
                    word: kind.words,
                    count: comparison.verdicts(kind).count
                )
            }
        ).write(into: &page) { page in
            page.element(.div, [.id(Anchor("change-list"))]) { page in
                for kind in VerdictChange.Kind.allCases {
                    let changes = comparison.verdicts(kind)
                    guard !changes.isEmpty else { continue }
                    let heading = Self.anchor(of: kind)
                    page.element(.section, [.labelled(by: heading)]) { page in
                        page.element(.h3, [.id(heading)], "\(kind.words) (\(changes.count))")
                        page.element(.ul, [.class("list")]) { page in
                            for change in changes { row(change, &page) }
                        }
                    }
                }
            }
        }
    }

    private func row(_ change: VerdictChange, _ page: inout HTMLWriter) {
        let kind = CleanText(change.kind.rawValue)
        page.element(.li, [.class("row plain"), .state(kind)]) { page in
            page.element(.span) { $0.element(.span, [.class("badge"), .state(kind)], kind) }
            page.element(.span, [.class("what")]) { page in
                page.element(.code, [.class("name")], CleanText(change.instance, limit: 400))
                if let title = comparison.new.newest.titles[change.verdict.caseID] {
                    page.element(.span, [.class("title")], CleanText(title, limit: 400))
                }
                page.element(.span, [.class("gist")], "\(CleanText(change.before)) → \(CleanText(change.after))")
                page.element(.span, [.class("gist")], words.reason(change))
            }
        }
        page.endLine()
    }
}
