import HAPModel
import HAPSession
import HTTPWire

extension Exchange {
    /// The meaning of an HTTP exchange.
    ///
    /// - Parameters:
    ///   - asked: the characteristics in the request.
    ///   - isWrite: whether it writes: a 204 then means that all of them were written.
    init(_ exchange: HTTPExchange, asked: [CharacteristicID] = [], isWrite: Bool = false) {
        let answers = exchange.answers.map { Answer($0, written: isWrite ? asked : []) }
        self.init(
            answer: answers.first,
            answers: answers,
            failure: exchange.failure,
            hasInterim: !exchange.interim.isEmpty,
            partial: exchange.partial,
            timing: exchange.timing,
            closed: exchange.closed,
            asked: asked,
            isWrite: isWrite,
            evidence: exchange.evidence
        )
    }
}

extension Answer {
    /// The meaning of an HTTP response.
    ///
    /// - Parameter written: the written characteristics; a 204 means success for all of them.
    init(_ answer: HTTPAnswer, written: [CharacteristicID]) {
        let json = answer.body.json
        let code = answer.message.status ?? 0
        let status = json?["status"]?.int64Value.map(HAPStatus.init(rawValue:))
        self.init(
            message: WireMessage(answer),
            status: status ?? (code == 204 ? .success : nil),
            isAccepted: [200, 204, 207].contains(code) && (status ?? .success) == .success,
            isRefusal: code >= 400 || (status ?? .success) != .success,
            entries: code == 204
                ? written.map { CharacteristicEntry($0, status: .success) }
                : json?["characteristics"]?.arrayValue?.map(CharacteristicEntry.init) ?? [],
            database: json
        )
    }
}

extension WireMessage {
    /// The form of an HTTP response: `http.status`, `http.headers.content-type`.
    init(_ answer: HTTPAnswer) {
        let message = answer.message
        self.init(
            namespace: "http",
            fields: answer.fields,
            start: message.startLine,
            brief: "HTTP \(message.status ?? 0)",
            headLength: message.headLength,
            sentLength: message.raw.count - message.headLength,
            body: answer.body,
            declaresJSON: answer.declaresJSON
        )
    }
}

extension HTTPMessage {
    /// The bytes of the first line and the headers, with the empty line after them.
    fileprivate var headLength: Int { raw.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? raw.count }

    /// The fields for suites and records, without the body.
    var fields: JSONObject {
        var lines = JSONObject()
        for header in headers {
            let name = header.name.lowercased()
            if lines[name] == nil { lines.members.append(.init(key: name, value: .string(header.value))) }
        }
        var fields = JSONObject([
            "status": status.map { JSON($0) } ?? .null, "reason": .string(reason ?? ""),
            "protocol": .string("\(protocolName)/\(version)"), "headers": .object(lines),
            "body-length": JSON(body.count),
            "deviations": .array(deviations.map { .string($0.description) }), "unframed": .bool(isUnframed),
        ])
        if surplus > 0 { fields["surplus"] = JSON(surplus) }
        if let picture = JPEGPicture(body) { fields["picture"] = picture.json }
        return fields
    }
}
