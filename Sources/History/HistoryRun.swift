/// What the history keeps of one run or measurement.
package struct HistoryRun: Sendable, Hashable {
    /// The command that made it.
    package enum Kind: String, Sendable, CaseIterable {
        case run, measure
    }

    /// Identifies the run, so that a record that is added twice is kept once.
    package var id: String
    package var kind: Kind
    /// The start in UTC: `2026-11-21T07:30:00Z`.
    package var started: String
    /// Name and version of the tester.
    package var tool: String
    /// The folder of the record; `nil` for a measurement of version 0.2, which had none.
    package var record: String?
    /// The exit status.
    package var status: Int32
    /// Whether everything that was planned was carried out.
    package var isWhole: Bool
    package var accessory: HistoryAccessory
    /// The digest of the suites that judged it; `nil` for a measurement.
    package var suites: String?
    /// What was selected, or the load of a measurement: only runs with the same one are compared.
    package var selection: String
    /// The number of instances that count for conformance, by outcome.
    package var totals: [String: Int]
    package var figures: [HistoryFigure]

    package init(
        id: String,
        kind: Kind,
        started: String,
        tool: String,
        record: String? = nil,
        status: Int32,
        isWhole: Bool,
        accessory: HistoryAccessory,
        suites: String? = nil,
        selection: String,
        totals: [String: Int] = [:],
        figures: [HistoryFigure] = []
    ) {
        self.id = id
        self.kind = kind
        self.started = started
        self.tool = tool
        self.record = record
        self.status = status
        self.isWhole = isWhole
        self.accessory = accessory
        self.suites = suites
        self.selection = selection
        self.totals = totals
        self.figures = figures
    }

    /// Whether it is known which product it tested. It is not if the run ended before the accessory told its maker or model, for
    /// example because it could not be reached; such a run has nothing to compare.
    package var hasProduct: Bool { isWhole || accessory.toldProduct != nil }
}
