import Judge
import RunRecord

/// The likely causes of what was found, the most severe first.
struct CauseSection: PageSection {
    let anchor: StaticString = "causes"
    private let texts: [CauseText]
    private let anchors: CaseAnchors

    init(_ report: RunReport, _ anchors: CaseAnchors) {
        texts = report.causeTexts
        self.anchors = anchors
    }

    var title: CleanText { texts.count == 1 ? "Likely cause" : "Likely causes" }
    var isEmpty: Bool { texts.isEmpty }

    func write(into page: inout HTMLWriter) {
        page.element(
            .p,
            [.class("soft")],
            "One fault of an accessory often violates several requirements. Each entry is a finding that evidence does not trace back to another one."
        )
        page.element(.ol, [.class("causes")]) { page in
            for text in texts { page.element(.li) { entry(text, &$0) } }
        }
    }

    private func entry(_ text: CauseText, _ page: inout HTMLWriter) {
        let cause = text.cause
        let word: CleanText = cause.severity == .failed ? "failed" : "warned"
        page.element(.span, [.class("badge"), .state(word)], word)
        page.text(" ")
        page.text(text.line)
        page.text(" ")
        CaseAnchors.link("Show the case", to: anchors.instance(cause.instance), into: &page)
    }
}
