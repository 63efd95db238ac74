package import HAPModel
package import History
import SuiteLanguage

/// The instances whose verdict changes without a reason, for a terminal and as JSON.
package struct HistoryFlakyText: Sendable {
    private let reading: HistoryReading
    private let style: Style

    package init(_ reading: HistoryReading, style: Style = .plain) {
        self.reading = reading
        self.style = style
    }

    /// Those whose verdict changes most often first.
    package var text: CleanText {
        let blocks = reading.flaky.map { flaky in
            let facts = [HistoryWords.flaky(flaky), HistoryWords.course(flaky)]
            let name = style.paint(CleanText(flaky.instance, limit: 400), .bold)
            return (name.lines(hanging: 2) + facts.flatMap { $0.lines(indent: 2, hanging: 4) }).joined(separator: "\n")
        }
        let count = reading.flaky.isEmpty ? "no flaky instance" : Spoken.count(reading.flaky.count, "flaky instance")
        return (blocks + ["\(count) in \(HistoryWords.runs(reading))"]).joined(separator: "\n\n")
    }

    /// Each of them with its verdicts in the order of the runs.
    package var json: JSON {
        var object = HistoryJSON.head(reading)
        object["flaky"] = .array(reading.flaky.map(HistoryJSON.flaky))
        return .object(object)
    }
}
