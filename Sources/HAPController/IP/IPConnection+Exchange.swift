import HAPSession
package import HTTPWire
import Links
import Measurement
import Synchronization

extension IPConnection {
    /// Sends an HTTP request to the accessory, and waits for its response.
    ///
    /// A missing Host field is added, unless the request's framing is `asGiven`.
    package func ask(_ request: HTTPRequest, within limit: Duration) async -> HTTPExchange {
        await alone(within: limit) { link, deadline, exchange in
            let request = completed(request)
            let plain = request.encoded()
            let frames = state.withLock { $0.conversation.pack(plain) }
            // The frames of one message are sent in one write, as controllers do.
            let bytes = frames.count == 1 ? frames[0].raw : frames.flatMap(\.raw)
            var event: LinkEvent?
            do throws(LinkError) {
                let patience = min(deadline, clock.deadline(in: Self.recordingDelay))
                (exchange.timing.sent, event) = try await link.send(bytes, thenReceiveUntil: patience)
                recordSent(request, plain, frames, at: exchange.timing.sent)
            } catch {
                // What a closed link refuses was not sent; a congested one took a part of it.
                if error.code == .congested {
                    exchange.failure = .congested
                    recordSent(request, plain, frames, at: exchange.timing.sent)
                }
            }
            if exchange.failure == nil { await listen(on: link, &exchange, until: deadline, first: event) }
        }
    }

    private func recordSent(_ request: HTTPRequest, _ plain: [UInt8], _ frames: [FrameSealer.Frame], at moment: Moment)
    {
        state.withLock { state in
            state.conversation.record(.out, .request(request), plain, at: moment)
            state.conversation.sent(frames, at: moment)
        }
    }

    /// Performs an exchange when no other one is running, over the open link.
    func alone(
        within limit: Duration,
        _ carryOut: (any Link, _ deadline: Moment, inout HTTPExchange) async -> Void
    ) async -> HTTPExchange {
        let deadline = clock.deadline(in: limit)
        var exchange = HTTPExchange(sentAt: clock.now)
        guard await gate.enter(until: deadline) else {
            exchange.failure = .busy
            return exchange
        }
        defer { gate.leave() }
        guard let link = state.withLock({ $0.link }) else {
            exchange.failure = .notOpen
            return exchange
        }
        await readWaiting(link, &exchange)
        await carryOut(link, deadline, &exchange)
        finish(&exchange)
        return exchange
    }

    /// How long the observer's calls for sent messages may be deferred, so that they do not delay the measurement of
    /// the response.
    private static let recordingDelay = Duration.milliseconds(20)

    /// Reads what arrived before the request; responses among it do not answer the request.
    func readWaiting(_ link: any Link, _ exchange: inout HTTPExchange) async {
        await readWaiting(link)
        state.withLock { state in
            exchange.strays += state.conversation.takeStrays()
            state.conversation.evidence.removeAll(keepingCapacity: true)
        }
    }

    /// Reads what has arrived on the link, without waiting for more.
    func readWaiting(_ link: any Link) async {
        // Each piece is decoded before the next one is read, so that every message has its own arrival time.
        state.withLock { $0.conversation.readEvents() }
        var volume = 0
        while volume < ExchangeFailure.floodLimit {
            switch await link.receive(until: Moment(nanoseconds: .min)) {
            case .bytes(let bytes, let moment):
                volume += bytes.count
                state.withLock { state in
                    state.conversation.received(bytes, at: moment)
                    state.conversation.readEvents()
                }
            case .closed(let closure, let moment):
                state.withLock { $0.conversation.ended(closure, at: moment) }
                return
            case .timedOut: return
            }
        }
    }

    /// Waits for the response, a failure, the end of the connection or the deadline.
    ///
    /// - Parameters:
    ///   - wanted: the number of expected responses; `nil` listens until the deadline.
    ///   - first: an event that the link has already returned; a time-out in it counts only at the deadline.
    func listen(
        on link: any Link,
        _ exchange: inout HTTPExchange,
        until deadline: Moment,
        wanted: Int? = 1,
        first: LinkEvent? = nil
    ) async {
        var volume = 0
        var event = first
        while true {
            look(for: &exchange, wanted: wanted)
            if exchange.failure != nil || exchange.has(wanted) { break }
            if let closing = state.withLock({ $0.conversation.closing }) {
                if exchange.answers.isEmpty { exchange.failure = ExchangeFailure(closing.closure) }
                break
            }
            let next: LinkEvent
            switch event {
            case .timedOut(let moment)? where moment < deadline: next = await link.receive(until: deadline)
            case let event?: next = event
            case nil: next = await link.receive(until: deadline)
            }
            event = nil
            guard take(next, &exchange, &volume, until: deadline) else { break }
        }
        switch exchange.failure {
        // A controller closes the connection when a frame does not open (HAP R1 5.5.2).
        case .frame?: await giveUp(link, abruptly: false)
        case .flood?: await giveUp(link, abruptly: true)
        default: break
        }
    }

    /// Searches for the response in the received bytes.
    private func look(for exchange: inout HTTPExchange, wanted: Int?) {
        state.withLock { state in
            while let finding = state.conversation.next() {
                switch finding {
                case .failure(let failure):
                    if exchange.answers.isEmpty { exchange.failure = failure }
                    return
                case .response(let answer):
                    if answer.message.isInterim {
                        exchange.interim.append(answer.message)
                    } else if state.conversation.owed > 0 {
                        state.conversation.owed -= 1
                        exchange.strays.append(answer.message)
                    } else if exchange.answers.isEmpty {
                        exchange.answers.append(answer)
                        exchange.timing.answered = state.conversation.readAt
                        if exchange.has(wanted) { return }
                    } else {
                        exchange.answers.append(answer)
                        exchange.strays.append(answer.message)
                        if exchange.has(wanted) { return }
                    }
                }
            }
        }
    }

    /// Handles an event of the link.
    ///
    /// - Returns: whether to continue.
    private func take(
        _ event: LinkEvent,
        _ exchange: inout HTTPExchange,
        _ volume: inout Int,
        until deadline: Moment
    ) -> Bool {
        switch event {
        case .bytes(let bytes, let moment):
            if exchange.timing.firstByte == nil { exchange.timing.firstByte = moment }
            volume += bytes.count
            state.withLock { $0.conversation.received(bytes, at: moment) }
            if volume > ExchangeFailure.floodLimit {
                exchange.failure = .flood
                return false
            }
            // Bytes that arrived in time count, even if they are read late; later ones do not.
            return moment <= deadline || timeIsUp(&exchange)
        case .closed(let closure, let moment):
            state.withLock { $0.conversation.ended(closure, at: moment) }
            return true
        case .timedOut:
            return timeIsUp(&exchange)
        }
    }

    /// - Returns: always `false`: the wait ends.
    private func timeIsUp(_ exchange: inout HTTPExchange) -> Bool {
        guard exchange.answers.isEmpty else { return false }
        exchange.failure = .timedOut
        let moment = clock.now
        state.withLock { state in
            state.conversation.owed += 1
            state.conversation.gaveUp(at: moment)
        }
        return false
    }

    private func giveUp(_ link: any Link, abruptly: Bool) async {
        await link.close(abruptly: abruptly)
        let moment = clock.now
        state.withLock { $0.conversation.ended(.local, at: moment) }
    }

    /// Adds the facts that are known at the end.
    func finish(_ exchange: inout HTTPExchange) {
        state.withLock { state in
            if let closing = state.conversation.closing, closing.closure != .local { exchange.closed = closing }
            exchange.evidence = state.conversation.takeEvidence()
            if exchange.answers.isEmpty { exchange.partial = state.conversation.pending }
        }
    }
}
