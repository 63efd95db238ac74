package import HAPController
package import HAPModel
import Links
import Measurement

/// One request and the accessory's reaction.
package struct ExchangeObservation: Sendable {
    /// The kinds of exchange, which decide its additional fields.
    package enum Kind: String, Sendable {
        case exchange
        case entries
        case pairing
    }

    /// How the accessory closed the connection.
    package struct Closing: Sendable, Hashable {
        /// Whether the accessory reset the connection.
        package let isReset: Bool
        /// The time since the last byte that was sent.
        package let after: Duration
    }

    package var kind: Kind
    /// Whether there was a response, 100 Continue included.
    package let isAnswered: Bool
    package let answerCount: Int
    /// Why there was no response, as a word that suites use.
    package let failure: String?
    /// Whether the start of a response arrived, and its end did not in time.
    package let isPartial: Bool
    package let answer: ObservedAnswer?
    /// The time from the request to the response.
    package let took: Duration?
    package let closing: Closing?
    /// The numbers of the wire events.
    package var evidence: [UInt64]
    /// What the accessory did, in words.
    package var summary: String
    /// The control of a deliberately wrong request, if the step has one.
    package var tampering: Tampering?

    /// The word for a connection that the accessory did not accept.
    static let notOpen = ExchangeFailure.notOpen.name

    /// - Parameter within: how long the tester waited.
    package init(_ exchange: Exchange, kind: Kind, within: Duration) {
        self.init(exchange, exchange.answer.map { ObservedAnswer($0) }, kind: kind, within: within)
    }

    /// - Parameters:
    /// - answer: the response of the exchange.
    /// - within: how long the tester waited.
    package init(_ exchange: Exchange, _ answer: ObservedAnswer?, kind: Kind, within: Duration) {
        self.kind = kind
        isAnswered = exchange.answer != nil || exchange.hasInterim
        answerCount = exchange.answers.count
        failure = exchange.failure?.name
        isPartial = exchange.failure == .timedOut && !exchange.partial.isEmpty
        self.answer = answer
        took = exchange.timing.answered.map { exchange.timing.sent.duration(to: $0) }
        closing = exchange.closed.map { closed in
            Closing(isReset: closed.closure == .reset, after: exchange.timing.sent.duration(to: closed.at))
        }
        evidence = exchange.evidence
        summary = Summary.exchange(
            answer,
            failure: failure,
            partial: exchange.partial.count,
            isClosed: closing != nil,
            within: within
        )
    }

    /// Whether the tester had closed the connection, because an earlier request was not answered in time.
    package var isAbandoned: Bool { failure == ExchangeFailure.abandoned.name }

    /// The observation for the judge.
    package var json: JSON { .object(fields) }

    /// The fields of every exchange.
    var fields: JSONObject {
        var fields = JSONObject([
            "kind": .string(kind.rawValue), "answered": .bool(isAnswered), "answer-count": JSON(answerCount),
        ])
        if let failure { fields["failure"] = .string(failure) }
        if isPartial { fields["partial"] = true }
        if isAbandoned { fields["not-done"] = .string(ExchangeFailure.abandoned.description) }
        if let answer {
            if let status = answer.status {
                fields["status"] = .string(status.name)
                fields["status-code"] = JSON(status.rawValue)
            }
            fields[answer.message.namespace] = answer.form
            if let body = answer.body { fields["body"] = body }
            if let text = answer.text { fields["text"] = .string(text) }
            if let flaw = answer.jsonFlaw { fields["json-flaw"] = .string("\(flaw)") }
        }
        if let took { fields["took-ms"] = JSON(took.wholeNanoseconds / 1_000_000) }
        if let closing {
            fields["closed"] = [
                "by": closing.isReset ? "reset" : "peer",
                "after-ms": JSON(closing.after.wholeNanoseconds / 1_000_000),
            ]
        }
        fields["evidence"] = .array(evidence.map { JSON($0) })
        fields["summary"] = .string(summary)
        if let tampering { fields.members += tampering.fields.members }
        return fields
    }
}
