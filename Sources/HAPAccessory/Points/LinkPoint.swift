/// A moment at which a link defect can act.
package enum LinkPoint: String, Sendable, CaseIterable {
    case accept
    case request
    case response
    case event

    /// The moment, in one line.
    package var meaning: String {
        switch self {
        case .accept: "a connection is accepted"
        case .request: "a complete request has arrived, before its handling"
        case .response: "a response is sent"
        case .event: "an event is sent"
        }
    }
}
