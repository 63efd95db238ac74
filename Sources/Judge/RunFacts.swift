import HAPModel
package import RunRecord

/// Facts about the whole run that the verdicts of single instances use.
package struct RunFacts: Sendable {
    /// Valid operations that succeeded: `pair-setup`, `pair-verify`, `read`.
    package var controls: Set<String> = []
    /// Snapshots of the accessory's state, by name.
    package var snapshots: [String: JournalEvent] = [:]
    private var watchedEvents: [String: [JournalEvent]] = [:]

    package init(_ events: [JournalEvent]) {
        for event in events { add(event) }
    }

    /// Adds the facts of one more event.
    package mutating func add(_ event: JournalEvent) {
        switch event.kind {
        case .control:
            if event.body["succeeded"]?.boolValue == true, let verb = event.body["verb"]?.stringValue {
                controls.insert(verb)
            }
        case .snapshot:
            if let name = event.body["name"]?.stringValue { snapshots[name] = event }
        case .wire:
            guard let kind = event.body["kind"]?.stringValue else { return }
            if event.body["took-ms"] != nil { watchedEvents["request", default: []].append(event) }
            if event.body["opened"] != nil { watchedEvents["frame", default: []].append(event) }
            guard kind != "request", kind != "frame" else { return }
            watchedEvents[kind, default: []].append(event)
            if kind == "response", event.body["items"] != nil {
                watchedEvents["pairing-answer", default: []].append(event)
            }
        default: break
        }
    }

    /// All observed messages of a kind.
    func watched(_ kind: String) -> [JournalEvent] { watchedEvents[kind] ?? [] }
}
