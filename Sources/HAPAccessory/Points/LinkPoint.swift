/// A moment at which the link itself can go wrong.
package enum LinkPoint: String, Sendable, CaseIterable {
    case accept
    case request
    case response
    case event

    /// One line: which moment it is.
    package var meaning: String {
        switch self {
        case .accept: "a connection is taken"
        case .request: "a whole request has arrived, before it is handled"
        case .response: "a response is sent"
        case .event: "an event is sent"
        }
    }
}
