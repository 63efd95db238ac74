package import HAPController
package import HAPModel
import HAPPairing

/// Describes in words what the accessory did.
package enum Summary {
    /// `HTTP 200`, `no response within 10 s`.
    ///
    /// - Parameters:
    ///   - brief: the response in two words; `nil` if there is none.
    ///   - partial: how many bytes of a response arrived that did not end.
    package static func answer(_ brief: String?, failure: String?, partial: Int = 0, within: Duration) -> String {
        if let brief { return brief }
        switch failure {
        case "timed-out" where partial > 0:
            return "the start of a response (\(partial) bytes), which did not end within \(seconds(within))"
        case "timed-out": return "no response within \(seconds(within))"
        case "closed": return "the accessory closed the connection without a response"
        case "reset": return "the accessory reset the connection without a response"
        case "garbage": return "the received data is not a valid message"
        case "frame": return "the received frame does not decrypt with the session's key and counter"
        case "flood": return "a response of more bytes than one may have"
        case "congested": return "no response, because the accessory does not read what is sent"
        case "busy": return "no response, because another operation used all the time"
        case "link": return "no response, because the link failed"
        case "not-open": return "no connection could be opened"
        case ExchangeFailure.abandoned.name: return ExchangeFailure.abandoned.description
        default: return "no response"
        }
    }

    /// Why an exchange has no response: `no response within 10 s`.
    package static func absence(in exchange: Exchange, within: Duration) -> String {
        answer(nil, failure: exchange.failure?.name, partial: exchange.partial.count, within: within)
    }

    /// The response in words, with the start of its body, or why there is none.
    ///
    /// - Parameters:
    ///   - partial: how many bytes of a response arrived that did not end.
    ///   - isClosed: whether the accessory closed the connection.
    static func exchange(
        _ answer: ObservedAnswer?,
        failure: String?,
        partial: Int,
        isClosed: Bool,
        within: Duration
    ) -> String {
        var text = self.answer(answer?.message.brief, failure: failure, partial: partial, within: within)
        if let body = answer?.body?.serialized() {
            text += " " + (body.utf8.count > 300 ? String(body.prefix(300)) + "…" : body)
        } else if let plain = answer?.text, !plain.isEmpty {
            text += " \(plain.prefix(120).debugDescription)"
        }
        if answer != nil, isClosed { text += ", then the connection closed" }
        return text
    }

    /// `State 4, Error 2 (authentication)`, `State 2, PublicKey (384), Salt (16)`.
    package static func pairing(_ tlv: TLV8) -> String {
        if tlv.items.isEmpty { return "no items" }
        let items = tlv.items.map { item in
            let type = TLVType(rawValue: item.type)
            switch type {
            case .state: return "State \(TLV8.number(item.value))"
            case .error:
                let code = TLV8.number(item.value)
                return "Error \(code)" + (UInt8(exactly: code).map { " (\(TLVError(rawValue: $0).name))" } ?? "")
            default: return "\(type.name) (\(item.value.count))"
            }
        }
        return Excerpt.texts(items, limit: 16).joined(separator: ", ")
    }

    /// A pairing response that holds something else than TLV8 items:
    /// `HTTP 400 with JSON where TLV8 was expected: {"status":-70402}`; `nil` for TLV8 items and for bytes that could be some.
    package static func foreign(_ message: WireMessage, _ tlv: TLV8) -> String? {
        func excerpt(_ text: String) -> String { text.count > 120 ? text.prefix(120) + "…" : text }
        switch message.body.content {
        case .empty: return "\(message.brief) without a body where TLV8 was expected"
        case .json(let json) where !tlv.isWellFormed:
            return "\(message.brief) with JSON where TLV8 was expected: \(excerpt(json.serialized()))"
        case .text(let text) where !tlv.isWellFormed && !text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }:
            return "\(message.brief) with text where TLV8 was expected: \(excerpt(text).debugDescription)"
        default: return nil
        }
    }

    /// `10 s`, `300 ms`.
    package static func seconds(_ duration: Duration) -> String {
        let milliseconds = duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}

extension TLV8 {
    /// A little-endian integer of up to 8 bytes.
    static func number(_ bytes: [UInt8]) -> UInt64 {
        bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
