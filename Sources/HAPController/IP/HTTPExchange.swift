import HAPModel
package import HTTPWire
import Measurement

/// The result of one HTTP request, or of sending raw bytes.
package struct HTTPExchange: Sendable {
    /// The response and later ones, in order; empty with a ``failure``.
    package internal(set) var answers: [HTTPAnswer] = []
    /// Why the response is missing.
    package internal(set) var failure: ExchangeFailure?
    /// Responses with status 100 to 199 before the final response.
    package internal(set) var interim: [HTTPMessage] = []
    /// Other responses: unsolicited, too late, or after the response.
    package internal(set) var strays: [HTTPMessage] = []
    /// Bytes of an incomplete response.
    package internal(set) var partial: [UInt8] = []
    package internal(set) var timing: Exchange.Timing
    /// The end of the connection, if it is known.
    package internal(set) var closed: Exchange.Closing?
    /// The observer's numbers for its events.
    package internal(set) var evidence: [UInt64] = []

    init(sentAt: Moment) {
        timing = Exchange.Timing(sent: sentAt)
    }

    /// The response with its parsed body.
    package var answer: HTTPAnswer? { answers.first }

    /// The response in HTTP's form.
    package var response: HTTPMessage? { answers.first?.message }

    /// Whether all expected responses have arrived; `nil` expects them without end.
    func has(_ wanted: Int?) -> Bool {
        wanted.map { !answers.isEmpty && answers.count >= $0 } ?? false
    }
}

/// A response or an event with its body, which is parsed once.
package struct HTTPAnswer: Sendable {
    package let message: HTTPMessage
    package let body: MessageBody
    /// What suites and records see of the message, without the body.
    let fields: JSONObject
    /// Whether the message says that its body is JSON.
    let declaresJSON: Bool

    init(_ message: HTTPMessage) {
        self.message = message
        body = MessageBody(message.body, isTLV8: message.headers.declares("tlv8"))
        fields = message.fields
        declaresJSON = message.headers.declares("json", ignoringCase: true)
    }
}
