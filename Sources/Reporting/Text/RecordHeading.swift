/// What a record is of: the accessory, the start, the program and what was selected.
package struct RecordHeading: Sendable {
    private let report: RunReport

    package init(_ report: RunReport) {
        self.report = report
    }

    /// Five lines and an empty one.
    package var text: CleanText {
        """
        accessory  \(report.accessory.name) at \(report.accessory.address)
        started    \(report.started)
        tool       \(report.tool)
        selection  \(report.selection ?? "everything"), seed \(report.seed ?? "1")
        rerun      \(report.command ?? report.rerun)

        """
    }
}
