import CoAP
import HAPModel

/// The datagrams that belong to one step of a case: those that answer its message, and the accessory's own requests.
struct DatagramTally: Sendable {
    /// How many are kept.
    private static let limit = 256

    /// The message that the step sent first; `nil` before that.
    private(set) var sent: CoAPMessage?
    /// Its datagram.
    private(set) var datagram: [UInt8] = []
    /// The datagrams that answer it.
    private(set) var answers: [[UInt8]] = []
    /// The accessory's requests.
    private(set) var requests: [CoAPMessage] = []

    /// Notes a datagram.
    mutating func note(_ message: CoAPMessage?, _ trace: CoAPPort.Trace) {
        guard !trace.isOutgoing else {
            if sent == nil, message?.code.isRequest ?? true { (sent, datagram) = (message, trace.bytes) }
            return
        }
        guard let message else { return }
        if message.code.isRequest {
            if requests.count < Self.limit { requests.append(message) }
        } else if let sent, message.code != .empty, answers.count < Self.limit,
            message.id == sent.id && message.kind == .acknowledgement || message.token == sent.token
        {
            answers.append(trace.bytes)
        }
    }

    /// What cases see of the answers.
    var fields: JSONObject {
        guard let sent else { return [:] }
        let answer = answers.first.flatMap { CoAPMessage.decoding($0).message }
        return [
            "type": answer.map { .string($0.kind.name) } ?? .null,
            "token": answer.map { $0.token == sent.token ? "echoed" : "other" } ?? .null,
            "options": Excerpt.json(answer?.options.map(\.number.description) ?? [], limit: 16),
            "datagrams": JSON(answers.count),
            "alike": .bool(Set(answers).count <= 1),
        ]
    }
}
