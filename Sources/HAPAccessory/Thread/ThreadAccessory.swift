package import CoAP
import HAPCrypto
import HAPModel
package import HAPPairing
import HAPSession
package import Measurement

/// HAP over Thread of a simulated accessory: HAP PDUs over CoAP, as aiohomekit speaks it.
///
/// A connection is the endpoint of one controller: its address and port (HAP-COAP-029). Each input and each output is
/// one datagram. CoAP has no connections, so what closes one over other transports ends the session alone: the next
/// secured request is answered 4.04 (HAP-COAP-027), and a repeated message gets its answer once more.
package struct ThreadAccessory: AccessoryBinding {
    /// The peers are the numbers of connections, for which the endpoint is specialised.
    typealias Endpoint = CoAPEndpoint<UInt64>

    /// The session of one endpoint.
    struct Channel {
        var opener: PDUSeal?
        var sealer: PDUSeal?
        var eventSealer: PDUSeal?
        var queued: QueuedWrite?
        /// The answer to the message that was written to Pairings last, until it is read (HAP-COAP-043).
        var pairingsAnswer: [UInt8]?
        var isClosing = false
        /// When the last request arrived.
        var lastActive: Moment?
    }

    /// A timed write that waits for its execution; the core knows how long.
    struct QueuedWrite {
        var pid: UInt64
        var write: RequestedWrite
    }

    /// A response that a defect delays.
    struct LateResponse {
        var due: Moment
        var request: Endpoint.Incoming
        var response: CoAPMessage
        var departure: CoAPDeparture?
    }

    /// An event message that a defect delays; it is sealed when it is sent.
    struct LateEvent {
        var due: Moment
        var connection: ConnectionID
        var message: [UInt8]
    }

    package let transport = "thread"
    var endpoint: Endpoint
    var channels: [ConnectionID: Channel] = [:]
    var actions: [AccessoryAction] = []
    var late: [LateResponse] = []
    private var lateEvents: [LateEvent] = []
    /// The endpoints to which requests for events were sent.
    var events: [Endpoint.RequestID: ConnectionID] = [:]
    /// The number of the last timed write.
    var lastPID: UInt64 = 0
    private let timing: CoAPTiming
    private let random: any RandomNumberGenerator & Sendable

    /// - Parameter random: draws the ids and tokens of messages, and waiting times.
    package init(
        timing: CoAPTiming = CoAPTiming(),
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.timing = timing
        self.random = random
        endpoint = Endpoint(timing: timing, random: random)
    }

    package mutating func opened(_ core: inout AccessoryCore, _ connection: ConnectionID, now: Moment) {
        channels[connection] = Channel()
        obey(core.linkChanges(at: .accept, core.context(connection)), on: connection)
    }

    package mutating func received(
        _ core: inout AccessoryCore,
        _ bytes: [UInt8],
        on connection: ConnectionID,
        now: Moment
    ) {
        guard channels[connection]?.isClosing == false else { return }
        channels[connection]?.lastActive = now
        core.heard(connection, isReceiving: false, now: now)
        let context = core.context(connection)
        endpoint.recognisesRepetitions = core.refusal(.coapRepetition, unless: false, .invalidRequest, context) != nil
        endpoint.answersPings = !core.omits(.pingAnswer, context)
        endpoint.received(bytes, from: connection.number, now: now)
        carryOut(&core, now: now)
    }

    package mutating func closed(_ core: inout AccessoryCore, _ connection: ConnectionID, now: Moment) {
        forget(connection)
        channels[connection] = nil
    }

    package mutating func wake(_ core: inout AccessoryCore, now: Moment) {
        endpoint.wake(now: now)
        for response in late where response.due <= now {
            respond(response, now: now)
        }
        late.removeAll { $0.due <= now }
        for event in lateEvents where event.due <= now {
            push(&core, event.message, to: event.connection, now: now)
        }
        lateEvents.removeAll { $0.due <= now }
        endIdleSessions(&core, now: now)
        carryOut(&core, now: now)
    }

    package func nextDeadline(_ core: AccessoryCore) -> Moment? {
        var next = endpoint.nextDeadline
        for response in late { next = next.earlier(response.due) }
        for event in lateEvents { next = next.earlier(event.due) }
        if let limit = core.idleLimit {
            for channel in channels.values { next = next.earlier(channel.ends(after: limit)) }
        }
        return next
    }

    private mutating func endIdleSessions(_ core: inout AccessoryCore, now: Moment) {
        guard let limit = core.idleLimit else { return }
        for (connection, channel) in channels.sorted(by: { $0.key < $1.key }) {
            if let end = channel.ends(after: limit), end <= now { endSession(&core, on: connection, now: now) }
        }
    }

    package mutating func secure(_ core: inout AccessoryCore, _ connection: ConnectionID, with keys: SessionKeys) {
        let departures = core.defects.departures(core.context(connection))
        let (incoming, outgoing) = (keys.controllerToAccessory, keys.accessoryToController)
        channels[connection]?.opener = PDUSeal(key: incoming, otherKey: outgoing, departures: departures)
        channels[connection]?.sealer = PDUSeal(key: outgoing, departures: departures, random: core.random)
        channels[connection]?.eventSealer = keys.sharedSecret.map { secret in
            let key = EncryptionKey(HKDF.derive(.eventKey, from: secret.secret))
            return PDUSeal(key: key, procedure: PDUSeal.events, departures: departures, random: core.random)
        }
    }

    package mutating func close(_ core: inout AccessoryCore, _ connection: ConnectionID, now: Moment) {
        endSession(&core, on: connection, now: now)
    }

    /// Ends the session of an endpoint, which stays known: its repeated messages are answered as before (RFC 7252 4.5),
    /// also the one that ended the session.
    mutating func endSession(_ core: inout AccessoryCore, on connection: ConnectionID, now: Moment) {
        guard channels[connection]?.isClosing == false else { return }
        core.endSession(on: connection, now: now)
        channels[connection] = Channel()
        endpoint.cancelRequests(to: connection.number)
        events = events.filter { $0.value != connection }
        lateEvents.removeAll { $0.connection == connection }
    }

    /// Forgets an endpoint, as a defect of the link wants it.
    mutating func close(_ connection: ConnectionID) {
        guard channels[connection]?.isClosing == false else { return }
        channels[connection]?.isClosing = true
        forget(connection)
        actions.append(.close(connection, abruptly: false))
    }

    package mutating func takeActions() -> [AccessoryAction] {
        defer { actions = [] }
        return actions
    }

    package mutating func reset() { self = ThreadAccessory(timing: timing, random: random) }

    private mutating func forget(_ connection: ConnectionID) {
        endpoint.forget(connection.number)
        events = events.filter { $0.value != connection }
        late.removeAll { $0.request.connection == connection }
        lateEvents.removeAll { $0.connection == connection }
    }

    // MARK: Messages

    /// Carries out what the endpoint wants, until it wants nothing more.
    private mutating func carryOut(_ core: inout AccessoryCore, now: Moment) {
        var outputs = endpoint.takeOutputs()
        while !outputs.isEmpty {
            for output in outputs {
                switch output {
                case .send(let bytes, let number): transmit(bytes, on: ConnectionID(number: number))
                case .request(let request):
                    guard channels[request.connection]?.isClosing == false else { continue }
                    route(&core, request, now: now)
                case .response(let response, let id):
                    answered(&core, events.removeValue(forKey: id), response, now: now)
                case .failed(let id, _): answered(&core, events.removeValue(forKey: id), nil, now: now)
                case .acknowledged, .ignored: break
                }
            }
            outputs = endpoint.takeOutputs()
        }
    }

    /// What a controller says to an event. One that does not know it any more, or does not answer, has no session
    /// (HAP-COAP-058).
    private mutating func answered(
        _ core: inout AccessoryCore,
        _ connection: ConnectionID?,
        _ response: CoAPMessage?,
        now: Moment
    ) {
        guard let connection, response?.code.isSuccess != true else { return }
        if core.omits(.eventRefused, core.context(connection)) { return }
        endSession(&core, on: connection, now: now)
    }

    /// Answers a request; the actions that follow happen after it.
    mutating func respond(
        _ core: inout AccessoryCore,
        to request: Endpoint.Incoming,
        _ code: CoAPCode,
        _ payload: [UInt8] = [],
        link: [LinkChange] = [],
        now: Moment
    ) {
        let response = CoAPMessage(.acknowledgement, code, payload: payload)
        var due = now
        for change in link {
            switch change {
            case .delay(let duration): due = due.advanced(by: duration)
            case .hang: return
            case .close, .reset: return close(request.connection)
            case .crash: return actions.append(.crash)
            case .drip, .split: break
            }
        }
        let departure = core.coapDeparture(core.context(request.connection))
        let answer = LateResponse(due: due, request: request, response: response, departure: departure)
        guard due <= now else { return late.append(answer) }
        respond(answer, now: now)
        for case .send(let bytes, let number) in endpoint.takeOutputs() {
            transmit(bytes, on: ConnectionID(number: number))
        }
    }

    private mutating func respond(_ answer: LateResponse, now: Moment) {
        var encode: ((CoAPMessage) -> [UInt8])?
        if let departure = answer.departure { encode = { departure.datagram($0) } }
        endpoint.respond(to: answer.request, with: answer.response, encode: encode, now: now)
    }

    private mutating func transmit(_ datagram: [UInt8], on connection: ConnectionID) {
        guard channels[connection]?.isClosing == false else { return }
        actions.append(.send(datagram, to: connection, link: []))
    }

    /// What a defect of the link does instead of accepting a connection or a request.
    mutating func obey(_ changes: [LinkChange], on connection: ConnectionID) {
        for change in changes {
            switch change {
            case .close, .hang, .reset: close(connection)
            case .crash: actions.append(.crash)
            case .delay, .drip, .split: break
            }
        }
    }

    package mutating func send(_ core: inout AccessoryCore, _ notice: OutgoingEvent, now: Moment) {
        core.request = AccessoryRequest(nil, message: ThreadMessages.event)
        defer { core.request = nil }
        var message: [UInt8] = []
        for entry in notice.entries {
            guard let definition = core.definition.characteristics.first(where: { $0.id == entry.id }) else { continue }
            let context = core.context(notice.connection, definition)
            let values = core.changed(entry.value, at: .eventValue, context).map { Self.bytes(of: $0, definition) }
            let bytes: [[UInt8]?] = values.isEmpty ? [nil] : values
            // A defect may leave the entry out, or repeat it.
            for _ in core.changed(.null, at: .eventEntry, context) {
                for value in bytes {
                    let event = PDUAddress.event(entry.id, value)
                    message += event?.encoded { core.altered($1, at: $0, context) } ?? []
                }
            }
        }
        guard !message.isEmpty else { return }
        var due = now
        for change in core.linkChanges(at: .event, core.context(notice.connection)) {
            switch change {
            case .delay(let duration): due = due.advanced(by: duration)
            case .hang: return
            case .close, .reset: return close(notice.connection)
            case .crash: return actions.append(.crash)
            case .drip, .split: break
            }
        }
        guard due <= now else {
            lateEvents.append(LateEvent(due: due, connection: notice.connection, message: message))
            return
        }
        push(&core, message, to: notice.connection, now: now)
    }

    /// Sends an event message, which the endpoint repeats until it is answered (HAP-COAP-057).
    private mutating func push(
        _ core: inout AccessoryCore,
        _ message: [UInt8],
        to connection: ConnectionID,
        now: Moment
    ) {
        guard let sealed = channels[connection]?.eventSealer?.seal(message) else { return }
        let put = CoAPMessage(.confirmable, .put, payload: sealed)
        core.request = AccessoryRequest(nil, message: ThreadMessages.event)
        let departure = core.coapDeparture(core.context(connection))
        var delivery = CoAPDelivery()
        if let departure { delivery.encode = { departure.datagram($0) } }
        events[endpoint.request(put, to: connection.number, delivery: delivery, now: now)] = connection
        for case .send(let bytes, let number) in endpoint.takeOutputs() {
            transmit(bytes, on: ConnectionID(number: number))
        }
    }
}

extension CoAPEndpoint<UInt64>.Incoming {
    /// The endpoint that sent it.
    var connection: ConnectionID { ConnectionID(number: peer) }
}

extension ThreadAccessory.Channel {
    /// When an idle session ends; `nil` without a session, and while it closes.
    func ends(after limit: Duration) -> Moment? {
        opener == nil || isClosing ? nil : lastActive?.advanced(by: limit)
    }
}
