import HAPController
import HAPModel
import HTTPWire
import Links
import Measurement

/// What one request brought, as the judge looks at it.
struct ExchangeObservation {
    var fields = JSONObject()

    /// - Parameters:
    ///   - exchange: what came.
    ///   - kind: `exchange`, `entries` or `pairing`.
    ///   - within: how long the accessory was given.
    init(_ exchange: Exchange, kind: String, within: Duration) {
        fields["kind"] = .string(kind)
        fields["answered"] = .bool(exchange.response != nil || !exchange.interim.isEmpty)
        fields["answer-count"] = JSON(exchange.answers.count)
        let failure = exchange.failure?.name
        if let failure { fields["failure"] = .string(failure) }
        if let response = exchange.response {
            fields["http"] = Self.http(response)
            if let json = try? JSON.parse(response.body) {
                fields["body"] = json
                var whole = JSONObject(["status": json["status"] ?? .null])
                whole.nameStatus(absent: nil)
                fields["status"] = whole["status"]
                fields["status-code"] = whole["status-code"]
            } else if !response.body.isEmpty, let text = String(validating: response.body, as: UTF8.self),
                text.utf8.count <= 1024
            {
                fields["text"] = .string(text)
            }
        }
        if let answered = exchange.answeredAt {
            fields["took-ms"] = JSON(exchange.sentAt.duration(to: answered).wholeNanoseconds / 1_000_000)
        }
        if let closed = exchange.closed {
            let after = exchange.sentAt.duration(to: closed.at).wholeNanoseconds / 1_000_000
            fields["closed"] = ["by": .string(closed.closure == .reset ? "reset" : "peer"), "after-ms": JSON(after)]
        }
        fields["evidence"] = .array(exchange.evidence.map { JSON($0) })
        fields["summary"] = .string(summary(exchange, failure: failure, within: within))
    }

    private func summary(_ exchange: Exchange, failure: String?, within: Duration) -> String {
        var text = Summary.http(exchange.response?.status, failure: failure, within: within)
        if let body = fields["body"]?.serialized() {
            text += " " + (body.utf8.count > 300 ? String(body.prefix(300)) + "…" : body)
        } else if let plain = fields["text"]?.stringValue, !plain.isEmpty {
            text += " \(plain.prefix(120).debugDescription)"
        }
        if exchange.response != nil, exchange.closed != nil { text += ", then the connection closed" }
        return text
    }

    /// A message as suites see it: `http.status`, `http.headers.content-type`.
    static func http(_ message: HTTPMessage) -> JSON {
        var headers = JSONObject()
        for header in message.headers where headers[header.name.lowercased()] == nil {
            headers.members.append(.init(key: header.name.lowercased(), value: .string(header.value)))
        }
        return [
            "status": message.status.map { JSON($0) } ?? .null, "reason": .string(message.reason ?? ""),
            "protocol": .string("\(message.protocolName)/\(message.version)"), "headers": .object(headers),
            "body-length": JSON(message.body.count),
            "deviations": .array(message.deviations.map { .string($0.description) }),
        ]
    }

    var json: JSON { .object(fields) }
}
