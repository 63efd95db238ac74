import HAPController
import HAPModel
import HAPSession
import Links
import Measurement

/// Tells the observer what happens on one connection, and keeps account of the request that is not answered yet.
struct PDUJournal {
    /// What happens.
    enum Content {
        /// The connection was opened; `took` is the time from the first attempt.
        case opened(destination: String, took: Duration)
        case closed(LinkClosure)
        case secured
        case bytes
        case frame(counter: UInt64, length: Int)
        case request([PDURequest])
        case response(PDUMessage)
        case event([CharacteristicEntry], [PDUDeviation])
        case failure(ExchangeFailure)
    }

    /// A message of requests that was sent and is not answered yet.
    private struct Asked {
        var number: UInt64
        var requests: [PDURequest]
        var sentAt: Moment
    }

    private let connection: String
    private let observer: any WireObserver
    private var session = 0
    private var isSecured = false
    private var controller: String?
    private var asked: Asked?
    /// When the first bytes arrived since the requests were sent.
    private var firstArrival: Moment?
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
                fields: content.fields(answering: ended?.requests ?? [], isSecured: isSecured),
                entries: entries,
                ending: ended.map { ending($0, by: content, at: moment) },
                raw: raw,
                summary: content.summary(ofBytes: raw.count),
                at: moment
            )
        )
        if case .request(let requests) = content {
            asked = Asked(number: number, requests: requests, sentAt: moment)
            firstArrival = nil
        }
        evidence.append(number)
        return number
    }

    /// The requests that something ends.
    private mutating func endedRequest(by content: Content) -> Asked? {
        switch content {
        case .response(let message):
            // A late answer carries the numbers of earlier requests.
            guard let requests = asked?.requests, message.answers(to: requests).contains(where: { $0 != nil }) else {
                return nil
            }
            return asked.take()
        case .failure, .closed: return asked.take()
        default: return nil
        }
    }

    private func ending(_ asked: Asked, by content: Content, at moment: Moment) -> WireEvent.Ending {
        let operations = asked.requests.map { "\($0.opcode.name) \(PDUWire.id(of: $0))" }
        var fields: JSONObject = ["operations": Excerpt.json(operations, limit: 8)]
        switch content {
        case .failure(let failure): fields["failure"] = .string(failure.name)
        case .closed(let closure): fields["failure"] = .string(ExchangeFailure(closure).name)
        default: break
        }
        let timing = Exchange.Timing(sent: asked.sentAt, firstByte: firstArrival, answered: moment)
        return WireEvent.Ending(request: asked.number, fields: fields, timing: timing)
    }
}

extension PDUJournal.Content {
    var kind: WireEvent.Kind {
        switch self {
        case .opened: .opened
        case .closed: .closed
        case .secured: .secured
        case .bytes: .bytes
        case .frame: .frame
        case .request: .request
        case .response: .response
        case .event: .event
        case .failure: .failure
        }
    }

    /// What it is, in a few words.
    func summary(ofBytes count: Int) -> String {
        switch self {
        case .opened(let destination, _): "opened to \(destination)"
        case .closed(let closure): "closed by \(closure.name)"
        case .secured: "encrypted from here on"
        case .bytes: count == 1 ? "1 byte" : "\(count) bytes"
        case .frame(let counter, _): "sealed message \(counter) with \(count) bytes"
        case .request(let requests): Excerpt.texts(requests.map(Self.text), limit: 8).joined(separator: ", ")
        case .response(let message): message.summary
        case .event(let entries, _):
            "event of "
                + Excerpt.texts(entries.map { $0.id?.description ?? "?" }, limit: 8).joined(separator: ", ")
        case .failure(let failure): failure.description
        }
    }

    private static func text(_ request: PDURequest) -> String {
        guard let procedure = request.pairing?.name else { return "\(request.opcode.name) \(PDUWire.id(of: request))" }
        return procedure
    }

    /// The members that the event has beside those of every transport.
    func fields(answering requests: [PDURequest], isSecured: Bool) -> JSONObject {
        switch self {
        case .opened(let destination, let took):
            return ["decoded": ["destination": .string(destination), "connect-ns": JSON(took.wholeNanoseconds)]]
        case .closed(let closure): return ["decoded": ["by": .string(closure.name)]]
        case .secured, .bytes: return JSONObject()
        case .frame(let counter, let length):
            return ["decoded": ["counter": JSON(counter), "length": JSON(length)]]
        case .failure(let failure):
            return ["decoded": ["failure": .string(failure.name), "message": .string(failure.description)]]
        case .event(let entries, let deviations):
            return [
                "start": .string(summary(ofBytes: 0)),
                "pdu": [
                    "count": JSON(entries.count), "deviations": .array(deviations.map { .string($0.description) }),
                ],
            ]
        case .request(let sent):
            var object: JSONObject = ["start": .string(summary(ofBytes: 0)), "pdu": ["count": JSON(sent.count)]]
            if let items = sent.first?.pairingItems { object.members += PairingItems(items).members }
            return object
        case .response(let message):
            var object: JSONObject = ["start": .string(message.summary), "pdu": .object(message.fields)]
            if let request = requests.first?.pairing, let value = message.responses.first?.items[.value] {
                let items = PairingItems(TLV8(decoding: value))
                let state = requests.first?.pairingItems.flatMap { PairingItems.state(of: $0) }
                object.members += items.members + items.answerMembers(procedure: request.name, state: state)
            }
            object.members.append(.init(key: "secured", value: .bool(isSecured)))
            return object
        }
    }
}

extension PDURequest {
    /// The pairing procedure that it belongs to, or identify.
    fileprivate var pairing: PDUPairingInstance? {
        opcode == .write ? PDUPairingInstance(rawValue: instance) : nil
    }

    /// The items of its pairing message.
    fileprivate var pairingItems: TLV8? {
        pairing == nil ? nil : items[.value].map { TLV8(decoding: $0) }
    }
}

extension PDUPairingInstance {
    /// The word in records: `pair-setup`.
    fileprivate var name: String {
        switch self {
        case .pairSetup: "pair-setup"
        case .pairVerify: "pair-verify"
        case .pairings: "pairings"
        case .identify: "identify"
        }
    }
}
