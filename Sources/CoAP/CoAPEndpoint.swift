package import Measurement

/// One endpoint of the protocol, in both roles: it sends requests, and it receives and answers them (RFC 7252 4 and 5).
///
/// A pure machine: datagrams and the time go in, ``Output`` comes out. It repeats confirmable messages, acknowledges
/// those that arrive, recognises repetitions, matches responses to requests, and transfers large bodies in blocks. Its
/// memory is bounded by ``CoAPTiming``.
///
/// It is specialised for peers with numbers: another module would otherwise call it without knowing their type, which takes
/// longer than the protocol.
package struct CoAPEndpoint<Peer: Hashable & Sendable>: Sendable {
    /// Names a request that this endpoint sent.
    package typealias RequestID = UInt64

    /// A request that arrived; ``respond(to:with:now:)`` answers it.
    package struct Incoming: Sendable, Hashable {
        package let peer: Peer
        /// The message, with the whole body if it came in blocks.
        package let message: CoAPMessage
    }

    package enum Output: Sendable {
        /// A datagram for the peer.
        case send([UInt8], to: Peer)
        /// A request to answer.
        case request(Incoming)
        /// The response to a request, with the whole body if it came in blocks.
        case response(CoAPMessage, to: RequestID)
        /// The peer acknowledged a request alone; the response follows.
        case acknowledged(RequestID)
        /// No response will arrive.
        case failed(RequestID, CoAPFailure)
        /// A message that answers no request, or cannot be processed.
        case ignored(CoAPMessage?, [CoAPDeviation], from: Peer)
    }

    /// Whether a repetition of a request is recognised. An endpoint that does not recognise it carries it out again.
    package var recognisesRepetitions = true
    /// Whether a ping is answered. RFC 7252 4.3 demands it, but some endpoints drop pings.
    package var answersPings = true
    private let timing: CoAPTiming
    private var outputs: [Output] = []
    private var requests: [RequestID: OutgoingRequest<Peer>] = [:]
    private var lastRequest: RequestID = 0
    private var nextID: UInt16
    /// Requests of each peer that wait until the one before is acknowledged (NSTART is 1, RFC 7252 4.7).
    private var waiting: [Peer: [RequestID]] = [:]
    /// Separate responses that wait for their acknowledgement.
    private var responses: [MessageMemory<Peer>.Key: Retransmission] = [:]
    /// Requests that arrived and are not answered yet, with the moment at which they are acknowledged alone.
    private var unanswered: [MessageMemory<Peer>.Key: Moment] = [:]
    private var memory: MessageMemory<Peer>
    private var bodies: BodyStore<Peer>
    /// Draws tokens and the first waiting times.
    private var random: any RandomNumberGenerator & Sendable

    /// - Parameter random: draws message ids, tokens and waiting times.
    package init(timing: CoAPTiming = CoAPTiming(), random: any RandomNumberGenerator & Sendable) {
        self.timing = timing
        self.random = random
        memory = MessageMemory(timing)
        bodies = BodyStore(timing)
        nextID = self.random.next()
    }

    /// When ``wake(now:)`` is due; `nil` if the endpoint waits for nothing.
    package var nextDeadline: Moment? {
        @specialized(where Peer == UInt64)
        get {
            var next: Moment?
            for request in requests.values { next = next.earlier(request.retransmission?.deadline) }
            for response in responses.values { next = next.earlier(response.deadline) }
            for moment in unanswered.values { next = next.earlier(moment) }
            return next
        }
    }

    /// What is to be done since the last call, in order.
    @specialized(where Peer == UInt64)
    package mutating func takeOutputs() -> [Output] {
        defer { outputs = [] }
        return outputs
    }

    // MARK: Sending requests

    /// Sends a request, as soon as the requests before it to the same peer are acknowledged.
    ///
    /// - Parameters:
    ///   - message: its kind, code, options and payload; the endpoint gives it an id and a token. A payload of more than
    ///     1024 bytes is sent in blocks.
    ///   - delivery: how it is sent, where that is not left to the endpoint.
    @specialized(where Peer == UInt64)
    @discardableResult
    package mutating func request(
        _ message: CoAPMessage,
        to peer: Peer,
        delivery: CoAPDelivery = CoAPDelivery(),
        now: Moment
    ) -> RequestID {
        lastRequest += 1
        requests[lastRequest] = OutgoingRequest(message, to: peer, maximum: timing.bodyMaximum, delivery: delivery)
        waiting[peer, default: []].append(lastRequest)
        startNext(to: peer, now: now)
        return lastRequest
    }

    /// Asks whether an endpoint is at the address (RFC 7252 4.3): its answer, usually a Reset, is the response.
    @discardableResult
    package mutating func ping(_ peer: Peer, now: Moment) -> RequestID {
        request(CoAPMessage(.confirmable, .empty), to: peer, now: now)
    }

    /// Gives a request up: its response is ignored.
    ///
    /// - Returns: the bytes of the blocks of its response that arrived.
    @discardableResult
    package mutating func cancel(_ id: RequestID, now: Moment) -> [UInt8] {
        guard let request = requests.removeValue(forKey: id) else { return [] }
        finish(id, of: request.peer, now: now)
        return request.partial
    }

    /// Gives all requests to a peer up; those of the peer are still answered.
    @specialized(where Peer == UInt64)
    package mutating func cancelRequests(to peer: Peer) {
        requests = requests.filter { $0.value.peer != peer }
        waiting[peer] = nil
    }

    /// Forgets a peer: its requests are not answered any more, and nothing more is sent to it.
    package mutating func forget(_ peer: Peer) {
        cancelRequests(to: peer)
        responses = responses.filter { $0.key.peer != peer }
        unanswered = unanswered.filter { $0.key.peer != peer }
    }

    private mutating func startNext(to peer: Peer, now: Moment) {
        guard let id = waiting[peer]?.first, let request = requests[id], request.message == nil else { return }
        send(request.nextPart(), for: id, now: now)
    }

    private mutating func send(_ part: CoAPMessage, for id: RequestID, now: Moment) {
        guard let request = requests[id] else { return }
        let peer = request.peer
        var message = part
        message.id = takeID()
        if message.code != .empty { message.token = takeToken() }
        var bytes = message.encoded()
        if let encode = request.encode {
            bytes = encode(message)
            // The peer answers what was sent.
            if let sent = CoAPMessage.decoding(bytes).message {
                (message.kind, message.id, message.token) = (sent.kind, sent.id, sent.token)
            }
        }
        requests[id]?.message = message
        if message.kind == .confirmable {
            let retransmission = Retransmission(bytes, timing: timing, fraction: fraction(), now: now)
            requests[id]?.retransmission = retransmission
        }
        outputs.append(.send(bytes, to: peer))
    }

    /// Ends a request; the next one to the same peer begins.
    private mutating func finish(_ id: RequestID, of peer: Peer, now: Moment) {
        requests[id] = nil
        waiting[peer]?.removeAll { $0 == id }
        if waiting[peer]?.isEmpty == true { waiting[peer] = nil }
        startNext(to: peer, now: now)
    }

    // MARK: Answering requests

    /// Answers a request: with its acknowledgement if that has not been sent, otherwise in a message of its own.
    ///
    /// - Parameters:
    ///   - response: its code, options and payload. A payload of more than 1024 bytes is sent in blocks.
    ///   - encode: the datagram of a message; `nil` encodes it as it is.
    @specialized(where Peer == UInt64)
    package mutating func respond(
        to incoming: Incoming,
        with response: CoAPMessage,
        encode: ((CoAPMessage) -> [UInt8])? = nil,
        now: Moment
    ) {
        let key = MessageMemory<Peer>.Key(peer: incoming.peer, id: incoming.message.id)
        var message = bodies.firstPart(of: response, to: incoming.message, from: incoming.peer)
        message.token = incoming.message.token
        let isPiggybacked = unanswered.removeValue(forKey: key) != nil
        if isPiggybacked {
            (message.kind, message.id) = (.acknowledgement, incoming.message.id)
        } else {
            message.kind = incoming.message.kind == .nonConfirmable ? .nonConfirmable : .confirmable
            message.id = takeID()
        }
        let bytes = encode?(message) ?? message.encoded()
        if isPiggybacked { memory.answer(key, bytes) }
        if message.kind == .confirmable {
            let retransmission = Retransmission(bytes, timing: timing, fraction: fraction(), now: now)
            responses[.init(peer: incoming.peer, id: message.id)] = retransmission
        }
        outputs.append(.send(bytes, to: incoming.peer))
    }

    // MARK: Input

    /// A datagram arrived.
    @specialized(where Peer == UInt64)
    package mutating func received(_ datagram: [UInt8], from peer: Peer, now: Moment) {
        let (decoded, deviations) = CoAPMessage.decoding(datagram)
        guard let message = decoded, !deviations.contains(where: \.isMalformed) else {
            outputs.append(.ignored(decoded, deviations, from: peer))
            // A confirmable message that cannot be processed is rejected (RFC 7252 4.2).
            if let decoded, decoded.kind == .confirmable, !deviations.contains(.version(0)) { reset(decoded, peer) }
            return
        }
        switch message.kind {
        case .acknowledgement, .reset: receivedAnswer(message, from: peer, now: now)
        case .confirmable where message.code == .empty: if answersPings { reset(message, peer) }
        case .confirmable, .nonConfirmable:
            if message.code.isRequest {
                receivedRequest(message, deviations, from: peer, now: now)
            } else {
                receivedSeparateResponse(message, from: peer, now: now)
            }
        }
    }

    private mutating func receivedAnswer(_ message: CoAPMessage, from peer: Peer, now: Moment) {
        if responses.removeValue(forKey: .init(peer: peer, id: message.id)) != nil { return }
        let asked = requests.first { $0.value.peer == peer && $0.value.message?.id == message.id }
        guard let (id, request) = asked, message.kind == .reset || request.retransmission != nil else {
            outputs.append(.ignored(message, [], from: peer))
            return
        }
        let isPing = request.message?.code == .empty
        if message.kind == .reset || isPing {
            outputs.append(isPing ? .response(message, to: id) : .failed(id, .reset))
            return finish(id, of: peer, now: now)
        }
        if message.code == .empty {
            requests[id]?.retransmission = nil
            outputs.append(.acknowledged(id))
        } else if message.token == request.message?.token {
            receivedResponse(message, to: id, now: now)
        } else {
            outputs.append(.ignored(message, [], from: peer))
        }
    }

    private mutating func receivedSeparateResponse(_ message: CoAPMessage, from peer: Peer, now: Moment) {
        let key = MessageMemory<Peer>.Key(peer: peer, id: message.id)
        guard memory.note(key, token: message.token, now: now) else {
            if let answer = memory.answer(key) { outputs.append(.send(answer, to: peer)) }
            return
        }
        // A ping has no token, and no response of its own.
        let asked = requests.first { _, request in
            request.peer == peer && request.message?.token == message.token && request.message?.code != .empty
        }
        if message.kind == .confirmable {
            let kind: CoAPMessage.Kind = asked == nil ? .reset : .acknowledgement
            let answer = CoAPMessage(kind, .empty, id: message.id).encoded()
            memory.answer(key, answer)
            outputs.append(.send(answer, to: peer))
        }
        guard let id = asked?.key else {
            outputs.append(.ignored(message, [], from: peer))
            return
        }
        receivedResponse(message, to: id, now: now)
    }

    /// A response, or a part of one.
    private mutating func receivedResponse(_ message: CoAPMessage, to id: RequestID, now: Moment) {
        guard var request = requests[id] else { return }
        // A response with a critical option that is not understood must be rejected (RFC 7252 5.4.1).
        let isUnderstood = !hasUnknownCriticalOption(message)
        let step = isUnderstood ? request.received(message) : .failed(.criticalOption)
        requests[id] = request
        switch step {
        case .next(let part): send(part, for: id, now: now)
        case .done(let response):
            outputs.append(.response(response, to: id))
            finish(id, of: request.peer, now: now)
        case .failed(let failure):
            outputs.append(.failed(id, failure))
            finish(id, of: request.peer, now: now)
        }
    }

    private mutating func receivedRequest(
        _ message: CoAPMessage,
        _ deviations: [CoAPDeviation],
        from peer: Peer,
        now: Moment
    ) {
        let key = MessageMemory<Peer>.Key(peer: peer, id: message.id)
        guard memory.note(key, token: message.token, now: now) || !recognisesRepetitions else {
            // The same answer once more; the request is not carried out again.
            if let answer = memory.answer(key) { outputs.append(.send(answer, to: peer)) }
            return
        }
        let incoming = Incoming(peer: peer, message: message)
        if message.kind == .confirmable { unanswered[key] = now.advanced(by: timing.answerWithin) }
        guard deviations.isEmpty, !hasUnknownCriticalOption(message) else {
            return respond(to: incoming, with: CoAPMessage(.acknowledgement, .badOption), now: now)
        }
        switch bodies.received(message, from: peer) {
        case .whole(let whole): outputs.append(.request(Incoming(peer: peer, message: whole)))
        case .answer(let part): respond(to: incoming, with: part, now: now)
        }
    }

    private func hasUnknownCriticalOption(_ message: CoAPMessage) -> Bool {
        message.options.contains { $0.number.isCritical && !Self.known.contains($0.number) }
    }

    /// The critical options that an endpoint understands.
    private static var known: Set<CoAPOption.Number> {
        [.uriHost, .uriPort, .uriPath, .uriQuery, .accept, .block1, .block2]
    }

    private mutating func reset(_ message: CoAPMessage, _ peer: Peer) {
        outputs.append(.send(CoAPMessage(.reset, .empty, id: message.id).encoded(), to: peer))
    }

    // MARK: Time

    /// The moment of ``nextDeadline`` has passed.
    @specialized(where Peer == UInt64)
    package mutating func wake(now: Moment) {
        for (key, due) in unanswered.sorted(by: { $0.value < $1.value }) where due <= now {
            unanswered[key] = nil
            let bytes = CoAPMessage(.acknowledgement, .empty, id: key.id).encoded()
            memory.answer(key, bytes)
            outputs.append(.send(bytes, to: key.peer))
        }
        for (key, pending) in responses where pending.deadline <= now {
            var repeated = pending
            responses[key] = repeated.expire() ? repeated : nil
            if responses[key] != nil { outputs.append(.send(repeated.bytes, to: key.peer)) }
        }
        for (id, request) in requests.sorted(by: { $0.key < $1.key }) {
            guard var repeated = request.retransmission, repeated.deadline <= now else { continue }
            if repeated.expire() {
                requests[id]?.retransmission = repeated
                outputs.append(.send(repeated.bytes, to: request.peer))
            } else {
                outputs.append(.failed(id, .unacknowledged))
                finish(id, of: request.peer, now: now)
            }
        }
    }

    private mutating func takeID() -> UInt16 {
        defer { nextID &+= 1 }
        return nextID
    }

    private mutating func takeToken() -> [UInt8] {
        let number: UInt32 = random.next()
        return (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private mutating func fraction() -> Double { Double.random(in: 0..<1, using: &random) }
}

/// Why a request has no response.
package enum CoAPFailure: Hashable, Sendable, CustomStringConvertible {
    /// All repetitions were sent, and none was acknowledged.
    case unacknowledged
    /// The peer rejected the message.
    case reset
    /// The blocks of the response do not fit together.
    case blocks
    /// The response is larger than the limit.
    case tooLarge
    /// The response has a critical option that this endpoint does not understand.
    case criticalOption

    package var description: String {
        switch self {
        case .unacknowledged: "none of the repetitions was acknowledged"
        case .reset: "the peer rejected the message with Reset"
        case .blocks: "the blocks of the response do not fit together"
        case .tooLarge: "the blocks of the response are too large together"
        case .criticalOption: "the response has a critical option that is unknown"
        }
    }
}
