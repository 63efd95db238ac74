import RunRecord

/// Writes the journal into its folder, and shows each event as it happens.
struct RecordSink: JournalSink {
    let folder: RunFolder
    let onEvent: @Sendable (JournalEvent) -> Void

    func write(_ event: JournalEvent) throws {
        try folder.write(event)
        onEvent(event)
    }
}
