import HAPModel
import HAPSession
import HTTPWire

/// Makes HTTP requests as a suite wrote them.
struct RequestWriter {
    let reader: BytesReader
    /// For the Host field.
    let destination: String

    /// The request; `{aid: it, iid: it}` in its JSON become numbers.
    func request(_ arguments: inout RawArguments) -> HTTPRequest {
        var body: [UInt8] = []
        var type = arguments.take("type")?.stringValue
        let given = arguments.take("body")
        if let json = arguments.take("json") {
            body = Self.withIDs(json).encoded()
            type = type ?? "json"
        } else if let given {
            body = reader.bytes(given)
        }
        let isBare = arguments.take("bare")?.boolValue ?? false
        var headers: [HTTPHeader] = []
        if !isBare {
            headers.append(HTTPHeader("Host", destination))
            if let type = Self.contentType(type) { headers.append(HTTPHeader("Content-Type", type)) }
        }
        for member in arguments.take("headers")?.objectValue?.members ?? [] {
            headers.append(HTTPHeader(member.key, member.value.stringValue ?? member.value.serialized()))
        }
        let lines = reader.with("length", "\(body.count)")
        for line in arguments.take("lines").map({ $0.arrayValue ?? [$0] }) ?? [] {
            headers.append(header(lines.bytes(line)))
        }
        return HTTPRequest(
            arguments.take("method")?.stringValue ?? "GET",
            reader.text(arguments.take("path")?.stringValue ?? "/"),
            headers: headers,
            body: body,
            framing: framing(isBare: isBare, chunks: arguments.take("chunks")?.int64Value, body.count)
        )
    }

    private func framing(isBare: Bool, chunks: Int64?, _ count: Int) -> HTTPBodyFraming {
        if isBare { return .asGiven }
        guard let chunks, chunks > 0 else { return .automatic }
        return .chunked(max(1, count / Int(clamping: chunks) + (count % Int(clamping: chunks) == 0 ? 0 : 1)))
    }

    private static func contentType(_ word: String?) -> String? {
        switch word {
        case nil, "none": nil
        case "json": ContentType.json
        case "tlv": ContentType.tlv
        case let other?: other
        }
    }

    /// A header line that goes out as it is.
    private func header(_ line: [UInt8]) -> HTTPHeader {
        let parts = String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1).map(String.init)
        return HTTPHeader(
            parts.first ?? "",
            parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "",
            raw: (line + [0x0d, 0x0a])[...]
        )
    }

    /// `{aid: it, iid: it}` in a body: the parts of the characteristic that the name stands for.
    static func withIDs(_ json: JSON) -> JSON {
        switch json {
        case .array(let elements): return .array(elements.map(withIDs))
        case .object(let object):
            return .object(
                JSONObject(
                    members: object.members.map { member in
                        let id = member.value.stringValue.flatMap { CharacteristicID($0) }
                        switch (member.key, id) {
                        case ("aid", let id?): return .init(key: "aid", value: JSON(id.aid))
                        case ("iid", let id?): return .init(key: "iid", value: JSON(id.iid))
                        default: return .init(key: member.key, value: withIDs(member.value))
                        }
                    }
                )
            )
        default: return json
        }
    }
}
