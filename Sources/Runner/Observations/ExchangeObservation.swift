import HAPController
import HAPModel
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
        fields["answered"] = .bool(exchange.answer != nil || exchange.hasInterim)
        fields["answer-count"] = JSON(exchange.answers.count)
        let failure = exchange.failure?.name
        if let failure { fields["failure"] = .string(failure) }
        if let answer = exchange.answer {
            fields[answer.message.namespace] = .object(answer.message.fields)
            if let json = answer.body.json {
                fields["body"] = json
            } else if let text = answer.body.text, text.utf8.count <= 1024 {
                fields["text"] = .string(text)
            }
        }
        if let answered = exchange.timing.answered {
            fields["took-ms"] = JSON(exchange.timing.sent.duration(to: answered).wholeNanoseconds / 1_000_000)
        }
        if let closed = exchange.closed {
            let after = exchange.timing.sent.duration(to: closed.at).wholeNanoseconds / 1_000_000
            fields["closed"] = ["by": .string(closed.closure == .reset ? "reset" : "peer"), "after-ms": JSON(after)]
        }
        fields["evidence"] = .array(exchange.evidence.map { JSON($0) })
        fields["summary"] = .string(summary(exchange, failure: failure, within: within))
    }

    private func summary(_ exchange: Exchange, failure: String?, within: Duration) -> String {
        var text = Summary.answer(exchange.answer?.message.brief, failure: failure, within: within)
        if let body = fields["body"]?.serialized() {
            text += " " + (body.utf8.count > 300 ? String(body.prefix(300)) + "…" : body)
        } else if let plain = fields["text"]?.stringValue, !plain.isEmpty {
            text += " \(plain.prefix(120).debugDescription)"
        }
        if exchange.answer != nil, exchange.closed != nil { text += ", then the connection closed" }
        return text
    }

    var json: JSON { .object(fields) }
}
