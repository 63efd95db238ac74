import HAPModel
package import RunRecord

/// What the whole run showed, which single instances are judged by.
package struct RunFacts: Sendable {
    /// Untampered verbs that succeeded: `pair-setup`, `pair-verify`, `read`.
    package var controls: Set<String> = []
    /// Whole states of the accessory, by name.
    package var snapshots: [String: JournalEvent] = [:]
    private var watchedEvents: [String: [JournalEvent]] = [:]

    package init(_ events: [JournalEvent]) {
        for event in events { add(event) }
    }

    /// Takes one more event of the run into account.
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

    /// Every message of a kind that went over the wire.
    func watched(_ kind: String) -> [JournalEvent] { watchedEvents[kind] ?? [] }
}
