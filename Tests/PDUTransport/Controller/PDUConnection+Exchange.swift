package import HAPController
import HAPSession
import Links
import Measurement
import Synchronization

extension PDUConnection {
    /// Bytes that one operation may receive before it counts as a flood.
    private static let floodLimit = 1 << 24
    /// The bytes that encryption adds to a message.
    private static let tagLength = 16

    package func listen(within limit: Duration) async -> Exchange {
        let exchange = await alone(within: limit) { link, deadline, exchange in
            if limit > .zero { await listen(on: link, &exchange, until: deadline) }
        }
        return Exchange(exchange, answer: nil)
    }

    /// Sends requests in one message, and waits for the message that answers them.
    func ask(_ requests: [PDURequest], within limit: Duration) async -> PDUExchange {
        await alone(within: limit) { link, deadline, exchange in
            let length = requests.reduce(0) { $0 + $1.encoded().count }
            guard length <= PDUWire.maximum - Self.tagLength else {
                exchange.failure = .link("\(length) bytes of requests do not fit into one message")
                return
            }
            let (requests, bytes) = state.withLock { state in
                let requests = state.conversation.numbered(requests)
                return (requests, state.conversation.packed(requests))
            }
            exchange.requests = requests
            do throws(LinkError) {
                exchange.timing.sent = try await link.send(bytes)
                state.withLock { $0.conversation.sent(requests, as: bytes, at: exchange.timing.sent) }
            } catch {
                // What a closed link refuses was not sent; a congested one took a part of it.
                if error.code == .congested {
                    exchange.failure = .congested
                    state.withLock { $0.conversation.sent(requests, as: bytes, at: exchange.timing.sent) }
                }
            }
            if exchange.failure == nil { await listen(on: link, &exchange, until: deadline) }
        }
    }

    /// Carries an exchange out when no other one is going on, over the link that is open.
    private func alone(
        within limit: Duration,
        _ carryOut: (any Link, _ deadline: Moment, inout PDUExchange) async -> Void
    ) async -> PDUExchange {
        let deadline = clock.deadline(in: limit)
        var exchange = PDUExchange(timing: Exchange.Timing(sent: clock.now))
        guard await gate.enter(until: deadline) else {
            exchange.failure = .busy
            return exchange
        }
        defer { gate.leave() }
        guard let link = state.withLock({ $0.link }) else {
            exchange.failure = .notOpen
            return exchange
        }
        await readWaiting(link)
        _ = state.withLock { $0.conversation.takeEvidence() }
        await carryOut(link, deadline, &exchange)
        state.withLock { state in
            if let closing = state.conversation.closing, closing.closure != .local { exchange.closed = closing }
            exchange.evidence = state.conversation.takeEvidence()
            if exchange.message == nil { exchange.partial = state.conversation.pending }
        }
        return exchange
    }

    /// Reads what waits in the link, without waiting for more.
    func readWaiting(_ link: any Link) async {
        state.withLock { $0.conversation.readEvents() }
        var volume = 0
        while volume < Self.floodLimit {
            switch await link.receive(until: Moment(nanoseconds: .min)) {
            case .bytes(let bytes, let moment):
                volume += bytes.count
                state.withLock { state in
                    state.conversation.received(bytes, at: moment)
                    state.conversation.readEvents()
                }
            case .closed(let closure, let moment):
                return state.withLock { $0.conversation.ended(closure, at: moment) }
            case .timedOut: return
            }
        }
    }

    /// Waits for the answer, a failure, the end of the connection or the deadline; without requests nothing is answered.
    private func listen(on link: any Link, _ exchange: inout PDUExchange, until deadline: Moment) async {
        var volume = 0
        while !look(for: &exchange) {
            if let closing = state.withLock({ $0.conversation.closing }) {
                exchange.failure = ExchangeFailure(closing.closure)
                return
            }
            switch await link.receive(until: deadline) {
            case .bytes(let bytes, let moment):
                if exchange.timing.firstByte == nil { exchange.timing.firstByte = moment }
                volume += bytes.count
                state.withLock { $0.conversation.received(bytes, at: moment) }
                // What arrived in time counts, however late it is read; what arrived later does not.
                if moment > deadline { return timeIsUp(&exchange) }
                if volume > Self.floodLimit {
                    exchange.failure = .flood
                    return await giveUp(link, abruptly: true)
                }
            case .closed(let closure, let moment):
                state.withLock { $0.conversation.ended(closure, at: moment) }
            case .timedOut: return timeIsUp(&exchange)
            }
        }
        // A controller closes the connection when a message does not open (HAP R1 5.5.2).
        if case .frame? = exchange.failure { await giveUp(link, abruptly: false) }
    }

    /// Looks for the answer, or a failure, in what has arrived; messages that answer other requests are passed over.
    private func look(for exchange: inout PDUExchange) -> Bool {
        state.withLock { state in
            while let finding = state.conversation.next() {
                switch finding {
                case .failure(let failure):
                    exchange.failure = failure
                    return true
                case .message(let message):
                    guard message.answers(to: exchange.requests).contains(where: { $0 != nil }) else { continue }
                    exchange.message = message
                    exchange.timing.answered = state.conversation.readAt
                    return true
                }
            }
            return false
        }
    }

    private func timeIsUp(_ exchange: inout PDUExchange) {
        exchange.failure = .timedOut
        let moment = clock.now
        state.withLock { $0.conversation.gaveUp(at: moment) }
    }

    private func giveUp(_ link: any Link, abruptly: Bool) async {
        await link.close(abruptly: abruptly)
        let moment = clock.now
        state.withLock { $0.conversation.ended(.local, at: moment) }
    }
}
