/// A defect that no other kind can express; the only place in the sources that knows single defects.
package enum CodeHook: String, Sendable, CaseIterable {
    case databaseCutAtFrame = "database.cut-at-frame"
    case jsonByteOrderMark = "json.byte-order-mark"
    case responseChunkedAndLength = "response.chunked-and-length"
    case sessionAnswersFailure = "session.answers-failure"
    case sessionPlainText = "session.plain-text"
    case sessionPlainAnswers = "session.plain-answers"
    case sessionSealsM4 = "session.seals-m4"
    case eventUncounted = "event.uncounted"
    case eventInsideResponse = "event.inside-response"

    /// One line: what it does wrong.
    package var meaning: String {
        switch self {
        case .databaseCutAtFrame: "GET /accessories ends after the first frame's worth of bytes"
        case .jsonByteOrderMark: "JSON bodies begin with a byte order mark"
        case .responseChunkedAndLength: "responses claim a length and chunked coding at once"
        case .sessionAnswersFailure: "a frame that does not open is answered before the close"
        case .sessionPlainText: "plain text is served in a session"
        case .sessionPlainAnswers: "answers and events in a session go out in plain text"
        case .sessionSealsM4: "the session begins before M4 is sent"
        case .eventUncounted: "the frame behind an event has the event's counter once more"
        case .eventInsideResponse: "an event waits for the next response and stands in the middle of it"
        }
    }
}
