import HAPModel
import HTTPWire

/// Messages as records show them.
enum WireText {
    static func request(_ request: HTTPRequest) -> JSON {
        var object = JSONObject(["start-line": .string("\(request.method) \(request.target) \(request.version)")])
        object["headers"] = headers(request.headers)
        add(request.body, labelled: request.headers["Content-Type"], to: &object)
        return .object(object)
    }

    static func message(_ message: HTTPMessage) -> JSON {
        var object = JSONObject(["start-line": .string(message.startLine), "headers": headers(message.headers)])
        add(message.body, labelled: message.headers["Content-Type"], to: &object)
        if !message.deviations.isEmpty {
            object["deviations"] = .array(message.deviations.map { .string($0.description) })
        }
        return .object(object)
    }

    private static func headers(_ headers: [HTTPHeader]) -> JSON {
        .array(headers.map { .string("\($0.name): \($0.value)") })
    }

    /// Shows the body as what it is labelled, if it is that; else as text, else as digits.
    private static func add(_ body: [UInt8], labelled label: String?, to object: inout JSONObject) {
        guard !body.isEmpty else { return }
        if label?.contains("tlv8") == true {
            object["tlv"] = tlv(TLV8(decoding: body))
        } else if let json = try? JSON.parse(body) {
            object["json"] = json
        } else if let text = String(validating: body, as: UTF8.self) {
            object["text"] = .string(text)
        } else {
            object["hex"] = .string(Hex.encode(body))
        }
    }

    private static func tlv(_ tlv: TLV8) -> JSON {
        var items: [JSON] = tlv.items.map { item in
            ["type": .string(TLVType(rawValue: item.type).name), "value": .string(Hex.encode(item.value))]
        }
        items += tlv.deviations.map { ["deviation": .string($0.description)] }
        return .array(items)
    }
}
