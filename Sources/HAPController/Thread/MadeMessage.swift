import CoAP
import HAPModel
import HAPSession

/// A message that a case makes, with PDUs or without.
struct MadeMessage: Sendable {
    /// The message without encryption; the endpoint gives it an id and a token.
    var message: CoAPMessage
    /// The PDUs in it, to which the response belongs.
    var requests: [PDURequest] = []
    /// Whether the payload is sealed in a session.
    var isSealed = false
    /// How its seal departs from the protocol.
    var departures = Departures.none

    /// What it asks for, in the words of records.
    var operations: [String] {
        requests.isEmpty
            ? ["\(message.code) \(message.path)"] : requests.map { "\($0.opcode.name) \(PDUAddress.id(of: $0))" }
    }
}
