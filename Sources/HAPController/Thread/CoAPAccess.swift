import CoAP
import HAPCrypto
import HAPModel
import HAPSession
import Links
import Measurement
import Synchronization

/// CoAP messages and PDUs, for cases limited to Thread.
struct CoAPAccess: RawAccess {
    let connection: ThreadConnection

    var lastSent: [UInt8]? { connection.state.withLock { $0.conversation.lastSent } }

    func rejection(of step: RawStep) -> String? {
        guard step.verb == "coap" else { return "`\(step.verb)` is not a raw verb of Thread" }
        var arguments = RawArguments(step.arguments)
        _ = RawCoAP(&arguments)
        return arguments.left.map { "the tester does not support `\($0)` of `coap` over Thread" }
    }

    func needsSession(_ step: RawStep) -> Bool? { content(of: step).isSealed }

    func writes(_ step: RawStep) -> Bool {
        content(of: step).pdus?.contains { [.write, .timedWrite, .executeWrite].contains($0.opcode) } ?? false
    }

    private func content(of step: RawStep) -> RawCoAP {
        var arguments = RawArguments(step.arguments)
        return RawCoAP(&arguments)
    }

    func send(
        _ step: RawStep,
        reader: BytesReader,
        captured: [UInt8]?,
        within limit: Duration
    ) async -> Exchange {
        let content = content(of: step)
        if let code = content.eventAnswer { connection.state.withLock { $0.conversation.eventAnswer = code } }
        if let count = content.lost { connection.state.withLock { $0.port }?.lose(count) }
        guard let made = made(content, step.departures, reader, captured) else { return await listen(within: limit) }
        if content.isHeld {
            connection.state.withLock { $0.conversation.hold(made) }
            return Exchange(timing: Exchange.Timing(sent: connection.clock.now))
        }
        connection.state.withLock { $0.conversation.tally = DatagramTally() }
        var exchange = await connection.ask(.made(made), within: limit) { port, message, peer, deadline in
            if let bytes = content.datagram.map(reader.bytes) {
                port.send(bytes, to: peer)
                try? await connection.clock.sleep(until: deadline)
                return .timedOut()
            }
            return await deliver(message, content, step.departures, over: port, to: peer, until: deadline)
        }
        if content.copies > 0 {
            // Answers to the copies arrive after the first one.
            try? await connection.clock.sleep(until: connection.clock.deadline(in: Self.afterwards))
        }
        return result(of: &exchange, made)
    }

    /// How long answers to copies are awaited.
    private static let afterwards = Duration.seconds(1)

    /// The message of the step; `nil` if it sends none.
    private func made(
        _ content: RawCoAP,
        _ departures: Departures,
        _ reader: BytesReader,
        _ captured: [UInt8]?
    ) -> MadeMessage? {
        var message = CoAPMessage(content.kind, content.method, options: CoAPMessage.path(content.path))
        message.options += content.options.map { CoAPOption($0.number, reader.bytes($0.value)) }
        if let pdus = content.pdus {
            let requests = pdus.enumerated().map { index, pdu in
                pdu.request(transaction: UInt8(truncatingIfNeeded: index), reader, connection.knowledge)
            }
            var alterer = Alterer(departures, procedure: "message", random: SystemRandom())
            message.payload = requests.flatMap { $0.encoded { alterer.bytes($0.name, $1) } }
            return MadeMessage(
                message: message,
                requests: requests,
                isSealed: !content.isPlain,
                departures: departures
            )
        }
        if let text = content.text {
            message.payload = reader.bytes(text)
            return MadeMessage(message: message, isSealed: true, departures: departures)
        }
        if let payload = content.payload.map(reader.bytes) ?? captured {
            message.payload = payload
            return MadeMessage(message: message)
        }
        return content.isEmpty ? nil : MadeMessage(message: message)
    }

    private func deliver(
        _ message: CoAPMessage,
        _ content: RawCoAP,
        _ departures: Departures,
        over port: CoAPPort,
        to peer: DatagramAddress,
        until deadline: Moment
    ) async -> CoAPPort.Outcome {
        var delivery = CoAPDelivery(sizeExponent: content.sizeExponent)
        if departures.alterations.contains(where: { CoAPPoint(rawValue: $0.point) != nil }) {
            delivery.encode = { Self.datagram($0, departures) }
        }
        let chosen = delivery
        async let outcome = port.request(message, to: peer, delivery: chosen, until: deadline)
        for _ in 0..<content.copies {
            try? await connection.clock.sleep(until: connection.clock.deadline(in: content.gap))
            let datagram = connection.state.withLock { $0.conversation.tally?.datagram ?? [] }
            if !datagram.isEmpty { port.send(datagram, to: peer) }
        }
        return await outcome
    }

    /// The datagram of the message with the alterations of its step.
    private static func datagram(_ message: CoAPMessage, _ departures: Departures) -> [UInt8] {
        var alterer = Alterer(departures, procedure: "message", random: SystemRandom())
        return message.encoded { alterer.bytes($0.name, $1) }
    }

    /// The exchange with what the case sees of the messages. An answer with another token is one for the case.
    private func result(of exchange: inout ThreadExchange, _ made: MadeMessage) -> Exchange {
        let tally = connection.state.withLock { $0.conversation.tally.take() }
        if exchange.message == nil, exchange.failure == .timedOut,
            let answer = tally?.answers.first.flatMap({ CoAPMessage.decoding($0).message })
        {
            exchange.message = ThreadMessage(answer.code, answer.payload, hasPDUs: false)
            exchange.failure = nil
        }
        guard var message = exchange.message else { return Exchange(exchange, answer: nil) }
        message.further = tally?.fields ?? [:]
        message.further.members += message.details(of: made).members
        var answer = Answer(message, body: .none, entries: entries(of: message, made))
        if exchange.closed != nil, made.isSealed { answer = answer.asRefusal }
        return Exchange(exchange, answer: answer, isWrite: false)
    }

    private func entries(of message: ThreadMessage, _ made: MadeMessage) -> [CharacteristicEntry] {
        zip(made.requests, message.answers(to: made.requests)).compactMap { request, response in
            guard let response else { return nil }
            let id = PDUAddress.id(of: request)
            let value = response.items[.value].map { connection.knowledge.value($0, of: id) }
            return CharacteristicEntry(id, status: response.status, value: value)
        }
    }

    /// The accessory's requests that arrive, each as an answer.
    private func listen(within limit: Duration) async -> Exchange {
        let start = connection.clock.now
        connection.state.withLock { $0.conversation.tally = DatagramTally() }
        try? await connection.clock.sleep(until: connection.clock.deadline(in: limit))
        let tally = connection.state.withLock { $0.conversation.tally.take() }
        let answers = (tally?.requests ?? []).map { Answer(request: $0) }
        var exchange = Exchange(timing: Exchange.Timing(sent: start, answered: answers.isEmpty ? nil : start))
        exchange.answers = answers
        exchange.answer = answers.first
        return exchange
    }
}

extension Answer {
    /// A request of the accessory that a case listens to.
    fileprivate init(request: CoAPMessage) {
        self.init(
            message: WireMessage(
                namespace: "coap",
                fields: [
                    "code": .string(request.code.description), "path": .string(request.path),
                    "type": .string(request.kind.name), "length": JSON(request.payload.count),
                    "message-id": JSON(UInt64(request.id)),
                ],
                start: "\(request.code) \(request.path)",
                brief: "CoAP \(request.code)",
                body: .none
            ),
            status: nil,
            isAccepted: true,
            isRefusal: false
        )
    }

    /// The same as a refusal of the whole request.
    fileprivate var asRefusal: Answer {
        Answer(message: message, status: status, isAccepted: false, isRefusal: true, entries: entries)
    }
}
