import HAPModel
import HAPSession
import Measurement

/// What one request brought.
struct ThreadExchange: Sendable {
    /// The request as it was sent.
    var request: ThreadRequest
    /// The message that answers it; `nil` with a ``failure``.
    var message: ThreadMessage?
    var failure: ExchangeFailure?
    /// The bytes of a response that did not end.
    var partial: [UInt8] = []
    var timing: Exchange.Timing
    var closed: Exchange.Closing?
    var evidence: [UInt64] = []

    /// The response to each PDU; `nil` where it is missing.
    var responses: [PDUResponse?] { message?.answers(to: request.pdus) ?? request.pdus.map { _ in nil } }
}

extension Exchange {
    /// The meaning of a request and its answer.
    init(_ exchange: ThreadExchange, answer: Answer?, asked: [CharacteristicID] = [], isWrite: Bool = false) {
        self.init(
            answer: answer,
            failure: exchange.failure,
            partial: exchange.partial,
            timing: exchange.timing,
            closed: exchange.closed,
            asked: asked,
            isWrite: isWrite,
            evidence: exchange.evidence
        )
    }

    /// The same with what an earlier part of the operation brought in front of it.
    func following(_ earlier: Exchange) -> Exchange {
        var exchange = self
        exchange.timing.sent = earlier.timing.sent
        exchange.timing.firstByte = earlier.timing.firstByte ?? timing.firstByte
        exchange.evidence = earlier.evidence + evidence
        return exchange
    }
}

extension Answer {
    /// The meaning of a response.
    init(
        _ message: ThreadMessage,
        body: MessageBody,
        entries: [CharacteristicEntry] = [],
        database: JSON? = nil
    ) {
        let status = message.status
        self.init(
            message: WireMessage(
                namespace: "coap",
                fields: message.fields,
                start: message.summary,
                brief: "CoAP \(message.code)",
                body: body
            ),
            status: status,
            isAccepted: (status ?? .success) == .success,
            isRefusal: (status ?? .success) != .success,
            entries: entries,
            database: database
        )
    }
}
