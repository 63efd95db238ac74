/// A place in the making of a message at which a peer that tests another one, or one with a defect, departs from the
/// protocol.
package enum CoAPPoint: String, Sendable, CaseIterable {
    /// One byte: 0 to 3.
    case kind = "coap.type"
    /// One byte.
    case code = "coap.code"
    /// Two bytes, most significant byte first.
    case id = "coap.id"
    case token = "coap.token"
    /// The options as they are encoded.
    case options = "coap.options"
    case payload = "coap.payload"
    /// The whole datagram.
    case whole = "coap.whole"

    /// The name in suites.
    package var name: String { rawValue }

    /// The value at the point, in one line.
    package var meaning: String {
        switch self {
        case .kind: "the type of a CoAP message, one byte: 0 confirmable, 1 non-confirmable, 2 acknowledgement, 3 reset"
        case .code: "the code of a CoAP message, one byte: class and detail"
        case .id: "the id of a CoAP message, two bytes"
        case .token: "the token of a CoAP message"
        case .options: "the options of a CoAP message, as they are encoded"
        case .payload: "the payload of a CoAP message, sealed if the connection has a session"
        case .whole: "a CoAP message as a whole datagram"
        }
    }
}

/// What a peer has at a point instead of the right bytes.
package typealias CoAPChange = (CoAPPoint, [UInt8]) -> [UInt8]
