import CoAP
import HAPCrypto
import HAPModel
import HAPPairing
import HAPSession
import Links
import Measurement

/// The messages of one connection: the counters of its session, its events, and its end; it neither waits nor sends.
struct ThreadConversation {
    /// Events that are kept until a caller takes them; the oldest give way.
    private static let eventLimit = 4096

    private(set) var journal: ThreadJournal
    private let knowledge: ThreadKnowledge
    private var sealer: PDUSeal?
    private var opener: PDUSeal?
    private var eventOpener: PDUSeal?
    private var transaction: UInt8 = 0
    /// How many sealed requests since the last answer were not answered. The accessory may have answered each.
    private var unanswered: UInt64 = 0
    private var events: [EventNotice] = []
    /// Whether a Pair Setup has begun here that is not over.
    private(set) var isInPairSetup = false
    /// The sealed payload that was sent last; without a session, the plain one.
    private(set) var lastSent: [UInt8]?
    /// How events are answered; a case may refuse them.
    var eventAnswer = CoAPCode.valid
    /// The datagrams since a case began to count them; `nil` if none counts.
    var tally: DatagramTally?
    /// The bytes of the datagrams that arrived since the last request was sent.
    private var volume = 0
    /// How many datagrams arrived since the last request was sent or the last event was opened.
    private var arrivals = 0
    /// More are not recorded. The blocks of the largest database are far fewer.
    private static let arrivalLimit = 4096
    /// The end of the connection.
    private(set) var closing: Exchange.Closing?

    init(journal: ThreadJournal, knowledge: ThreadKnowledge) {
        self.journal = journal
        self.knowledge = knowledge
    }

    var isSecured: Bool { opener != nil }

    /// The numbers of what was recorded since the last time.
    mutating func takeEvidence() -> [UInt64] { journal.takeEvidence() }

    /// - Parameter byPing: whether the accessory has answered a ping, and not only a request.
    mutating func opened(to destination: String, took: Duration, byPing: Bool, at moment: Moment) {
        journal.record(.out, .opened(destination: destination, took: took, byPing: byPing), at: moment)
    }

    mutating func ended(_ closure: LinkClosure, at moment: Moment) {
        guard closing == nil else { return }
        closing = Exchange.Closing(closure: closure, at: moment)
        journal.record(closure == .local ? .out : .in, .closed(closure), at: moment)
    }

    /// Records a datagram.
    mutating func observed(_ trace: CoAPPort.Trace) {
        let (message, deviations) = CoAPMessage.decoding(trace.bytes)
        tally?.note(message, trace)
        if !trace.isOutgoing {
            journal.arrived(at: trace.at)
            let isKnown = isFlooded
            volume += trace.bytes.count
            arrivals += 1
            guard !isFlooded else {
                let text =
                    "more than 16 MiB or \(Self.arrivalLimit) datagrams arrived since the last request; "
                    + "further datagrams are not recorded"
                if !isKnown { journal.record(.in, .strayEvent(text), at: trace.at) }
                return
            }
        }
        journal.record(trace.isOutgoing ? .out : .in, .datagram(message, deviations), trace.bytes, at: trace.at)
    }

    /// Records that a message answers no request.
    mutating func strayed(_ message: CoAPMessage, at moment: Moment) {
        guard !isFlooded else { return }
        let text = "no request waits for \(message.kind.name) \(message.code), message \(message.id); it is ignored"
        journal.record(.in, .strayMessage(text), at: moment)
    }

    /// Whether so much has arrived that it is not recorded any more.
    private var isFlooded: Bool { volume > ExchangeFailure.floodLimit || arrivals > Self.arrivalLimit }

    // MARK: Requests

    /// Gives the PDUs of a request their transaction numbers.
    mutating func numbered(_ request: ThreadRequest) -> ThreadRequest {
        guard case .pdus(let requests) = request else { return request }
        return .pdus(
            requests.map { request in
                transaction &+= 1
                var request = request
                request.transaction = transaction
                return request
            }
        )
    }

    /// Records a request.
    ///
    /// - Returns: the message to send; PDUs are sealed in a session.
    mutating func sending(_ request: ThreadRequest, at moment: Moment) -> CoAPMessage {
        (volume, arrivals) = (0, 0)
        journal.record(.out, .request(request, pairings: knowledge.pairings), request.plain, at: moment)
        if case .made(let made) = request {
            var message = made.message
            if made.isSealed { message.payload = sealed(message.payload, made.departures) }
            lastSent = message.payload
            return message
        }
        let payload = request.isSealed ? sealed(request.plain) : request.plain
        lastSent = payload
        return CoAPMessage(.confirmable, .post, options: CoAPMessage.path(request.path), payload: payload)
    }

    /// Seals a message for the session; without one it stays as it is.
    ///
    /// - Parameter departures: how the seal departs from the protocol, this time only.
    private mutating func sealed(_ message: [UInt8], _ departures: Departures = .none) -> [UInt8] {
        guard sealer != nil else { return message }
        sealer?.departures = departures
        defer { sealer?.departures = .none }
        return sealer?.seal(message) ?? message
    }

    /// Seals a message and keeps it, without sending it.
    mutating func hold(_ made: MadeMessage) { lastSent = sealed(made.message.payload, made.departures) }

    /// Takes what became of a request.
    ///
    /// - Returns: the response in plain text, or why there is none.
    mutating func received(
        _ outcome: CoAPPort.Outcome,
        to request: ThreadRequest,
        now: Moment
    ) -> Result<ThreadMessage, ThreadFailure> {
        let isSealed = sealer != nil && request.isSealed
        guard case .response(let response, let moment) = outcome else {
            if isSealed { unanswered += 1 }
            return failed(ThreadFailure(outcome), at: now)
        }
        guard isSealed else {
            // The accessory may take a captured message or other bytes for a sealed one, and answer in the session.
            if sealer != nil, request.isMade { unanswered += 1 }
            let hasPDUs = !request.pdus.isEmpty && response.code.isSuccess
            return answered(ThreadMessage(response.code, response.payload, hasPDUs: hasPDUs), to: request, at: moment)
        }
        // The accessory has no session any more (HAP-COAP-027).
        if response.code == .notFound {
            ended(.byPeer, at: moment)
            guard !request.isMade else {
                return answered(ThreadMessage(response.code, [], hasPDUs: false), to: request, at: moment)
            }
            return .failure(ThreadFailure(ExchangeFailure.closed))
        }
        guard response.code.isSuccess else {
            unanswered += 1
            return answered(ThreadMessage(response.code, [], hasPDUs: false), to: request, at: moment)
        }
        guard let plain = opener?.open(response.payload, afterAtMost: unanswered) else {
            let text = "the response does not open with the session's key and the next counter"
            return failed(ThreadFailure(.frame(text)), response.payload, at: moment)
        }
        unanswered = 0
        return answered(ThreadMessage(response.code, plain, hasPDUs: true), to: request, at: moment)
    }

    private mutating func answered(
        _ message: ThreadMessage,
        to request: ThreadRequest,
        at moment: Moment
    ) -> Result<ThreadMessage, ThreadFailure> {
        if !request.pdus.isEmpty, !request.isMade, message.code.isSuccess,
            message.deviations.contains(where: { $0.kind != .missingLength })
                || !message.answers(to: request.pdus).contains(where: { $0 != nil })
        {
            let text = message.deviations.first.map { "\($0)" } ?? "no response has the transaction id of a request"
            let failure = ExchangeFailure.malformed("the received data is not a message of responses: \(text)")
            return failed(ThreadFailure(failure), message.plain, at: moment)
        }
        if case .open(.pairSetup, _) = request {
            let items = TLV8(decoding: message.plain)
            let state = items.integer(.state)
            isInPairSetup = message.code.isSuccess && items[.error] == nil && (state == 2 || state == 4)
        }
        let content = ThreadJournal.Content.response(message, to: request, pairings: knowledge.pairings)
        journal.record(.in, content, message.plain, at: moment)
        return .success(message)
    }

    private mutating func failed(
        _ failure: ThreadFailure,
        _ raw: [UInt8] = [],
        at moment: Moment
    ) -> Result<ThreadMessage, ThreadFailure> {
        if failure.failure == .reset {
            ended(.reset, at: moment)
        } else {
            journal.record(.in, .failure(failure.failure), raw, at: moment)
        }
        return .failure(failure)
    }

    // MARK: Sessions and events

    /// From here on PDUs are sealed.
    mutating func secure(_ keys: SessionKeys, controller: String?, at moment: Moment) {
        sealer = PDUSeal(key: keys.controllerToAccessory)
        opener = PDUSeal(key: keys.accessoryToController)
        eventOpener = keys.sharedSecret.map { secret in
            PDUSeal(key: EncryptionKey(HKDF.derive(.eventKey, from: secret.secret)))
        }
        unanswered = 0
        journal.secured(by: controller, at: moment)
    }

    /// Takes a request of the accessory: an event (HAP-COAP-055).
    ///
    /// - Returns: the code of the answer (HAP-COAP-057).
    mutating func asked(_ request: CoAPMessage, at moment: Moment) -> CoAPCode {
        guard request.path == "/" else { return .notFound }
        guard request.code == .put else { return .methodNotAllowed }
        guard closing == nil, let plain = eventOpener?.open(request.payload) else {
            let text = "the event does not open with the session's event key and the next counter"
            guard !isFlooded else { return .notFound }
            journal.record(.in, .strayEvent(text), request.payload, at: moment)
            return .notFound
        }
        arrivals = 0
        note(eventsIn: plain, at: moment)
        return eventAnswer
    }

    private mutating func note(eventsIn message: [UInt8], at moment: Moment) {
        let (received, deviations) = PDUDecoder<PDUEvent>.decoding(message)
        let entries = received.map { event in
            let id = PDUAddress.id(of: event)
            var object: JSONObject = ["aid": JSON(id.aid), "iid": JSON(id.iid)]
            if let bytes = event.items[.value] { object["value"] = knowledge.value(bytes, of: id) }
            return CharacteristicEntry(.object(object))
        }
        let number = journal.record(.in, .event(entries, deviations), message, entries: entries, at: moment)
        if events.count >= Self.eventLimit { events.removeFirst(Self.eventLimit / 2) }
        events.append(EventNotice(entries: entries, at: moment, evidence: number))
    }

    /// The events since a moment; they are not kept any longer.
    mutating func takeEvents(from start: Moment?) -> [EventNotice] {
        guard let start else {
            defer { events = [] }
            return events
        }
        defer { events.removeAll { $0.at >= start } }
        return events.filter { $0.at >= start }
    }
}

/// Why a request brought no answer.
struct ThreadFailure: Error, Sendable {
    let failure: ExchangeFailure

    init(_ failure: ExchangeFailure) {
        self.failure = failure
    }

    /// - Parameter outcome: not a response.
    init(_ outcome: CoAPPort.Outcome) {
        failure =
            switch outcome {
            case .failed(.reset), .refused: .reset
            case .failed(.blocks): .malformed("\(CoAPFailure.blocks)")
            case .failed(.criticalOption): .malformed("\(CoAPFailure.criticalOption)")
            case .failed(.tooLarge): .flood
            case .failed(.unacknowledged), .timedOut, .response: .timedOut
            case .closed: .notOpen
            }
    }
}
