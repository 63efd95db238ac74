package import HAPSession
package import HTTPWire

/// Why a request brought no answer.
package enum ExchangeFailure: Sendable, Hashable, CustomStringConvertible {
    /// The accessory ended the connection in good order.
    case closed
    /// The accessory broke the connection.
    case reset
    /// Nothing complete came in time.
    case timedOut
    /// What came is no HTTP.
    case garbage(HTTPError)
    /// What came is no frame that opens.
    case frame(FrameOpener.Failure)
    /// More came than any answer may have.
    case flood
    /// The accessory takes nothing that is sent.
    case congested
    /// There is no connection.
    case notOpen
    /// Another operation on the connection took all the time.
    case busy
    /// The transport failed.
    case link(String)

    /// The name that suites use.
    package var name: String {
        switch self {
        case .closed: "closed"
        case .reset: "reset"
        case .timedOut: "timed-out"
        case .garbage: "garbage"
        case .frame: "frame"
        case .flood: "flood"
        case .congested: "congested"
        case .notOpen: "not-open"
        case .busy: "busy"
        case .link: "link"
        }
    }

    package var description: String {
        switch self {
        case .closed: "the accessory closed the connection"
        case .reset: "the accessory broke the connection (reset)"
        case .timedOut: "nothing complete came in time"
        case .garbage(let error): "what came is no HTTP: \(error)"
        case .frame(let failure): "\(failure)"
        case .flood: "more came than any answer may have"
        case .congested: "the accessory takes nothing that is sent"
        case .notOpen: "there is no connection"
        case .busy: "another operation on the connection took all the time"
        case .link(let text): "the transport failed: \(text)"
        }
    }
}
