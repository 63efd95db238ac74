import HAPModel
import HAPSession
import HTTPWire
import Measurement

/// From bytes to requests: plain text at first, then secure frames.
extension IPAccessory {
    /// Takes bytes that came on a connection.
    mutating func take(_ bytes: [UInt8], on connection: ConnectionID, now: Moment) {
        guard channels[connection]?.isClosing == false else { return }
        if channels[connection]?.isSecured != true || isPlainTextTaken(bytes, on: connection) {
            channels[connection]?.decoder.append(bytes)
            serve(connection, now: now)
        } else {
            open(bytes, on: connection, now: now)
        }
        if core.behaviour(.httpSegments, core.context(connection)) == "segment" { refusePart(on: connection) }
        refuseGarbage(on: connection)
        sendContinue(on: connection)
    }

    /// Answers the requests that are complete.
    private mutating func serve(_ connection: ConnectionID, now: Moment) {
        let pipelining = core.behaviour(.httpPipelining, core.context(connection))
        if pipelining == "reversed" {
            var messages: [HTTPMessage] = []
            while let message = channels[connection]?.decoder.next() { messages.append(message) }
            for message in messages.reversed() { handle(message, on: connection, now: now) }
        }
        while channels[connection]?.isClosing == false, let message = channels[connection]?.decoder.next() {
            let wasSecured = channels[connection]?.isSecured == true
            channels[connection]?.lastActive = now
            channels[connection]?.hasContinued = false
            handle(message, on: connection, now: now)
            if !wasSecured, channels[connection]?.isSecured == true {
                // What came together with the last plain request is no plain text any more.
                let rest = channels[connection]?.decoder.takePending() ?? []
                if !rest.isEmpty { open(rest, on: connection, now: now) }
            } else if pipelining == "first-only" {
                _ = channels[connection]?.decoder.takePending()
            }
        }
    }

    /// Opens the frames that are complete; one that does not open ends the connection.
    private mutating func open(_ bytes: [UInt8], on connection: ConnectionID, now: Moment) {
        guard let results = channels[connection]?.opener?.feed(bytes) else { return }
        for result in results {
            switch result {
            case .opened(let frame):
                takeFrame(frame.plain, on: connection)
                serve(connection, now: now)
            case .failed:
                let context = core.context(connection)
                if core.isHooked(.sessionAnswersFailure, context) { send(.malformed, on: connection) }
                if !core.omits(.closeAfterFailure, context) { close(connection) }
                if core.omits(.othersKeep, context) { channels.keys.sorted().forEach { close($0) } }
            }
        }
    }

    private mutating func takeFrame(_ text: [UInt8], on connection: ConnectionID) {
        channels[connection]?.decoder.append(text)
        guard core.behaviour(.httpSegments, core.context(connection)) == "frame",
            var probe = channels[connection]?.decoder
        else { return }
        while probe.next() != nil {}
        if !probe.isIdle { refusePart(on: connection) }
    }

    /// Whether a defect has plain text served in a session.
    private mutating func isPlainTextTaken(_ bytes: [UInt8], on connection: ConnectionID) -> Bool {
        let isPlain = [Array("GET ".utf8), Array("PUT ".utf8), Array("POST".utf8)].contains(Array(bytes.prefix(4)))
        return isPlain && core.isHooked(.sessionPlainText, core.context(connection))
    }

    /// Refuses what has come of a request, as a server does that takes each piece for a whole one.
    private mutating func refusePart(on connection: ConnectionID) {
        guard channels[connection]?.isIdle == false else { return }
        send(.malformed, on: connection)
        close(connection)
    }

    /// Answers what cannot be read as HTTP, and closes.
    private mutating func refuseGarbage(on connection: ConnectionID) {
        guard let failure = channels[connection]?.decoder.failure, channels[connection]?.isClosing == false else {
            return
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
        send(.failure(status, code), on: connection)
        close(connection)
    }

    private mutating func sendContinue(on connection: ConnectionID) {
        guard let channel = channels[connection], !channel.isClosing, !channel.hasContinued,
            let head = channel.decoder.pendingHead,
            head.headers["Expect"]?.lowercased() == "100-continue",
            !core.omits(.continueSend, core.context(connection))
        else { return }
        channels[connection]?.hasContinued = true
        transmit(HTTPResponse(100).encoded(), on: connection, link: [])
    }
}
