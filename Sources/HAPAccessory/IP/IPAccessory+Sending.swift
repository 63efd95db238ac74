import HAPModel
import HTTPWire
package import Measurement

extension IPAccessory {
    /// Sends the response to the current request, with the changes of defects.
    mutating func send(_ core: inout AccessoryCore, _ reply: IPReply, on connection: ConnectionID) {
        let context = core.context(connection)
        var reply = reply
        var reason: String?
        var announcesClose = false
        for change in core.answerChanges(context) where change.replaces(reply) {
            switch change.status {
            case .http(let status): reply.status = status
            case .meaning(let status): reply = status == .success ? .noContent : .refusal(status)
            case nil: break
            }
            reply.body = change.body ?? reply.body
            reply.contentType = change.contentType ?? reply.contentType
            reason = change.reason ?? reason
            if change.closing == .instead { return close(connection) }
            announcesClose = announcesClose || change.closing == .announced
            reply.closes = reply.closes || change.closing != nil
            if reply.contentType == nil, !reply.body.isEmpty { reply.contentType = IPReply.json }
        }
        guard !reply.isWithheld, !core.omits(.responseSend, context) else { return }
        if reply.contentType == IPReply.json { reply.body = text(&core, of: reply, on: connection) }
        reply.body = core.altered(reply.body, at: .httpBody, context) ?? []

        var headers: [HTTPHeader] = []
        if let type = text(&core, reply.contentType, at: .httpContentType, on: connection) {
            headers.append(HTTPHeader("Content-Type", type))
        }
        let isChunkedToo = core.isHooked(.responseChunkedAndLength, context)
        if isChunkedToo { headers.append(HTTPHeader("Transfer-Encoding", "chunked")) }
        let length = reply.status == 204 ? nil : String(reply.body.count)
        if let length = text(&core, length, at: .httpContentLength, on: connection) {
            headers.append(HTTPHeader("Content-Length", length))
        }
        if let value = text(&core, announcesClose ? "close" : nil, at: .httpConnection, on: connection) {
            headers.append(HTTPHeader("Connection", value))
        }
        let response = HTTPResponse(
            reply.status,
            text(&core, reason ?? HTTPResponse.reason(reply.status), at: .httpReason, on: connection) ?? "",
            headers: headers,
            body: reply.body,
            framing: isChunkedToo ? .chunked(1024) : .asGiven,
            version: text(&core, "HTTP/1.1", at: .httpVersion, on: connection) ?? ""
        )
        var bytes = response.encoded()
        if let end = text(&core, "\r\n", at: .httpLineEnd, on: connection), end != "\r\n" {
            bytes = Self.endingLines(of: bytes, with: Array(end.utf8), bodyCount: reply.body.count)
        }
        if let events = channels[connection]?.heldEvents, !events.isEmpty {
            channels[connection]?.heldEvents = []
            bytes.insert(contentsOf: events, at: bytes.count / 2)
        }
        let link = core.linkChanges(at: .response, context)
        let times = core.departure(of: .responseSend, context) == .twice ? 2 : 1
        for _ in 0..<times {
            transmit(&core, bytes, on: connection, link: link + delay(&core, context, on: connection))
        }
        if reply.closes { close(connection) }
    }

    /// Sends an event message.
    package mutating func send(_ core: inout AccessoryCore, _ notice: OutgoingEvent, now: Moment) {
        let connection = notice.connection
        var entries: [JSON] = []
        for entry in notice.entries {
            let definition = core.characteristics[entry.id]
            let scope = PointScope(definition: definition, connection: connection)
            var object = JSONObject()
            add(&core, "aid", JSON(entry.id.aid), to: &object, at: .eventAID, scope)
            add(&core, "iid", JSON(entry.id.iid), to: &object, at: .eventIID, scope)
            add(&core, "value", entry.value, to: &object, at: .eventValue, scope)
            entries += changed(&core, object, at: .eventEntry, definition, on: connection)
        }
        guard !entries.isEmpty else { return }
        let context = core.context(connection)
        let body =
            core.altered(
                JSON.object(JSONObject(["characteristics": .array(entries)])).encoded(),
                at: .eventBody,
                context
            ) ?? []
        var headers: [HTTPHeader] = []
        if let type = text(&core, IPReply.json, at: .eventContentType, on: connection) {
            headers.append(HTTPHeader("Content-Type", type))
        }
        if let length = text(&core, String(body.count), at: .eventContentLength, on: connection) {
            headers.append(HTTPHeader("Content-Length", length))
        }
        let response = HTTPResponse(
            200,
            text(&core, HTTPResponse.reason(200), at: .eventReason, on: connection) ?? "",
            headers: headers,
            body: body,
            framing: .asGiven,
            version: text(&core, "EVENT/1.0", at: .eventProtocol, on: connection) ?? ""
        )
        if core.isHooked(.eventInsideResponse, context) {
            channels[connection]?.heldEvents += response.encoded()
            return
        }
        transmit(
            &core,
            response.encoded(),
            on: connection,
            link: core.linkChanges(at: .event, context),
            isCounted: !core.isHooked(.eventUncounted, context)
        )
    }

    /// A late response is a delay of the link.
    private mutating func delay(
        _ core: inout AccessoryCore,
        _ context: PointContext,
        on connection: ConnectionID
    ) -> [LinkChange] {
        if hasUnfinished(besides: connection),
            case .delay(let milliseconds) = core.departure(of: .othersServe, context)
        {
            return [.delay(.milliseconds(milliseconds))]
        }
        guard case .delay(let milliseconds) = core.departure(of: .responseSend, context) else { return [] }
        return [.delay(.milliseconds(milliseconds))]
    }

    /// The JSON text of a reply, with the changes of defects.
    private mutating func text(_ core: inout AccessoryCore, of reply: IPReply, on connection: ConnectionID) -> [UInt8] {
        let context = core.context(connection)
        var body = reply.body
        if reply.status >= 400 { body = errorText(&core, body, on: connection) }
        if core.behaviour(.jsonStrings, context) == "raw" {
            let text = String(decoding: body, as: UTF8.self)
            body = Array(text.replacing("\\\"", with: "\"").replacing("\\n", with: "\n").utf8)
        }
        if core.isHooked(.jsonByteOrderMark, context) { body = [0xef, 0xbb, 0xbf] + body }
        return body
    }

    private mutating func errorText(_ core: inout AccessoryCore, _ body: [UInt8], on connection: ConnectionID)
        -> [UInt8]
    {
        let context = core.context(connection)
        for change in core.jsonChanges(at: .errorStatus, context) {
            switch change {
            case .drop: return []
            case .set(let status): return JSON.object(JSONObject(["status": status])).encoded()
            case .duplicate: continue
            }
        }
        return body
    }

    private static func endingLines(of bytes: [UInt8], with end: [UInt8], bodyCount: Int) -> [UInt8] {
        let head = bytes.dropLast(bodyCount)
        var result: [UInt8] = []
        var previous: UInt8 = 0
        for byte in head {
            if byte == 0x0a, previous == 0x0d {
                result.removeLast()
                result += end
            } else {
                result.append(byte)
            }
            previous = byte
        }
        return result + bytes.suffix(bodyCount)
    }
}

extension AnswerChange {
    /// Whether it changes this response.
    fileprivate func replaces(_ reply: IPReply) -> Bool {
        if let instead, instead != reply.status { return false }
        guard let each else { return true }
        guard let body = try? JSON.parse(reply.body) else { return false }
        let holders = body["characteristics"]?.arrayValue ?? [body]
        return !holders.isEmpty && holders.allSatisfy { $0["status"]?.int64Value == each }
    }
}
