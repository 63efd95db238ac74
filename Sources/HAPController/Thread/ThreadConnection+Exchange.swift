import CoAP
import HAPModel
import HAPSession
import Links
import Measurement
import Synchronization

extension ThreadConnection {
    /// How often ``listen(within:)`` asks whether the session still exists.
    private static let probing = Duration.seconds(1)

    package func listen(within limit: Duration) async -> Exchange {
        let deadline = clock.deadline(in: limit)
        var exchange = await alone(until: deadline) { _, _ in }
        while clock.now < deadline, isOpen {
            if isSecured {
                let left = clock.now.duration(to: deadline)
                var probe = await ask(.pdus([Self.probe]), within: left)
                // Its answer says nothing that the caller asked for.
                (probe.message, probe.failure) = (nil, probe.closed == nil ? nil : probe.failure)
                probe.evidence = exchange.evidence + probe.evidence
                probe.timing = exchange.timing
                exchange = probe
            }
            guard isOpen else { break }
            try? await clock.sleep(until: min(deadline, clock.deadline(in: Self.probing)))
            if Task.isCancelled { break }
        }
        return Exchange(exchange, answer: nil)
    }

    /// A question that every accessory can answer in a session: what the service Accessory Information is.
    private static let probe = PDURequest(.serviceSignature, transaction: 0, instance: 1, body: [])

    /// Sends a request, and waits for its response.
    ///
    /// - Parameter send: sends the message; by default once, as it is.
    func ask(
        _ request: ThreadRequest,
        within limit: Duration,
        send: (CoAPPort, CoAPMessage, DatagramAddress, Moment) async -> CoAPPort.Outcome = {
            await $0.request($1, to: $2, until: $3)
        }
    ) async -> ThreadExchange {
        let deadline = clock.deadline(in: limit)
        return await alone(request, until: deadline) { port, exchange in
            let now = clock.now
            let (numbered, message) = state.withLock { state in
                let numbered = state.conversation.numbered(request)
                return (numbered, state.conversation.sending(numbered, at: now))
            }
            (exchange.request, exchange.timing.sent) = (numbered, now)
            let outcome = await send(port, message, peer, deadline)
            let moment = clock.now
            state.withLock { state in
                exchange.timing.firstByte = state.conversation.journal.firstArrival
                switch state.conversation.received(outcome, to: numbered, now: moment) {
                case .success(let answer):
                    exchange.message = answer
                    if case .response(_, let at) = outcome { exchange.timing.answered = at }
                case .failure(let failure):
                    exchange.failure = failure.failure
                    if case .timedOut(let partial) = outcome { exchange.partial = partial }
                }
            }
            // A controller ends the session when a message does not open (HAP R1 5.5.2).
            if case .frame? = exchange.failure { await close(abruptly: false) }
        }
    }

    /// Carries an exchange out when no other one is going on, over the port that is open.
    func alone(
        _ request: ThreadRequest = .pdus([]),
        until deadline: Moment,
        _ carryOut: (CoAPPort, inout ThreadExchange) async -> Void
    ) async -> ThreadExchange {
        var exchange = ThreadExchange(request: request, timing: Exchange.Timing(sent: clock.now))
        guard await gate.enter(until: deadline) else {
            exchange.failure = .busy
            return exchange
        }
        defer { gate.leave() }
        let (port, closing) = state.withLock { state in
            _ = state.conversation.takeEvidence()
            return (state.port, state.conversation.closing)
        }
        if let closing {
            exchange.failure = ExchangeFailure(closing.closure)
        } else if let port {
            await carryOut(port, &exchange)
        } else {
            exchange.failure = .notOpen
        }
        state.withLock { state in
            if let closing = state.conversation.closing, closing.closure != .local { exchange.closed = closing }
            exchange.evidence = state.conversation.takeEvidence()
        }
        return exchange
    }
}
