import CoAP
import HAPModel
import HAPSession
import Links
import Measurement

/// Tells the observer what happens on one connection, and keeps account of the request that is not answered yet.
struct ThreadJournal {
    /// What happens.
    enum Content {
        /// The connection was opened; `took` is the time from the first attempt, and without `byPing` only a request was
        /// answered.
        case opened(destination: String, took: Duration, byPing: Bool)
        case closed(LinkClosure)
        case secured
        /// A datagram; its message as far as it can be decoded.
        case datagram(CoAPMessage?, [CoAPDeviation])
        case request(ThreadRequest, pairings: UInt64?)
        case response(ThreadMessage, to: ThreadRequest, pairings: UInt64?)
        case event([CharacteristicEntry], [PDUDeviation])
        case failure(ExchangeFailure)
        /// A message of the accessory that is not an event of the session.
        case strayEvent(String)
        /// A message of the accessory that answers no request.
        case strayMessage(String)
    }

    /// A request that was sent and is not answered yet.
    private struct Asked {
        var number: UInt64
        var request: ThreadRequest
        var sentAt: Moment
    }

    private let connection: String
    private let observer: any WireObserver
    private var session = 0
    private var isSecured = false
    private var controller: String?
    private var asked: Asked?
    /// When the first datagram arrived since the request was sent.
    private(set) var firstArrival: Moment?
    private var evidence: [UInt64] = []

    init(connection: String, observer: any WireObserver) {
        self.connection = connection
        self.observer = observer
    }

    /// Notes when bytes arrive.
    mutating func arrived(at moment: Moment) {
        if firstArrival == nil { firstArrival = moment }
    }

    /// From here on everything belongs to a session.
    mutating func secured(by controller: String?, at moment: Moment) {
        session += 1
        isSecured = true
        self.controller = controller
        record(.out, .secured, at: moment)
    }

    mutating func takeEvidence() -> [UInt64] {
        defer { evidence.removeAll(keepingCapacity: true) }
        return evidence
    }

    @discardableResult
    mutating func record(
        _ direction: WireEvent.Direction,
        _ content: Content,
        _ raw: [UInt8] = [],
        entries: [CharacteristicEntry] = [],
        at moment: Moment
    ) -> UInt64 {
        let ended = endedRequest(by: content)
        let number = observer.record(
            WireEvent(
                transport: .thread,
                connection: connection,
                session: session,
                controller: controller,
                direction: direction,
                kind: content.kind,
                fields: content.fields(isSecured: isSecured),
                entries: entries,
                ending: ended.map { ending($0, by: content, at: moment) },
                raw: raw,
                summary: content.summary(ofBytes: raw.count),
                at: moment
            )
        )
        if case .request(let request, _) = content {
            asked = Asked(number: number, request: request, sentAt: moment)
            firstArrival = nil
        }
        evidence.append(number)
        return number
    }

    /// The requests that something ends.
    private mutating func endedRequest(by content: Content) -> Asked? {
        switch content {
        case .response: return asked.take()
        case .failure, .closed: return asked.take()
        default: return nil
        }
    }

    private func ending(_ asked: Asked, by content: Content, at moment: Moment) -> WireEvent.Ending {
        var fields: JSONObject = ["operations": Excerpt.json(asked.request.operations, limit: 8)]
        switch content {
        case .failure(let failure): fields["failure"] = .string(failure.name)
        case .closed(let closure): fields["failure"] = .string(ExchangeFailure(closure).name)
        default: break
        }
        let timing = Exchange.Timing(sent: asked.sentAt, firstByte: firstArrival, answered: moment)
        return WireEvent.Ending(request: asked.number, fields: fields, timing: timing)
    }
}

extension ThreadJournal.Content {
    var kind: WireEvent.Kind {
        switch self {
        case .opened: .opened
        case .closed: .closed
        case .secured: .secured
        case .datagram: .bytes
        case .request: .request
        case .response: .response
        case .event: .event
        case .failure, .strayEvent, .strayMessage: .failure
        }
    }

    /// What it is, in a few words.
    func summary(ofBytes count: Int) -> String {
        switch self {
        case .opened(let destination, _, byPing: true): "opened to \(destination)"
        case .opened(let destination, _, byPing: false): "opened to \(destination), which does not answer a CoAP ping"
        case .closed(let closure): "closed by \(closure.name)"
        case .secured: "encrypted from here on"
        case .datagram(let message, let deviations):
            message.map { "\($0.kind.name) \($0.code), message \($0.id), \(count) bytes" }
                ?? "not a CoAP message: \(deviations.first?.description ?? "empty")"
        case .request(let request, _): Excerpt.texts(request.operations, limit: 8).joined(separator: ", ")
        case .response(let message, _, _): message.summary
        case .event(let entries, _):
            "event of "
                + Excerpt.texts(entries.map { $0.id?.description ?? "?" }, limit: 8).joined(separator: ", ")
        case .failure(let failure): failure.description
        case .strayEvent(let text), .strayMessage(let text): text
        }
    }

    /// The members that the event has beside those of every transport.
    func fields(isSecured: Bool) -> JSONObject {
        switch self {
        case .opened(let destination, let took, let byPing):
            var decoded: JSONObject = [
                "destination": .string(destination), "connect-ns": JSON(took.wholeNanoseconds),
            ]
            if !byPing { decoded["deviations"] = ["a CoAP ping is not answered, but a request (RFC 7252 4.3)"] }
            return ["decoded": .object(decoded)]
        case .closed(let closure): return ["decoded": ["by": .string(closure.name)]]
        case .secured: return JSONObject()
        case .datagram(let message, let deviations):
            let texts = Excerpt.json(deviations.map(\.description), limit: 8)
            guard let message else { return ["decoded": ["deviations": texts]] }
            return [
                "decoded": [
                    "type": .string(message.kind.name), "code": .string(message.code.description),
                    "message-id": JSON(message.id), "token": .string(Hex.encode(message.token)),
                    "options": Excerpt.json(message.options.map { $0.number.description }, limit: 16),
                    "payload-length": JSON(message.payload.count), "deviations": texts,
                ]
            ]
        case .failure(let failure):
            return ["decoded": ["failure": .string(failure.name), "message": .string(failure.description)]]
        case .strayEvent(let text): return ["decoded": ["failure": "event", "message": .string(text)]]
        case .strayMessage(let text): return ["decoded": ["deviations": [.string(text)]]]
        case .event(let entries, let deviations):
            return [
                "start": .string(summary(ofBytes: 0)),
                "coap": [
                    "count": JSON(entries.count), "deviations": .array(deviations.map { .string($0.description) }),
                ],
            ]
        case .request(let request, let pairings):
            var object: JSONObject = [
                "start": .string(summary(ofBytes: 0)),
                "coap": ["path": .string(request.path), "count": JSON(request.pdus.count)],
            ]
            if let items = request.pairing(pairings)?.items { object.members += PairingItems(items).members }
            return object
        case .response(let message, let request, let pairings):
            var object: JSONObject = ["start": .string(message.summary), "coap": .object(message.fields)]
            if let (procedure, sent) = request.pairing(pairings) {
                let body = request.pdus.isEmpty ? message.plain : message.responses.first?.items[.value] ?? []
                let items = PairingItems(TLV8(decoding: body))
                let state = PairingItems.state(of: sent)
                object.members += items.members + items.answerMembers(procedure: procedure, state: state)
            }
            object.members.append(.init(key: "secured", value: .bool(isSecured)))
            return object
        }
    }
}

extension CoAPMessage.Kind {
    /// The abbreviation of RFC 7252.
    var name: String {
        switch self {
        case .confirmable: "CON"
        case .nonConfirmable: "NON"
        case .acknowledgement: "ACK"
        case .reset: "RST"
        }
    }
}
