import HAPModel
import HAPSession
import HTTPWire

/// Creates HTTP requests from a suite's description.
struct RequestWriter {
    let reader: BytesReader
    /// For the Host field.
    let destination: String

    /// The HTTP request; `{aid: it, iid: it}` in its JSON become numbers.
    func written(_ request: RawRequest) -> HTTPRequest {
        let body = request.json.map { Self.withIDs($0).encoded() } ?? request.body.map(reader.bytes) ?? []
        var headers: [HTTPHeader] = []
        if !request.isBare {
            headers.append(HTTPHeader("Host", destination))
            let type = request.type ?? (request.json == nil ? nil : "json")
            if let type = Self.contentType(type) { headers.append(HTTPHeader("Content-Type", type)) }
        }
        headers += request.headers.map { HTTPHeader($0.name, $0.value) }
        let lines = reader.with("length", "\(body.count)")
        headers += request.lines.map { header(lines.bytes($0)) }
        return HTTPRequest(
            request.method,
            reader.text(request.path),
            headers: headers,
            body: body,
            framing: framing(of: request, body.count)
        )
    }

    private func framing(of request: RawRequest, _ count: Int) -> HTTPBodyFraming {
        if request.isBare { return .asGiven }
        guard let chunks = request.chunks, chunks > 0 else { return .automatic }
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

    /// A header line that is sent unchanged.
    private func header(_ line: [UInt8]) -> HTTPHeader {
        let parts = String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1).map(String.init)
        return HTTPHeader(
            parts.first ?? "",
            parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "",
            raw: (line + [0x0d, 0x0a])[...]
        )
    }

    /// `{aid: it, iid: it}` in a body: the parts of the named characteristic.
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
