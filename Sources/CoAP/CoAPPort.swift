package import Links
package import Measurement
import Synchronization

/// A ``CoAPEndpoint`` at a port for datagrams: it carries bytes and keeps time, on any clock.
///
/// Everything happens when a datagram arrives or a deadline passes, so no task has to run for it.
package final class CoAPPort: Sendable {
    package typealias Endpoint = CoAPEndpoint<DatagramAddress>

    /// What became of a request.
    package enum Outcome: Sendable, Hashable {
        /// The response, with the moment at which its last datagram arrived.
        case response(CoAPMessage, at: Moment)
        case failed(CoAPFailure)
        /// The peer's host says that nothing listens at the peer's port.
        case refused
        /// The time is over.
        ///
        /// - Parameter partial: the bytes of a response whose last block has not arrived; empty if none has begun.
        case timedOut(partial: [UInt8] = [])
        /// The port is closed.
        case closed
    }

    /// A datagram that was sent or received.
    package struct Trace: Sendable, Hashable {
        package let isOutgoing: Bool
        package let bytes: [UInt8]
        package let peer: DatagramAddress
        package let at: Moment
    }

    private struct Waiter {
        var continuation: CheckedContinuation<Outcome, Never>
        var alarm: ScheduledAction?
    }

    private struct State {
        var endpoint: Endpoint
        var socket: (any DatagramSocket)?
        var waiters: [Endpoint.RequestID: Waiter] = [:]
        var alarm: (at: Moment, action: ScheduledAction)?
        var isClosed = false
        /// How many requests of peers are still treated as lost.
        var lost = 0

        /// Whether a datagram is a request that is treated as lost.
        mutating func loses(_ bytes: [UInt8]) -> Bool {
            guard lost > 0, CoAPMessage.decoding(bytes).message?.code.isRequest == true else { return false }
            lost -= 1
            return true
        }
    }

    private let clock: MonotonicClock
    /// The only peer of a connected port, by the name with which it was connected.
    private let peer: DatagramAddress?
    private let observe: @Sendable (Trace) -> Void
    private let stray: @Sendable (CoAPMessage, Moment) -> Void
    private let serve: @Sendable (Endpoint.Incoming, Moment) -> CoAPMessage?
    private let state: Mutex<State>

    /// How a port takes part in the protocol.
    package struct Conduct: Sendable {
        let clock: MonotonicClock
        let timing: CoAPTiming
        let random: any RandomNumberGenerator & Sendable
        let observe: @Sendable (Trace) -> Void
        let stray: @Sendable (CoAPMessage, Moment) -> Void
        let serve: @Sendable (Endpoint.Incoming, Moment) -> CoAPMessage?

        /// - Parameters:
        ///   - random: draws the ids and tokens of messages, and waiting times.
        ///   - observe: gets every datagram.
        ///   - stray: gets each well-formed message that answers no request which waits.
        ///   - serve: answers a request at once, or returns `nil`; then ``respond(to:with:)`` answers it later.
        package init(
            clock: MonotonicClock = .system,
            timing: CoAPTiming = CoAPTiming(),
            random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
            observe: @escaping @Sendable (Trace) -> Void = { _ in },
            stray: @escaping @Sendable (CoAPMessage, Moment) -> Void = { _, _ in },
            serve: @escaping @Sendable (Endpoint.Incoming, Moment) -> CoAPMessage? = { _, _ in nil }
        ) {
            self.clock = clock
            self.timing = timing
            self.random = random
            self.observe = observe
            self.stray = stray
            self.serve = serve
        }
    }

    private init(_ conduct: Conduct, peer: DatagramAddress?) {
        clock = conduct.clock
        self.peer = peer
        observe = conduct.observe
        stray = conduct.stray
        serve = conduct.serve
        state = Mutex(State(endpoint: Endpoint(timing: conduct.timing, random: conduct.random)))
    }

    /// Opens a port for many peers.
    ///
    /// - Parameter local: port 0 takes any free one.
    /// - Throws: ``LinkError`` if the address cannot be bound.
    package static func bind(
        _ local: DatagramAddress,
        of carrier: some DatagramCarrier,
        _ conduct: Conduct
    ) async throws(LinkError) -> CoAPPort {
        let port = CoAPPort(conduct, peer: nil)
        port.use(try await carrier.bind(local) { [weak port] in port?.received($0) })
        return port
    }

    /// Opens a port for one peer.
    ///
    /// - Throws: ``LinkError`` if no route leads to the peer.
    package static func connect(
        to peer: DatagramAddress,
        of carrier: some DatagramCarrier,
        _ conduct: Conduct
    ) async throws(LinkError) -> CoAPPort {
        let port = CoAPPort(conduct, peer: peer)
        port.use(try await carrier.connect(to: peer) { [weak port] in port?.received($0) })
        return port
    }

    private func use(_ socket: any DatagramSocket) { state.withLock { $0.socket = socket } }

    /// The address to which peers send; `nil` after ``close()``.
    package var address: DatagramAddress? { state.withLock { $0.socket?.address } }

    // MARK: Requests

    /// Sends a request and waits for its response.
    ///
    /// - Parameters:
    ///   - delivery: how it is sent, where that is not left to the endpoint.
    ///   - deadline: then the request is given up, and a later response is ignored.
    package func request(
        _ message: CoAPMessage,
        to peer: DatagramAddress,
        delivery: CoAPDelivery = CoAPDelivery(),
        until deadline: Moment
    ) async -> Outcome {
        await outcome(until: deadline) { endpoint, now in
            endpoint.request(message, to: peer, delivery: delivery, now: now)
        }
    }

    /// Sends a datagram as it is; the endpoint takes no notice of it.
    package func send(_ datagram: [UInt8], to peer: DatagramAddress) {
        guard let socket = state.withLock({ $0.isClosed ? nil : $0.socket }) else { return }
        observe(Trace(isOutgoing: true, bytes: datagram, peer: peer, at: clock.now))
        socket.send(datagram, to: peer)
    }

    /// Treats the next requests of peers as lost on the way.
    package func lose(_ count: Int) { state.withLock { $0.lost = count } }

    /// Asks whether an endpoint is at the address (RFC 7252 4.3): every endpoint answers with Reset.
    package func ping(_ peer: DatagramAddress, until deadline: Moment) async -> Outcome {
        await outcome(until: deadline) { endpoint, now in endpoint.ping(peer, now: now) }
    }

    private func outcome(
        until deadline: Moment,
        _ begin: (inout Endpoint, Moment) -> Endpoint.RequestID
    ) async -> Outcome {
        // The number of a request is known before it is sent, so that a cancelled task can give it up.
        let begun = Mutex<(id: Endpoint.RequestID?, isCancelled: Bool)>((nil, false))
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOpen = apply { state, now in
                    guard state.socket != nil, !state.isClosed else { return false }
                    let id = begin(&state.endpoint, now)
                    let alarm = clock.source.schedule(at: deadline) { [weak self] in self?.giveUp(id) }
                    state.waiters[id] = Waiter(continuation: continuation, alarm: alarm)
                    begun.withLock { $0.id = id }
                    return true
                }
                if !isOpen { continuation.resume(returning: .closed) }
                if let id = begun.withLock({ $0.isCancelled ? $0.id : nil }) { giveUp(id) }
            }
        } onCancel: {
            let id = begun.withLock { begun in
                begun.isCancelled = true
                return begun.id
            }
            if let id { giveUp(id) }
        }
    }

    private func giveUp(_ id: Endpoint.RequestID) {
        var waiter: Waiter?
        var partial: [UInt8] = []
        apply { state, now in
            waiter = state.waiters.removeValue(forKey: id)
            if waiter != nil { partial = state.endpoint.cancel(id, now: now) }
        }
        waiter?.alarm?.cancel()
        waiter?.continuation.resume(returning: .timedOut(partial: partial))
    }

    // MARK: Responses

    /// Answers a request that `serve` did not answer at once.
    package func respond(to incoming: Endpoint.Incoming, with response: CoAPMessage) {
        apply { state, now in state.endpoint.respond(to: incoming, with: response, now: now) }
    }

    /// Closes the port; requests that wait end with ``Outcome/closed``.
    package func close() async {
        let (socket, waiters) = state.withLock { state in
            state.isClosed = true
            state.alarm.take()?.action.cancel()
            defer { state.waiters = [:] }
            return (state.socket.take(), Array(state.waiters.values))
        }
        for waiter in waiters {
            waiter.alarm?.cancel()
            waiter.continuation.resume(returning: .closed)
        }
        await socket?.close()
    }

    // MARK: Input

    private func received(_ arrival: DatagramArrival) {
        switch arrival {
        case .datagram(let datagram):
            let source = peer ?? datagram.source
            observe(Trace(isOutgoing: false, bytes: datagram.bytes, peer: source, at: datagram.at))
            guard !state.withLock({ $0.loses(datagram.bytes) }) else { return }
            apply { state, _ in state.endpoint.received(datagram.bytes, from: source, now: datagram.at) }
        case .refused:
            var refused: [Waiter] = []
            apply { state, now in
                for (id, waiter) in state.waiters.sorted(by: { $0.key < $1.key }) {
                    state.endpoint.cancel(id, now: now)
                    refused.append(waiter)
                }
                state.waiters = [:]
            }
            for waiter in refused {
                waiter.alarm?.cancel()
                waiter.continuation.resume(returning: .refused)
            }
        }
    }

    private func wake(from deadline: Moment) {
        apply { state, now in
            if state.alarm?.at == deadline { state.alarm = nil }
            state.endpoint.wake(now: now)
        }
    }

    // MARK: Output

    /// Gives the endpoint an input, and carries out what it wants.
    @discardableResult
    private func apply<Value>(_ step: (inout State, Moment) -> Value) -> Value {
        let now = clock.now
        let (value, outputs, socket, finished) = state.withLock { state in
            let value = step(&state, now)
            let outputs = state.endpoint.takeOutputs()
            let finished = outputs.compactMap { output -> (Waiter, Outcome)? in
                switch output {
                case .response(let message, let id):
                    state.waiters.removeValue(forKey: id).map { ($0, .response(message, at: now)) }
                case .failed(let id, let failure): state.waiters.removeValue(forKey: id).map { ($0, .failed(failure)) }
                default: nil
                }
            }
            setAlarm(&state)
            return (value, outputs, state.socket, finished)
        }
        // Outside the lock: a peer in this process may answer before `send` returns.
        for output in outputs {
            switch output {
            case .send(let bytes, let peer):
                guard let socket else { continue }
                observe(Trace(isOutgoing: true, bytes: bytes, peer: peer, at: clock.now))
                socket.send(bytes, to: peer)
            case .request(let incoming):
                guard let response = serve(incoming, now) else { continue }
                respond(to: incoming, with: response)
            case .ignored(let message?, let deviations, _):
                if !deviations.contains(where: \.isMalformed) { stray(message, now) }
            case .response, .failed, .acknowledged, .ignored: break
            }
        }
        for (waiter, outcome) in finished {
            waiter.alarm?.cancel()
            waiter.continuation.resume(returning: outcome)
        }
        return value
    }

    private func setAlarm(_ state: inout State) {
        let deadline = state.isClosed ? nil : state.endpoint.nextDeadline.map { max($0, clock.now) }
        guard deadline != state.alarm?.at else { return }
        state.alarm.take()?.action.cancel()
        guard let deadline else { return }
        let action = clock.source.schedule(at: deadline) { [weak self] in self?.wake(from: deadline) }
        state.alarm = (deadline, action)
    }
}
