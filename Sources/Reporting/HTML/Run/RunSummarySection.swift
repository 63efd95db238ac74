import Judge
import Measurement
import RunRecord

/// The result of the run, what was tested, and how to repeat it.
struct RunSummarySection: PageSection {
    let anchor: StaticString = "summary"
    let title: CleanText = "Summary"
    let isEmpty = false
    private let report: RunReport

    init(_ report: RunReport) {
        self.report = report
    }

    /// The outcomes, the most severe first.
    static let outcomes: [Verdict.Outcome] = [.failed, .errored, .inconclusive, .warned, .passed, .skipped]

    func write(into page: inout HTMLWriter) {
        let status = report.exitStatus
        page.element(.div, [.class("verdict"), .state(status.state)]) { page in
            page.text(report.headline)
            page.element(.p, "\(CleanText(report.meaning)) (exit status \(status.rawValue))")
            if let message = report.end.message { page.element(.p, CleanText(message, limit: 1024)) }
        }
        if report.measurement == nil { tiles(&page) }
        facts.write(into: &page)
        if let command = report.command {
            page.element(.h3, "Run again")
            page.element(.pre, [.class("command")], CleanText(command, limit: 4096))
        }
        guard !notes.isEmpty else { return }
        page.element(.h3, "Notes")
        page.element(.ul) { page in
            for note in notes { page.element(.li, note) }
        }
    }

    private func tiles(_ page: inout HTMLWriter) {
        let totals = report.totals
        page.element(.ul, [.class("tiles")]) { page in
            for outcome in Self.outcomes where totals[outcome] > 0 {
                page.element(.li, [.state(outcome)]) { page in
                    page.element(.a, [.href(CaseSection.anchor(of: outcome))]) { page in
                        page.element(.strong, "\(totals[outcome])")
                        page.text(CleanText(outcome.rawValue))
                    }
                }
            }
        }
        Self.bar(totals).write(into: &page)
    }

    /// The shares of the outcomes.
    static func bar(_ totals: OutcomeTotals) -> ShareBar {
        ShareBar(parts: outcomes.map { (CleanText($0.rawValue), totals[$0]) }, label: CleanText(totals.text))
    }

    private var facts: FactList {
        var facts = FactList()
        let record = report.record
        let place: CleanText = "\(report.accessory.address) (\(report.accessory.transport))"
        facts.add("Name", record?.name ?? report.accessory.name)
        facts.add("Manufacturer", record?.manufacturer)
        facts.add("Model", record?.model)
        facts.add("Firmware", record?.firmwareRevision)
        facts.add("Hardware", record?.hardwareRevision)
        facts.add("Device ID", record?.deviceID)
        facts.add("Category", record?.category.map { "\($0)" })
        facts.add("c#", record?.configuration.map { "\($0)" })
        facts.add("Address", place.bounded(400))
        facts.add("Started", report.started)
        facts.add("Took", Figures.duration(report.elapsed))
        facts.add("Selection", report.selection ?? "everything")
        facts.add("Seed", report.seed)
        facts.add("Tester", report.tool)
        facts.add("Suites", report.suiteDigest.map { String($0.prefix(16)) })
        return facts
    }

    private var notes: [CleanText] {
        let notes = report.notes.map { CleanText($0, limit: 1024) }
        return report.seenForms.isEmpty
            ? notes : notes + ["SRP leading zeros, for information: \(report.seenForms.text)"]
    }
}
