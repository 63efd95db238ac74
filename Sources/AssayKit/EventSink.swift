import RunRecord

/// Shows the events of a visit as they happen.
struct EventSink: JournalSink {
    let onEvent: @Sendable (JournalEvent) -> Void

    func write(_ event: JournalEvent) { onEvent(event) }
}
