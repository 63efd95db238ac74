import HAPController
import HAPModel
import HAPSession
import Measurement

/// A message of the accessory that holds responses.
struct PDUMessage: Sendable {
    /// The message without its length, and without encryption.
    let bytes: [UInt8]
    let responses: [PDUResponse]
    /// What departs from the format of PDUs.
    let deviations: [PDUDeviation]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        (responses, deviations) = PDUDecoder<PDUResponse>.decoding(bytes)
    }

    /// The status that all responses have; `nil` if they differ.
    var status: HAPStatus? {
        let codes = Set(responses.map(\.code))
        return codes.count == 1 ? responses.first?.status : nil
    }

    /// The response to each request, in the order of the requests; `nil` where it is missing.
    func answers(to requests: [PDURequest]) -> [PDUResponse?] {
        var rest = responses[...]
        return requests.map { request in
            guard rest.first?.transaction == request.transaction else { return nil }
            return rest.removeFirst()
        }
    }
}

/// What one message of requests brought.
struct PDUExchange: Sendable {
    /// The requests as they were sent.
    var requests: [PDURequest] = []
    /// The message that answers them; `nil` with a ``failure``.
    var message: PDUMessage?
    var failure: ExchangeFailure?
    var partial: [UInt8] = []
    var timing: Exchange.Timing
    var closed: Exchange.Closing?
    var evidence: [UInt64] = []

    /// The response to each request; `nil` where it is missing.
    var responses: [PDUResponse?] { message?.answers(to: requests) ?? requests.map { _ in nil } }
}

extension Exchange {
    /// The meaning of a message of requests and its answer.
    init(_ exchange: PDUExchange, answer: Answer?, asked: [CharacteristicID] = [], isWrite: Bool = false) {
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
    /// The meaning of a message of responses.
    init(_ message: PDUMessage, body: MessageBody, entries: [CharacteristicEntry] = [], database: JSON? = nil) {
        let status = message.status
        self.init(
            message: WireMessage(message, body: body),
            status: status,
            isAccepted: (status ?? .success) == .success,
            isRefusal: (status ?? .success) != .success,
            entries: entries,
            database: database
        )
    }
}

extension WireMessage {
    /// The form of a message of responses: `pdu.statuses`, `pdu.deviations`.
    init(_ message: PDUMessage, body: MessageBody) {
        let status = message.status?.name ?? "several statuses"
        self.init(
            namespace: "pdu",
            fields: message.fields,
            start: message.summary,
            brief: "PDU \(status)",
            body: body
        )
    }
}

extension PDUMessage {
    /// What suites and records see of it apart from its bodies.
    var fields: JSONObject {
        [
            "count": JSON(responses.count), "statuses": .array(responses.prefix(64).map { JSON($0.code) }),
            "length": JSON(bytes.count), "deviations": .array(deviations.map { .string($0.description) }),
        ]
    }

    /// What it is, in a few words.
    var summary: String {
        let names = Excerpt.texts(responses.map { "\($0.status.name)" }, limit: 8).joined(separator: ", ")
        return responses.count == 1 ? "response: \(names)" : "\(responses.count) responses: \(names)"
    }
}
