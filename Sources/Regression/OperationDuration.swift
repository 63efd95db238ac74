import HAPModel
import Measurement
import RunRecord

/// How long the accessory took to answer one message.
struct OperationDuration: Sendable, Hashable {
    /// `GET /characteristics`; for a pairing procedure with the State of the answer: `POST /pair-verify M2`.
    let operation: String
    /// The instance in which it was sent; `nil` if the tester sent it for itself.
    let instance: String?
    /// From the last byte of the request to the last byte of the response, in nanoseconds. It contains the network, but not
    /// the way to a relay.
    let nanoseconds: Double

    /// - Returns: `nil` unless the event is the answer to a message that was right and whose times are known.
    init?(_ event: JournalEvent) {
        guard event.kind == .wire, event["kind"]?.stringValue == "response" else { return nil }
        let body = event.body
        guard body["tampered"]?.boolValue != true,
            let method = body["request"]?["method"]?.stringValue, let path = body["request"]?["path"]?.stringValue,
            let sent = body["sent-ns"]?.int64Value, let answered = body["answered-ns"]?.int64Value, answered > sent
        else { return nil }
        let place = path.prefix { $0 != "?" }
        let state = place.hasPrefix("/pair") ? body["state"]?.int64Value.map { " M\($0)" } ?? "" : ""
        operation = "\(method) \(place)\(state)"
        instance = event.instance
        nanoseconds = Double(max(1, answered - sent - (body["relay-ns"]?.int64Value ?? 0)))
    }
}
