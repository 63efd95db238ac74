import HAPModel
package import RunRecord

/// A connection that failed in the middle of its work: a fault of the link, or of the accessory.
///
/// One event does not tell which of the two it was. A fault that appears again when the case is repeated on another
/// connection is the accessory's.
package struct TransportFault: Sendable, Hashable {
    /// The kinds of faults, as words of the reports.
    package enum Kind: String, Sendable, CaseIterable {
        /// The connection was reset.
        case reset
        /// The connection ended in the middle of a message.
        case truncated
        /// The received bytes are not a message, or a frame could not be decrypted.
        case undecodable
        /// An answer arrived after the time for it.
        case late
        /// No complete answer arrived in time.
        case unanswered
    }

    package var kind: Kind
    /// Whether a case provoked it with a deliberately wrong message.
    package var isProvoked: Bool

    /// - Returns: `nil` if the event shows no fault.
    package init?(_ event: JournalEvent) {
        guard event.kind == .wire, event["direction"]?.stringValue == "in",
            let kind = Self.kind(of: event)
        else { return nil }
        self.kind = kind
        isProvoked = event["tampered"]?.boolValue ?? false
    }

    private static func kind(of event: JournalEvent) -> Kind? {
        switch event["kind"]?.stringValue {
        case "failure":
            switch event["decoded"]?["failure"]?.stringValue {
            case "timed-out": return event["hex"] == nil ? .unanswered : .truncated
            // A link damages and repeats bytes; it does not write the beginning of another message in the place of a frame, and
            // seals none in another way, for example with the first nonce of the session once more.
            case "frame":
                let isRepeated = event["decoded"]?["repeated"]?.boolValue == true
                let isSealedWrongly = ["no-aad", "swapped-keys"].contains(event["opened-otherwise"])
                if isSealedWrongly || event["counter-restarted"]?.boolValue == true { return nil }
                return isReadable(event) && !isRepeated ? nil : .undecodable
            // What the frames of a session hold, no link has changed.
            case "garbage": return (event["session"]?.int64Value ?? 0) > 0 ? nil : .undecodable
            default: return nil
            }
        case "closed":
            if ["reset", "failed"].contains(event["decoded"]?["by"]?.stringValue) { return .reset }
            // The bytes of a message that has no end.
            return event["hex"] == nil ? nil : .truncated
        case "response":
            // The request is known, but its time was over.
            return event["answers"] != nil && event["answered-ns"] == nil ? .late : nil
        default: return nil
        }
    }

    /// Whether the bytes are a message in plain text.
    private static func isReadable(_ event: JournalEvent) -> Bool {
        let start = event["hex"]?.stringValue ?? ""
        return ["HTTP/1.", "EVENT/1."].contains { start.hasPrefix(Hex.encode(Array($0.utf8))) }
    }
}
