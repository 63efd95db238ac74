import CoAP
import HAPSession

/// How defects name the messages over Thread.
enum ThreadMessages {
    /// An event for a controller.
    static let event = "PUT /"
    private static let unknown = "pdu unknown"

    /// All names.
    static let names =
        [event, "GET /", "POST /"] + [ThreadResource.identify, .pairSetup, .pairVerify].map { "POST \($0.rawValue)" }
        + PDUOpcode.allCases.map(name) + [unknown]

    /// The name of a request to a resource.
    static func name(_ message: CoAPMessage) -> String { "\(message.code) \(message.path)" }

    /// The name of a request PDU.
    static func name(_ opcode: PDUOpcode) -> String {
        PDUOpcode.allCases.contains(opcode) ? "pdu \(opcode.name)" : unknown
    }
}
