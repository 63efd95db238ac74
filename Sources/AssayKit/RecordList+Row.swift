package import Reporting

extension RecordList.Entry {
    /// The record in a table.
    package var row: RecordText.Row {
        RecordText.Row(
            name: name,
            accessory: accessory,
            status: status,
            isInProgress: isInProgress,
            totals: totals,
            latency: latency,
            size: size
        )
    }
}
