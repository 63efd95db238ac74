/// A place in the making of a PDU over CoAP at which a case or a defect departs from the protocol.
package enum PDUPoint: String, Sendable, CaseIterable {
    case control = "pdu.control"
    case opcode = "pdu.opcode"
    case transaction = "pdu.transaction"
    case instance = "pdu.instance"
    case status = "pdu.status"
    case length = "pdu.length"
    case body = "pdu.body"
    /// The whole PDU.
    case whole = "pdu.whole"

    /// The name in suites.
    package var name: String { rawValue }

    /// The value at the point, in one line.
    package var meaning: String {
        switch self {
        case .control: "the control byte of a PDU"
        case .opcode: "the opcode of a request PDU, one byte"
        case .transaction: "the transaction id of a PDU, one byte"
        case .instance: "the instance id of a request or an event, two bytes, little endian"
        case .status: "the status of a response PDU, one byte"
        case .length: "the length of a PDU's body, two bytes, little endian"
        case .body: "the body of a PDU"
        case .whole: "a whole PDU"
        }
    }
}

/// What a peer has at a point instead of the right bytes.
package typealias PDUChange = (PDUPoint, [UInt8]) -> [UInt8]
