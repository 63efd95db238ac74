import HAPModel
package import HTTPWire
import Measurement

/// What one HTTP request, or other bytes that were sent, brought.
package struct HTTPExchange: Sendable {
    /// The answer and those that arrived behind it, in their order; none with a ``failure``.
    package internal(set) var answers: [HTTPAnswer] = []
    /// Why there is no answer.
    package internal(set) var failure: ExchangeFailure?
    /// Responses with status 100 to 199 that arrived before the answer.
    package internal(set) var interim: [HTTPMessage] = []
    /// Responses that are not the answer: unsolicited, too late, or behind it.
    package internal(set) var strays: [HTTPMessage] = []
    /// Bytes of an answer that is not complete.
    package internal(set) var partial: [UInt8] = []
    package internal(set) var timing: Exchange.Timing
    /// The end of the connection, if it is known.
    package internal(set) var closed: Exchange.Closing?
    /// The observer's numbers for what belongs to it.
    package internal(set) var evidence: [UInt64] = []

    init(sentAt: Moment) {
        timing = Exchange.Timing(sent: sentAt)
    }

    /// The answer with its parsed body.
    package var answer: HTTPAnswer? { answers.first }

    /// The answer as HTTP shows it.
    package var response: HTTPMessage? { answers.first?.message }

    /// Whether as many answers are there as are waited for; `nil` has no end.
    func has(_ wanted: Int?) -> Bool {
        wanted.map { !answers.isEmpty && answers.count >= $0 } ?? false
    }
}

/// A response or an event with its body, which is parsed once.
package struct HTTPAnswer: Sendable {
    package let message: HTTPMessage
    package let body: MessageBody

    init(_ message: HTTPMessage) {
        self.message = message
        body = MessageBody(message.body, isTLV8: message.headers["Content-Type"]?.contains("tlv8") == true)
    }
}
