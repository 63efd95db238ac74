package import Links

/// Why a request brought no answer.
package enum ExchangeFailure: Sendable, Hashable, CustomStringConvertible {
    /// The accessory closed the connection in an orderly way.
    case closed
    /// The accessory reset the connection.
    case reset
    /// No complete response arrived in time.
    case timedOut
    /// The received bytes are not a message of the transport; the text says why.
    case malformed(String)
    /// The received frame could not be decrypted; the text says why.
    case frame(String)
    /// More bytes or events arrived than belong to a response.
    case flood
    /// The accessory does not read what is sent.
    case congested
    /// The connection is not open.
    case notOpen
    /// The tester closed the connection, because an earlier request was not answered in time.
    case abandoned
    /// Another operation on the connection used all the time.
    case busy
    /// The link failed; the text says how.
    case link(String)

    /// The number of bytes that one operation may receive before it counts as a flood.
    static let floodLimit = 1 << 24

    /// Why a connection that ended so brings no answer.
    package init(_ closure: LinkClosure) {
        self =
            switch closure {
            case .byPeer: .closed
            case .reset: .reset
            case .local: .notOpen
            case .failed(let text): .link(text)
            }
    }

    /// The name that suites use.
    package var name: String {
        switch self {
        case .closed: "closed"
        case .reset: "reset"
        case .timedOut: "timed-out"
        case .malformed: "garbage"
        case .frame: "frame"
        case .flood: "flood"
        case .congested: "congested"
        case .notOpen: "not-open"
        case .abandoned: "abandoned"
        case .busy: "busy"
        case .link: "link"
        }
    }

    package var description: String {
        switch self {
        case .closed: "the accessory closed the connection"
        case .reset: "the accessory reset the connection"
        case .timedOut: "no complete response arrived in time"
        case .malformed(let text): text
        case .frame(let text): text
        case .flood: "more bytes or events arrived than belong to a response"
        case .congested: "the accessory does not read what is sent"
        case .notOpen: "the connection is not open"
        case .abandoned: "the tester closed the connection, because an earlier request was not answered in time"
        case .busy: "another operation on the connection used all the time"
        case .link(let text): "the link failed: \(text)"
        }
    }
}
