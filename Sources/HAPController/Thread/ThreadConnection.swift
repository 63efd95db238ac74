import CoAP
package import HAPModel
package import HAPPairing
import HAPSession
import Links
package import Measurement
import Synchronization

/// One endpoint of the tester for an accessory over Thread: a UDP port of its own, and the session that it has.
///
/// CoAP has no connections. ``open(within:)`` asks whether a CoAP endpoint is at the address: with a ping, or with a request
/// if it does not answer pings. The accessory ends the connection when it answers a secured request 4.04, so that
/// ``listen(within:)`` has to ask.
package final class ThreadConnection: Connection {
    struct State {
        var port: CoAPPort?
        var conversation: ThreadConversation
        /// What has arrived since the connection began to open.
        var reception = Reception()
    }

    /// Datagrams that arrived before the connection was open.
    struct Reception {
        var count = 0
        /// How the first malformed one differs from a CoAP message.
        var deviation: CoAPDeviation?
    }

    /// A message without a State that exists. No accessory can go on after it, so that it is free for another Pair
    /// Setup: it cannot see that this endpoint does not exist any more.
    private static let abandoning = TLV8(items: [TLV8.Item(type: TLVType.state.rawValue, value: [0])]).encoded()
    private static let abandonWithin = Duration.seconds(2)

    package let name: String
    let peer: DatagramAddress
    let clock: MonotonicClock
    let knowledge: ThreadKnowledge
    let gate: AsyncGate
    let state: Mutex<State>
    private let carrier: any DatagramCarrier
    private let random: any RandomNumberGenerator & Sendable
    private let relayRoundTrip: @Sendable () -> Duration?
    private let observer: any WireObserver

    init(
        to peer: DatagramAddress,
        over carrier: any DatagramCarrier,
        clock: MonotonicClock,
        random: any RandomNumberGenerator & Sendable,
        knowledge: ThreadKnowledge,
        relayRoundTrip: @escaping @Sendable () -> Duration?,
        observer: any WireObserver,
        name: String
    ) {
        self.peer = peer
        self.carrier = carrier
        self.clock = clock
        self.random = random
        self.knowledge = knowledge
        self.relayRoundTrip = relayRoundTrip
        self.observer = observer
        self.name = name
        gate = AsyncGate(clock: clock)
        let journal = ThreadJournal(connection: name, observer: observer)
        state = Mutex(State(conversation: ThreadConversation(journal: journal, knowledge: knowledge)))
    }

    package var transport: TransportKind { .thread }
    package var destination: String { ThreadTransport.scheme + peer.description }
    package var raw: (any RawAccess)? { CoAPAccess(connection: self) }

    package var isOpen: Bool {
        state.withLock { $0.port != nil && $0.conversation.closing == nil }
    }

    /// CoAP has no such field.
    package var isEnding: Bool { false }

    package var closing: Exchange.Closing? {
        state.withLock { $0.conversation.closing }
    }

    package var isSecured: Bool {
        state.withLock { $0.conversation.isSecured }
    }

    package func open(within limit: Duration) async throws(ControllerError) {
        let deadline = clock.deadline(in: limit)
        guard await gate.enter(until: deadline) else {
            throw ControllerError(.timedOut, "another operation on \(name) took all the time")
        }
        defer { gate.leave() }
        guard !isOpen else { throw ControllerError(.alreadyOpen, "\(name) is open already: close it first") }
        let started = clock.now
        state.withLock { $0.reception = Reception() }
        let port = try await makePort()
        switch await greet(over: port, until: deadline) {
        case .response, .failed(.reset), .failed(.criticalOption), .failed(.blocks), .failed(.tooLarge): break
        case .refused:
            await port.close()
            throw ControllerError(
                .refused,
                "nothing listens at the UDP port of \(destination): is the accessory started and the port correct?"
            )
        case .failed(.unacknowledged), .timedOut, .closed:
            await port.close()
            throw ControllerError(.timedOut, unanswered)
        }
        let moment = clock.now
        let former = state.withLock { state in
            defer { state.port = port }
            let journal = ThreadJournal(connection: name, observer: observer)
            state.conversation = ThreadConversation(journal: journal, knowledge: knowledge)
            let isPinged = !knowledge.ignoresPings
            state.conversation.opened(
                to: destination,
                took: started.duration(to: moment),
                byPing: isPinged,
                at: moment
            )
            return state.port
        }
        await former?.close()
    }

    /// Why the accessory counts as unreachable: nothing answered, although datagrams may have arrived.
    private var unanswered: String {
        let reception = state.withLock { $0.reception }
        guard reception.count > 0 else {
            return
                "\(destination) answered neither a CoAP ping nor a request in time: is the accessory on this network?"
        }
        let datagrams = reception.count == 1 ? "a datagram" : "\(reception.count) datagrams"
        let flaw = reception.deviation.map { ", malformed (\($0))" } ?? ""
        return
            "\(destination) sent \(datagrams)\(flaw), but answered neither a CoAP ping nor a request: is this port for HAP over CoAP?"
    }

    /// Asks whether an endpoint is at the address.
    ///
    /// Every endpoint has to answer a ping, which touches no state of HAP. Two more follow before CoAP would repeat the
    /// first, because the network loses some; each has more time than the last. If none is answered, the endpoint may
    /// still answer a request: `GET /`, which no session needs.
    private func greet(over port: CoAPPort, until deadline: Moment) async -> CoAPPort.Outcome {
        if !knowledge.ignoresPings {
            let tenth = clock.now.duration(to: deadline) / 10
            for share in 1...3 {
                let outcome = await port.ping(peer, until: clock.deadline(in: tenth * share))
                switch outcome {
                case .timedOut, .failed(.unacknowledged): continue
                case .response, .failed, .refused, .closed: return outcome
                }
            }
        }
        let outcome = await port.request(CoAPMessage(.confirmable, .get), to: peer, until: deadline)
        switch outcome {
        case .response, .failed(.reset): knowledge.learnThatPingsAreIgnored()
        case .failed, .refused, .timedOut, .closed: break
        }
        return outcome
    }

    /// How often the tester opens another port because an earlier connection had the one that it got.
    private static let ports = 8

    /// Opens a port that no earlier connection had: CoAP has no close, so the accessory may still have a session there, and takes
    /// messages with ids that it knows for repeated ones (RFC 7252 4.5).
    private func makePort() async throws(ControllerError) -> CoAPPort {
        var port = try await openPort()
        var earlier: [CoAPPort] = []
        var failure: ControllerError?
        while earlier.count < Self.ports, let number = port.address?.port, !knowledge.use(port: number) {
            // While it is open, the next one is another.
            earlier.append(port)
            do throws(ControllerError) { port = try await openPort() } catch {
                failure = error
                break
            }
        }
        for port in earlier { await port.close() }
        if let failure { throw failure }
        return port
    }

    private func openPort() async throws(ControllerError) -> CoAPPort {
        do throws(LinkError) {
            let conduct = CoAPPort.Conduct(
                clock: clock,
                random: random,
                observe: { [weak self] in self?.observed($0) },
                stray: { [weak self] in self?.strayed($0, at: $1) },
                serve: { [weak self] in self?.served($0, at: $1) }
            )
            return try await CoAPPort.connect(to: peer, of: carrier, conduct)
        } catch {
            throw ControllerError(error)
        }
    }

    /// The datagrams before the connection is open belong to the question whether the accessory is there.
    private func observed(_ trace: CoAPPort.Trace) {
        state.withLock { state in
            guard state.port == nil else { return state.conversation.observed(trace) }
            guard !trace.isOutgoing else { return }
            state.reception.count += 1
            let deviations = CoAPMessage.decoding(trace.bytes).deviations
            state.reception.deviation = state.reception.deviation ?? deviations.first(where: \.isMalformed)
        }
    }

    private func strayed(_ message: CoAPMessage, at moment: Moment) {
        state.withLock { state in
            if state.port != nil { state.conversation.strayed(message, at: moment) }
        }
    }

    private func served(_ request: CoAPPort.Endpoint.Incoming, at moment: Moment) -> CoAPMessage? {
        let code = state.withLock { $0.conversation.asked(request.message, at: moment) }
        return CoAPMessage(.acknowledgement, code)
    }

    package func close(abruptly: Bool) async {
        guard let port = state.withLock({ $0.port }) else { return }
        if !abruptly, state.withLock({ $0.conversation.isInPairSetup && $0.conversation.closing == nil }) {
            _ = await ask(.open(.pairSetup, Self.abandoning), within: Self.abandonWithin)
        }
        await port.close()
        let moment = clock.now
        state.withLock { $0.conversation.ended(.local, at: moment) }
    }

    package func secure(_ keys: SessionKeys, controller: String?) {
        let moment = clock.now
        state.withLock { $0.conversation.secure(keys, controller: controller, at: moment) }
    }

    package func roundTrip(within limit: Duration) async -> RoundTrip? {
        guard let port = state.withLock({ $0.port }), !knowledge.ignoresPings else { return nil }
        let deadline = clock.deadline(in: limit)
        var trips: [RoundTrip] = []
        for _ in 0..<Self.pings {
            let started = clock.now
            guard case .response(_, at: let end) = await port.ping(peer, until: deadline) else { break }
            // The ping went over the relay, too.
            let (whole, relay) = (started.duration(to: end), relayRoundTrip())
            trips.append(
                RoundTrip(method: "CoAP ping", usual: max(.zero, whole - (relay ?? .zero)), relay: relay)
            )
        }
        return trips.min { $0.usual < $1.usual }
    }

    /// A single ping may take longer than a whole request; the shortest of a few is the network's.
    private static let pings = 5

    package func events(from start: Moment?, until end: Moment) async -> [EventNotice] {
        // The port takes them meanwhile.
        try? await clock.sleep(until: end)
        return state.withLock { $0.conversation.takeEvents(from: start) }
    }
}
