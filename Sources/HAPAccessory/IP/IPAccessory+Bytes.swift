import HAPModel
import HAPSession
import HTTPWire
import Measurement

/// From bytes to requests: plain text at first, then secure frames.
extension IPAccessory {
    /// Handles bytes that arrived on a connection.
    mutating func take(_ core: inout AccessoryCore, _ bytes: [UInt8], on connection: ConnectionID, now: Moment) {
        guard channels[connection]?.isClosing == false, channels[connection]?.isDeaf == false else { return }
        if channels[connection]?.isSecured != true || isPlainTextTaken(&core, bytes, on: connection) {
            channels[connection]?.decoder.append(bytes)
            serve(&core, connection, now: now)
        } else {
            open(&core, bytes, on: connection, now: now)
        }
        if core.behaviour(.httpSegments, core.context(connection)) == "segment" { refusePart(&core, on: connection) }
        refuseGarbage(&core, on: connection, now: now)
        sendContinue(&core, on: connection)
    }

    /// Whether a defect makes another connection's incomplete request block this one.
    mutating func isHeldUp(_ core: inout AccessoryCore, _ connection: ConnectionID) -> Bool {
        core.omits(.othersServe, core.context(connection)) && hasUnfinished(besides: connection)
    }

    /// Whether a request on another connection is incomplete.
    func hasUnfinished(besides connection: ConnectionID) -> Bool {
        channels.contains { $0.key != connection && !$0.value.isIdle && !$0.value.isClosing }
    }

    /// Handles the bytes that another connection blocked, after it no longer does.
    mutating func takeHeld(_ core: inout AccessoryCore, now: Moment) {
        for connection in held.keys.sorted() where !isHeldUp(&core, connection) {
            guard let bytes = held.removeValue(forKey: connection) else { continue }
            take(&core, bytes, on: connection, now: now)
        }
    }

    /// Responds to the complete requests.
    private mutating func serve(_ core: inout AccessoryCore, _ connection: ConnectionID, now: Moment) {
        let pipelining = core.behaviour(.httpPipelining, core.context(connection))
        if pipelining == "reversed" {
            var messages: [HTTPMessage] = []
            while let message = channels[connection]?.decoder.next() { messages.append(message) }
            for message in messages.reversed() { handle(&core, message, on: connection, now: now) }
        }
        var served = 0
        while channels[connection]?.isClosing == false, var message = channels[connection]?.decoder.next() {
            let wasSecured = channels[connection]?.isSecured == true
            channels[connection]?.lastActive = now
            channels[connection]?.hasServed = true
            if message.framing == .chunked, core.behaviour(.httpTransferCoding, core.context(connection)) == "ignored" {
                ignoreCoding(of: &message, on: connection)
            }
            channels[connection]?.hasContinued = false
            served += 1
            if pipelining == "no-write", served > 1, message.method == "PUT" { continue }
            if pipelining == "first-three", served > 3 { continue }
            handle(&core, message, on: connection, now: now)
            if !wasSecured, channels[connection]?.isSecured == true {
                // Bytes that arrived with the last plain request belong to the session.
                let rest = channels[connection]?.decoder.takePending() ?? []
                if !rest.isEmpty { open(&core, rest, on: connection, now: now) }
            } else if pipelining == "first-only" {
                _ = channels[connection]?.decoder.takePending()
            }
        }
    }

    /// Opens the complete frames; decryption failure ends the connection.
    private mutating func open(_ core: inout AccessoryCore, _ bytes: [UInt8], on connection: ConnectionID, now: Moment)
    {
        let before = channels[connection]?.opener
        guard let results = channels[connection]?.opener?.feed(bytes) else { return }
        for result in results {
            switch result {
            case .opened(let frame):
                let context = core.context(connection)
                if frame.plain.isEmpty, core.omits(.emptyFrameSkip, context) { channels[connection]?.isDeaf = true }
                guard channels[connection]?.isDeaf == false else { return }
                takeFrame(&core, frame.plain, on: connection)
                serve(&core, connection, now: now)
            case .failed(let failure):
                let context = core.context(connection)
                if let text = textOfAnother(&core, failure, on: connection) {
                    channels[connection]?.opener = before
                    takeFrame(&core, text, on: connection)
                    serve(&core, connection, now: now)
                    continue
                }
                core.noteSessionFailure()
                if core.isHooked(.sessionAnswersFailure, context) { send(&core, .malformed, on: connection) }
                if !core.omits(.closeAfterFailure, context) { close(connection) }
                if core.omits(.othersKeep, context) { channels.keys.sorted().forEach { close($0) } }
            }
        }
    }

    /// The text of a frame that opens in another session, if a defect makes the accessory accept it.
    private mutating func textOfAnother(
        _ core: inout AccessoryCore,
        _ failure: FrameOpener.Failure,
        on connection: ConnectionID
    ) -> [UInt8]? {
        guard !core.defects.isConformant,
            refusal(&core, .sessionOwnFrames, unless: false, .malformed, on: connection) == nil
        else { return nil }
        for other in channels.keys.sorted() where other != connection {
            guard var opener = channels[other]?.opener, opener.pending.isEmpty else { continue }
            opener.departures.guards[FrameGuard.replay.name] = .skip
            if case .opened(let frame) = opener.feed(failure.raw).first { return frame.plain }
        }
        return nil
    }

    /// Ends the body of a chunked request as if it had no transfer coding; the rest is the next request.
    private mutating func ignoreCoding(of message: inout HTTPMessage, on connection: ConnectionID) {
        let end = message.raw.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? message.raw.endIndex
        let length = message.headers["Content-Length"].flatMap { Int($0) } ?? 0
        let content = message.raw[end...]
        message.body = Array(content.prefix(max(0, length)))
        let rest = content.dropFirst(max(0, length)) + (channels[connection]?.decoder.takePending() ?? [])
        channels[connection]?.decoder.append(Array(rest))
    }

    /// Takes all received bytes as the body of a request with an invalid length.
    private mutating func takeWithoutLength(_ core: inout AccessoryCore, on connection: ConnectionID, now: Moment) {
        guard let bytes = channels[connection]?.decoder.takePending(),
            let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))
        else { return }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let body = bytes[end.upperBound...]
        let kept = lines.filter { !$0.lowercased().hasPrefix("content-length:") } + ["Content-Length: \(body.count)"]
        channels[connection]?.decoder.append(Array((kept.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
        serve(&core, connection, now: now)
    }

    private mutating func takeFrame(_ core: inout AccessoryCore, _ text: [UInt8], on connection: ConnectionID) {
        let way = core.behaviour(.httpSegments, core.context(connection))
        let isDecodedAlone = way == "character"
        channels[connection]?.decoder.append(isDecodedAlone ? Array(String(decoding: text, as: UTF8.self).utf8) : text)
        guard way == "frame",
            var probe = channels[connection]?.decoder
        else { return }
        while probe.next() != nil {}
        if !probe.isIdle { refusePart(&core, on: connection) }
    }

    /// Whether a defect makes the accessory accept plain text in a session.
    private mutating func isPlainTextTaken(_ core: inout AccessoryCore, _ bytes: [UInt8], on connection: ConnectionID)
        -> Bool
    {
        let isPlain = [Array("GET ".utf8), Array("PUT ".utf8), Array("POST".utf8)].contains(Array(bytes.prefix(4)))
        return isPlain && core.isHooked(.sessionPlainText, core.context(connection))
    }

    /// Rejects an incomplete request, like a server that treats each piece as a whole request.
    private mutating func refusePart(_ core: inout AccessoryCore, on connection: ConnectionID) {
        guard channels[connection]?.isIdle == false else { return }
        send(&core, .malformed, on: connection)
        close(connection)
    }

    /// Responds to bytes that are not valid HTTP, and closes.
    private mutating func refuseGarbage(_ core: inout AccessoryCore, on connection: ConnectionID, now: Moment) {
        guard let failure = channels[connection]?.decoder.failure, channels[connection]?.isClosing == false else {
            return
        }
        if failure.code == .length, refusal(&core, .httpFraming, unless: false, .malformed, on: connection) == nil {
            return takeWithoutLength(&core, on: connection, now: now)
        }
        let status =
            switch failure.code {
            case .bodyTooLarge: 413
            case .headTooLarge: 431
            case .coding: 501
            default: 400
            }
        core.request = nil
        core.traits = status == 413 ? [.oversizedBody] : status == 431 ? [.oversizedHead] : [.garbage]
        defer { core.traits = [] }
        if core.linkChanges(at: .request, core.context(connection)).contains(.crash) {
            actions.append(.crash)
            return
        }
        let code: HAPStatus = status == 413 || status == 431 ? .outOfResources : .invalidValue
        send(&core, .failure(status, code), on: connection)
        close(connection)
    }

    private mutating func sendContinue(_ core: inout AccessoryCore, on connection: ConnectionID) {
        guard let channel = channels[connection], !channel.isClosing, !channel.hasContinued,
            let head = channel.decoder.pendingHead,
            head.headers["Expect"]?.lowercased() == "100-continue",
            !core.omits(.continueSend, core.context(connection))
        else { return }
        channels[connection]?.hasContinued = true
        transmit(&core, HTTPResponse(100).encoded(), on: connection, link: [])
    }
}
