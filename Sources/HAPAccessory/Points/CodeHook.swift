/// A defect that no other kind can express; only here do the sources name single defects.
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
    case configurationCountsValues = "configuration.counts-values"
    case stateCountsValues = "state-number.counts-values"
    case configurationCountsPairing = "configuration.counts-pairing"
    case stateCountsPairing = "state-number.counts-pairing"
    case deviceIDInLowerCase = "device-id.lower-case-while-paired"
    case shortWhilePaired = "advertisement.short-while-paired"

    /// The wrong behaviour, in one line.
    package var meaning: String {
        switch self {
        case .databaseCutAtFrame: "GET /accessories ends after the first frame's worth of bytes"
        case .jsonByteOrderMark: "JSON bodies begin with a byte order mark"
        case .responseChunkedAndLength: "responses declare both a length and chunked coding"
        case .sessionAnswersFailure: "decryption failure is answered before the close"
        case .sessionPlainText: "plain text is accepted in a session"
        case .sessionPlainAnswers: "responses and events in a session are sent in plain text"
        case .sessionSealsM4: "the session begins before M4 is sent"
        case .eventUncounted: "the frame after an event repeats the event's counter"
        case .eventInsideResponse: "an event waits for the next response and is sent in the middle of it"
        case .configurationCountsValues: "each changed value counts c# up"
        case .stateCountsValues: "each changed value counts s# up"
        case .configurationCountsPairing: "c# is one higher while the accessory is paired"
        case .stateCountsPairing: "s# is one higher while the accessory is paired"
        case .shortWhilePaired: "the TXT record has c#, id, s# and sf alone while the accessory is paired"
        case .deviceIDInLowerCase: "id of the TXT record has lower-case letters while the accessory is paired"
        }
    }
}
