import Judge
import RunRecord

/// The places of instances and requirements in the page of a run.
struct CaseAnchors {
    private let instances: [String: Int]
    private let requirements: [String: Int]

    init(_ report: RunReport) {
        let names = report.entries.enumerated().map { ($1.name, $0) }
        instances = Dictionary(names) { first, _ in first }
        let ids = report.standings.enumerated().map { ($1.requirement.id, $0) }
        requirements = Dictionary(ids) { first, _ in first }
    }

    /// The place of an instance; `nil` if the run has no such instance.
    func instance(_ name: String) -> Anchor? { instances[name].map { Anchor("case", $0) } }

    /// The place of a requirement; `nil` if the run's header does not list it.
    func requirement(_ id: String) -> Anchor? { requirements[id].map { Anchor("requirement", $0) } }

    /// Writes the text as a link, if it has a place to lead to.
    static func link(_ text: CleanText, to anchor: Anchor?, into page: inout HTMLWriter) {
        if let anchor { page.element(.a, [.href(anchor)], text) } else { page.text(text) }
    }
}
