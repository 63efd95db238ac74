import Gate
import SuiteLanguage

/// How the run differs from its baseline.
struct BaselineSection: PageSection {
    let anchor: StaticString = "baseline"
    let title: CleanText = "Baseline"
    private let gate: Gate?
    private let anchors: CaseAnchors

    init(_ report: RunReport, _ anchors: CaseAnchors) {
        gate = report.gate
        self.anchors = anchors
    }

    var isEmpty: Bool { gate == nil }

    func write(into page: inout HTMLWriter) {
        guard let gate else { return }
        let known = Spoken.count(gate.allowed.count, "known failure")
        page.element(.p, "\(CleanText(gate.baseline.file, limit: 400)) allows \(known) of this run.")
        guard !gate.departures.isEmpty else { return }
        page.element(.ul, [.class("list")]) { page in
            for departure in gate.departures {
                let kind = CleanText(departure.kind.rawValue)
                page.element(.li) { page in
                    page.element(.span, [.class("badge"), .state(kind)], kind)
                    page.text(" ")
                    let text = CleanText(departure.text, limit: 1024)
                    CaseAnchors.link(text, to: anchors.instance(departure.instance), into: &page)
                }
            }
        }
    }
}
