/// What a record is of: the accessory, the start, the program and what was selected.
package struct RecordHeading: Sendable {
    private let report: RunReport

    package init(_ report: RunReport) {
        self.report = report
    }

    /// Five facts and an empty line. The command is one line, so that it can be copied.
    package var text: CleanText {
        let facts: [CleanText] = [
            "accessory  \(report.accessory.name) at \(report.accessory.address)", "started    \(report.started)",
            "tool       \(report.tool)",
            "selection  \(report.selection ?? "everything"), seed \(report.seed ?? "1")",
        ]
        let command: CleanText = "rerun      \(report.command ?? report.rerun)"
        return (facts.flatMap { $0.lines(hanging: 11) } + [command, ""]).joined(separator: "\n")
    }
}
