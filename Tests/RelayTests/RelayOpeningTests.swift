import Links
import Measurement
import Synchronization
import Testing

@testable import Relay

/// What a relay opens: under which name, and what becomes of it if the tester ends it meanwhile.
@Suite("What a relay opens", .timeLimit(.minutes(10)))
struct RelayOpeningTests {
    private static let clock = RelayWorld.clock

    private static func frames(_ messages: [(RelayMessage, UInt32)]) -> [UInt8] {
        messages.flatMap { $0.frame(on: $1).encoded() }
    }

    private static let hello = RelayMessage.hello(version: RelayMessage.version, token: RelayWorld.token)

    @Test("A connection that its tester gives up while the relay dials is closed as soon as it is open")
    func givenUp() async throws {
        let bench = Bench(holdsDials: true)
        try await RelayWorld.run(over: bench) { world in
            let listener = try await SocketListener.bind()
            let dialer = world.client.dialer(host: "127.0.0.1", port: listener.port)
            await #expect(throws: LinkError.self) {
                try await dialer.dial(until: Self.clock.deadline(in: .milliseconds(100)))
            }
            // The relay carries out one message after the other, so it knows that the tester does not wait any more.
            _ = try await world.client.interfaces()
            bench.release()
            var links = listener.links.makeAsyncIterator()
            let far = try #require(await links.next())
            #expect(await far.closure() == .reset)
            await listener.close()
        }
    }

    @Test("A channel that is ended while the relay dials keeps its number until then, and leaves no connection")
    func usedAgain() async throws {
        let bench = Bench(holdsDials: true)
        try await RelayWorld.run(over: bench) { world in
            let listener = try await SocketListener.bind()
            let (socket, arrivals) = try await world.stranger()
            let open = RelayMessage.open("tcp 127.0.0.1:\(listener.port)", within: 5000)
            socket.send(Self.frames([(Self.hello, 0), (open, 1), (.end(.abrupt), 1), (open, 1)]))
            let messages = try await RelayWorld.messages(arrivals)
            guard case .refused(let refusal)? = messages.last else {
                Issue.record("\(messages)")
                return
            }
            #expect(refusal.text.hasSuffix("the channel 1 is in use"))
            bench.release()
            var links = listener.links.makeAsyncIterator()
            let far = try #require(await links.next())
            #expect(await far.closure() != nil)
            #expect(bench.dialled.count == 1)
            await listener.close()
        }
    }

    @Test("Channels that are ended at any moment while they are opened leave no connection, and each is told its end")
    func atOnce() async throws {
        try await RelayWorld.run { world in
            let listener = try await SocketListener.bind()
            let (socket, arrivals) = try await world.stranger()
            let open = RelayMessage.open("tcp 127.0.0.1:\(listener.port)", within: 5000)
            let channels = Array(1...UInt32(RelaySession.channels - 4))
            socket.send(
                Self.frames([(Self.hello, 0)] + channels.map { (open, $0) } + channels.map { (.end(.abrupt), $0) })
            )
            let messages = try await RelayWorld.messages(arrivals) { messages in
                messages.count { if case .end = $0 { true } else { false } } == channels.count
            }
            #expect(!messages.contains { if case .refused = $0 { true } else { false } })
            // The tester is still connected, so nothing else closes what is open.
            await listener.close()
            for await far in listener.links { #expect(await far.closure() != nil) }
            await socket.close()
        }
    }

    @Test("A name is resolved once: the allow-list judges the address that is used, also for UDP")
    func names() async throws {
        let bench = Bench(names: ["lamp": ["127.0.0.1", "127.0.0.2", "127.0.0.1", "127.0.0.2"]])
        try await RelayWorld.run(allowing: ["127.0.0.1"], over: bench) { world in
            let listener = try await SocketListener.bind()
            let dialer = world.client.dialer(host: "lamp", port: listener.port)
            let near = try await dialer.dial(until: Self.clock.deadline(in: .seconds(10)))
            #expect(bench.dialled == ["127.0.0.1"])
            let forbidden =
                "the relay does not connect to 127.0.0.2:\(listener.port): start it with --allow for this address"
            await #expect(throws: LinkError(.forbidden, forbidden)) {
                try await dialer.dial(until: Self.clock.deadline(in: .seconds(10)))
            }
            let place = DatagramAddress(host: "lamp", port: listener.port)
            let socket = try await world.client.carrier.connect(to: place) { _ in }
            await #expect(throws: LinkError(.forbidden, forbidden)) {
                try await world.client.carrier.connect(to: place) { _ in }
            }
            #expect(bench.dialled.count == 1)
            await socket.close()
            await near.close()
            await listener.close()
        }
    }

    @Test("A name that is not resolved in time is refused with this reason, before the tester gives up")
    func slowNames() async throws {
        let bench = Bench(names: ["lamp": []])
        try await RelayWorld.run(over: bench) { world in
            for _ in 0..<2 {
                do throws(LinkError) {
                    _ = try await world.client.dialer(host: "lamp", port: 80)
                        .dial(until: Self.clock.deadline(in: .seconds(1)))
                    Issue.record("it was opened")
                } catch {
                    #expect(error.message == "lamp was not resolved in time")
                }
            }
        }
    }
}

/// The networks of this machine, with names of the test, and with connections that open when it says so.
private final class Bench: NetworkAccess {
    private struct State {
        var names: [String: [String]]
        var dialled: [String] = []
    }

    private let local = LocalNetworkAccess()
    private let gate: LateAnswer<Void>?
    private let state: Mutex<State>

    init(names: [String: [String]] = [:], holdsDials: Bool = false) {
        gate = holdsDials ? LateAnswer() : nil
        state = Mutex(State(names: names))
    }

    /// The hosts to which connections were opened.
    var dialled: [String] { state.withLock { $0.dialled } }

    /// Lets the connection that waits be opened.
    func release() { gate?.finish(()) }

    func dialer(host: String, port: Int) -> any LinkDialer {
        Dialer(local: local.dialer(host: host, port: port), gate: gate) {
            self.state.withLock { $0.dialled.append(host) }
        }
    }

    var carrier: any DatagramCarrier { local.carrier }

    /// A name means the next of its addresses; without one it is not resolved in time.
    func route(to host: String, port: Int, until deadline: Moment) async throws(LinkError) -> NetworkRoute {
        let address: String? = state.withLock { state in
            guard state.names[host] != nil else { return host }
            return state.names[host]?.isEmpty == false ? state.names[host]?.removeFirst() : nil
        }
        guard let address else {
            try? await RelayWorld.clock.sleep(until: deadline)
            throw LinkError(.timedOut, "\(host) was not resolved in time")
        }
        return try await local.route(to: address, port: port, until: deadline)
    }

    func interfaces() async throws(LinkError) -> [IPAddress] { try await local.interfaces() }
    func network(at interface: IPAddress) -> any DatagramNetwork { local.network(at: interface) }
    func onLoss(_ action: @escaping @Sendable (String) -> Void) {}
    var relayRoundTrip: Duration? { nil }

    private struct Dialer: LinkDialer {
        let local: any LinkDialer
        let gate: LateAnswer<Void>?
        let note: @Sendable () -> Void

        var destination: String { local.destination }

        func dial(until deadline: Moment) async throws(LinkError) -> any Link {
            note()
            guard let gate else { return try await local.dial(until: deadline) }
            await gate.value()
            // A connection that is opened at the last moment.
            return try await local.dial(until: RelayWorld.clock.deadline(in: .seconds(10)))
        }
    }
}
