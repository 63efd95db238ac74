import History
import Measurement
import SuiteLanguage

/// What the history shows, and of which accessory.
struct HistorySummarySection: PageSection {
    let anchor: StaticString = "summary"
    let title: CleanText = "Summary"
    let isEmpty = false
    private let reading: HistoryReading
    private let changes: [PlacedChange]

    init(_ reading: HistoryReading, _ changes: [PlacedChange]) {
        self.reading = reading
        self.changes = changes
    }

    func write(into page: inout HTMLWriter) {
        page.element(.div, [.class("verdict"), .state(state)]) { page in
            page.text(headline)
            if let newest = changes.first {
                page.element(.p) { page in
                    page.text("The newest change starts with \(HistoryWords.run(newest.change.after))")
                    let causes = HistoryWords.causes(newest.change)
                    if !causes.isEmpty { page.text(": \(causes)") }
                }
            }
        }
        page.element(.ul, [.class("tiles")]) { page in
            for trend in HistoryWords.Trend.allCases {
                let count = changes.count { $0.trend == trend }
                tile(count, trend == .other ? "spread differently" : trend.words, trend.state, "changes", &page)
            }
            tile(reading.flaky.count, "flaky", "warned", "flaky", &page)
            tile(reading.runs.count, reading.runs.count == 1 ? "run" : "runs", "skipped", "runs", &page)
        }
        facts.write(into: &page)
    }

    private var headline: CleanText {
        guard reading.comparable >= ChangePoint.fewest else { return "Too few runs to find changes" }
        return changes.isEmpty ? "No change found" : "\(Spoken.count(changes.count, "change"))"
    }

    private var state: CleanText {
        if reading.comparable < ChangePoint.fewest { return "not-judged" }
        return changes.first?.trend.state ?? "passed"
    }

    private func tile(
        _ count: Int,
        _ words: CleanText,
        _ state: CleanText,
        _ section: StaticString,
        _ page: inout HTMLWriter
    ) {
        guard count > 0 else { return }
        page.element(.li, [.state(state)]) { page in
            page.element(.a, [.href(Anchor(section))]) { page in
                page.element(.strong, "\(count)")
                page.text(words)
            }
        }
    }

    private var facts: FactList {
        var facts = FactList()
        let accessories = reading.runs.map(\.run.accessory)
        facts.add("Names", Self.listed(accessories.map(\.name)))
        facts.add("Device IDs", Self.listed(accessories.compactMap(\.deviceID)))
        facts.add("Firmware", Self.listed(accessories.compactMap(\.firmware)))
        facts.add("Hardware", Self.listed(accessories.compactMap(\.hardware)))
        facts.add("Transports", Self.listed(accessories.map(\.transports)))
        facts.add("First run", reading.runs.first?.run.started)
        facts.add("Last run", reading.runs.last?.run.started)
        facts.add("Testers", Self.listed(reading.runs.map(\.run.tool)))
        return facts
    }

    /// Each text once, in the order of the runs; of many the newest.
    private static func listed(_ texts: [String]) -> String {
        var seen: Set<String> = []
        let different = texts.reversed().filter { seen.insert($0).inserted }
        let shown = different.prefix(8).reversed().joined(separator: ", ")
        return different.count > 8 ? "…, \(shown)" : shown
    }
}
