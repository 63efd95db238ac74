package import Regression
import RunRecord

/// A comparison of two records as one HTML page, in the design of the page of a run.
package struct ComparisonPage: Sendable {
    private let comparison: RunComparison
    private let failsOnWarning: Bool

    /// - Parameters:
    ///   - comparison: what differs.
    ///   - failsOnWarning: whether a new warning counts like a new failure.
    package init(_ comparison: RunComparison, failsOnWarning: Bool = false) {
        self.comparison = comparison
        self.failsOnWarning = failsOnWarning
    }

    /// The document in UTF-8.
    package func encoded() -> [UInt8] {
        let words = ComparisonWords(comparison, failsOnWarning: failsOnWarning)
        let accessory = comparison.new.newest.accessory
        let name = CleanText(accessory?.name ?? comparison.new.name, limit: 200)
        let page = Page(
            title: "\(words.headline): \(name) — Assay",
            heading: name,
            subtitle: "Two recorded tests of a HomeKit accessory, compared",
            colophon: [
                "Made from the journals of the runs. Durations are from the last byte of a request to the last byte of its response, with the network."
            ],
            sections: [
                ComparisonSummarySection(comparison, words), VerdictChangeSection(comparison, words),
                DifferenceSection(anchor: "accessory", title: "Accessory", lines: words.identity),
                DifferenceSection(anchor: "advertisement", title: "Advertisement", lines: words.advertisement),
                DifferenceSection(anchor: "database", title: "Attribute database", lines: words.database),
                MeasuredShiftSection(comparison), ShiftSection(comparison),
            ]
        )
        return page.encoded()
    }
}
