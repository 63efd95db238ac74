import HAPModel

extension JournalEvent {
    /// Whether the event is a decoded message on the wire, not the bytes or frames that carry one.
    package var isMessage: Bool {
        kind == .wire && self["kind"]?.stringValue.map(Self.messages.contains) == true
    }

    private static let messages: Set = ["request", "response", "event"]
    private static let carriers: Set = ["bytes", "frame"]

    /// The event without the bytes of the message or frame: `bytes` says how many there were.
    ///
    /// The decoded form stays, and the judge reads nothing else of messages and frames. The bytes of an end or a failure
    /// of a connection tell whether a message was cut off, so they stay.
    var withoutBytes: JournalEvent {
        guard kind == .wire, let form = self["kind"]?.stringValue, Self.messages.union(Self.carriers).contains(form),
            case .object(var object) = body, let hex = object["hex"]
        else { return self }
        if object["bytes"] == nil, let count = hex.stringValue?.utf8.count { object["bytes"] = JSON(count / 2) }
        object.members.removeAll { $0.key == "hex" }
        var event = self
        event.body = .object(object)
        return event
    }
}
