package import CoAP
import HAPCrypto
package import HAPPairing
import HAPSession
package import Measurement

/// HAP over Thread of a simulated accessory: HAP PDUs over CoAP, as aiohomekit speaks it.
///
/// A connection is the endpoint of one controller: its address and port (HAP-COAP-029). Each input and each output is
/// one datagram. CoAP has no connections, so closing one only forgets the endpoint with its session: the next secured
/// request is answered 4.04 (HAP-COAP-027).
package struct ThreadAccessory: AccessoryBinding {
    typealias Endpoint = CoAPEndpoint<ConnectionID>

    /// The session of one endpoint.
    struct Channel {
        var opener: PDUSeal?
        var sealer: PDUSeal?
        var eventSealer: PDUSeal?
        var queued: QueuedWrite?
        /// The answer to the message that was written to Pairings last, until it is read (HAP-COAP-043).
        var pairingsAnswer: [UInt8]?
        var isClosing = false
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
    }

    /// An event message that a defect delays; it is sealed when it is sent.
    struct LateEvent {
        var due: Moment
        var connection: ConnectionID
        var message: [UInt8]
    }

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
        endpoint.received(bytes, from: connection, now: now)
        carryOut(&core, now: now)
    }

    package mutating func closed(_ core: inout AccessoryCore, _ connection: ConnectionID, now: Moment) {
        forget(connection)
        channels[connection] = nil
    }

    package mutating func wake(_ core: inout AccessoryCore, now: Moment) {
        endpoint.wake(now: now)
        for response in late where response.due <= now {
            endpoint.respond(to: response.request, with: response.response, now: now)
        }
        late.removeAll { $0.due <= now }
        for event in lateEvents where event.due <= now { push(event.message, to: event.connection, now: now) }
        lateEvents.removeAll { $0.due <= now }
        carryOut(&core, now: now)
    }

    package func nextDeadline(_ core: AccessoryCore) -> Moment? {
        ([endpoint.nextDeadline] + late.map(\.due) + lateEvents.map(\.due)).compactMap(\.self).min()
    }

    package mutating func secure(_ core: inout AccessoryCore, _ connection: ConnectionID, with keys: SessionKeys) {
        channels[connection]?.opener = PDUSeal(key: keys.controllerToAccessory)
        channels[connection]?.sealer = PDUSeal(key: keys.accessoryToController)
        channels[connection]?.eventSealer = keys.sharedSecret.map { secret in
            PDUSeal(key: EncryptionKey(HKDF.derive(.eventKey, from: secret.secret)))
        }
    }

    package mutating func close(_ connection: ConnectionID) {
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
        endpoint.forget(connection)
        events = events.filter { $0.value != connection }
        late.removeAll { $0.request.peer == connection }
        lateEvents.removeAll { $0.connection == connection }
    }

    // MARK: Messages

    /// Carries out what the endpoint wants, until it wants nothing more.
    private mutating func carryOut(_ core: inout AccessoryCore, now: Moment) {
        var outputs = endpoint.takeOutputs()
        while !outputs.isEmpty {
            for output in outputs {
                switch output {
                case .send(let bytes, let connection): transmit(bytes, on: connection)
                case .request(let request):
                    guard channels[request.peer]?.isClosing == false else { continue }
                    route(&core, request, now: now)
                case .response(let response, let id): answered(events.removeValue(forKey: id), response)
                case .failed(let id, _): answered(events.removeValue(forKey: id), nil)
                case .acknowledged, .ignored: break
                }
            }
            outputs = endpoint.takeOutputs()
        }
    }

    /// What a controller says to an event. One that does not know it any more, or does not answer, has no session
    /// (HAP-COAP-058).
    private mutating func answered(_ connection: ConnectionID?, _ response: CoAPMessage?) {
        guard let connection, response?.code.isSuccess != true else { return }
        close(connection)
    }

    /// Answers a request; the actions that follow happen after it.
    mutating func respond(
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
            case .close, .reset: return close(request.peer)
            case .crash: return actions.append(.crash)
            case .drip, .split: break
            }
        }
        guard due <= now else {
            late.append(LateResponse(due: due, request: request, response: response))
            return
        }
        endpoint.respond(to: request, with: response, now: now)
        for case .send(let bytes, let connection) in endpoint.takeOutputs() { transmit(bytes, on: connection) }
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
        var message: [UInt8] = []
        for entry in notice.entries {
            guard let definition = core.definition.characteristics.first(where: { $0.id == entry.id }) else { continue }
            let context = core.context(notice.connection, definition)
            let values = core.changed(entry.value, at: .eventValue, context)
            for value in core.changed(values, at: .eventEntry, context) {
                message += PDUAddress.event(entry.id, Self.bytes(of: value, definition))?.encoded() ?? []
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
        push(message, to: notice.connection, now: now)
    }

    /// Sends an event message, which the endpoint repeats until it is answered (HAP-COAP-057).
    private mutating func push(_ message: [UInt8], to connection: ConnectionID, now: Moment) {
        guard let sealed = channels[connection]?.eventSealer?.seal(message) else { return }
        let put = CoAPMessage(.confirmable, .put, payload: sealed)
        events[endpoint.request(put, to: connection, now: now)] = connection
        for case .send(let bytes, let connection) in endpoint.takeOutputs() { transmit(bytes, on: connection) }
    }
}
