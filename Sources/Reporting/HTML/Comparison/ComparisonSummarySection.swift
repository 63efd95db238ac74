import Regression

/// The result of a comparison, and what was compared.
struct ComparisonSummarySection: PageSection {
    let anchor: StaticString = "summary"
    let title: CleanText = "Summary"
    let isEmpty = false
    private let comparison: RunComparison
    private let words: ComparisonWords

    init(_ comparison: RunComparison, _ words: ComparisonWords) {
        self.comparison = comparison
        self.words = words
    }

    func write(into page: inout HTMLWriter) {
        page.element(.div, [.class("verdict"), .state(words.status.state)]) { page in
            page.text(words.headline)
            page.element(.p, words.meaning)
            page.element(.p, words.totals)
        }
        let counts = VerdictChange.Kind.allCases.map { ($0, comparison.verdicts($0).count) }.filter { $0.1 > 0 }
        if !counts.isEmpty {
            page.element(.ul, [.class("tiles")]) { page in
                for (kind, count) in counts {
                    page.element(.li, [.state(CleanText(kind.rawValue))]) { page in
                        page.element(.a, [.href(VerdictChangeSection.anchor(of: kind))]) { page in
                            page.element(.strong, "\(count)")
                            page.text(kind.words)
                        }
                    }
                }
            }
        }
        var facts = FactList()
        for side in words.sides { facts.add(side.name == "old" ? "Old" : "New", side.text) }
        facts.write(into: &page)
    }
}
