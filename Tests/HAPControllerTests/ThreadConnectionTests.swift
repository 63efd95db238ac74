import CoAP
import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import HAPSession
import Links
import Measurement
import Synchronization
import Testing

/// Connections over Thread against an endpoint that a test writes, in virtual time.
@Suite("A connection over Thread")
struct ThreadConnectionTests {
    private static let place = DatagramAddress(host: "2001:db8::1", port: 5683)
    private static let limit = Duration.seconds(5)
    private static let brightness = CharacteristicID(aid: 1, iid: 52)

    private static func key(_ byte: UInt8) -> EncryptionKey {
        EncryptionKey(SecretBytes([UInt8](repeating: byte, count: 32)))
    }

    private static let secret = SharedSecret(SecretBytes([UInt8](repeating: 9, count: 32)))
    private static let eventKey = EncryptionKey(HKDF.derive(.eventKey, from: secret.secret))

    /// The accessory's side of a session: it answers each PDU with status 0 and a value, unless it is told to be
    /// silent.
    private final class Accessory: Sendable {
        struct State {
            var opener = PDUSeal(key: ThreadConnectionTests.key(2))
            var sealer = PDUSeal(key: ThreadConnectionTests.key(1))
            var peer: DatagramAddress?
            /// How many of the next requests are read but not answered.
            var unanswered = 0
            /// The code of answers without a payload; `nil` answers as a session does.
            var code: CoAPCode?
        }

        let state = Mutex(State())

        func answer(_ incoming: CoAPPort.Endpoint.Incoming) -> CoAPMessage? {
            state.withLock { state in
                state.peer = incoming.peer
                if let code = state.code { return CoAPMessage(.acknowledgement, code) }
                guard let plain = state.opener.open(incoming.message.payload) else {
                    return CoAPMessage(.acknowledgement, .badRequest)
                }
                let requests = PDUDecoder<PDURequest>.decoding(plain).messages
                let responses = requests.flatMap { request in
                    PDUResponse(
                        transaction: request.transaction,
                        code: 0,
                        body: TLV8(items: [TLV8.Item(.value, [7])]).encoded()
                    ).encoded()
                }
                let sealed = state.sealer.seal(responses)
                guard state.unanswered == 0 else {
                    state.unanswered -= 1
                    return nil
                }
                return CoAPMessage(.acknowledgement, .changed, payload: sealed)
            }
        }
    }

    /// Runs `body` with a session, and with the accessory's port.
    private static func session(
        observer: any WireObserver = NoObserver(),
        _ body: @escaping @Sendable (any Connection, Accessory, CoAPPort, MonotonicClock) async throws -> Void
    ) throws {
        let bench = VirtualBench()
        try bench.run {
            let network = InProcessDatagrams(clock: bench.clock, host: place.host)
            let accessory = Accessory()
            let conduct = CoAPPort.Conduct(clock: bench.clock, serve: { incoming, _ in accessory.answer(incoming) })
            let port = try await CoAPPort.bind(place, of: network, conduct)
            let transport = ThreadTransport(to: place, over: network.neighbour("2001:db8::2"), clock: bench.clock)
            let connection = transport.connection(named: "a", observer: observer)
            try await connection.open(within: limit)
            connection.secure(
                SessionKeys(accessoryToController: key(1), controllerToAccessory: key(2), sharedSecret: secret)
            )
            try await body(connection, accessory, port, bench.clock)
            await connection.close()
            await port.close()
        }
    }

    private static func read(_ connection: any Connection) async -> Exchange {
        await connection.perform(.read([brightness], ReadOptions()), within: limit)
    }

    @Test("keeps its counters when responses are lost", arguments: [1, 3])
    func lostResponses(count: Int) throws {
        try Self.session { connection, accessory, _, _ in
            #expect(await Self.read(connection).outcome == .answered)
            accessory.state.withLock { $0.unanswered = count }
            for _ in 0..<count { #expect(await Self.read(connection).outcome == .silent) }
            for _ in 0..<2 { #expect(await Self.read(connection).outcome == .answered) }
            #expect(connection.isOpen)
        }
    }

    @Test(
        "records a flood only up to 16 MiB or 4096 datagrams, says so, and goes on",
        arguments: [(60_000, 400, (1 << 24) / 60_000), (5, 5000, 4095)]
    )
    func flood(size: Int, count: Int, kept: Int) throws {
        let recorder = Recorder()
        try Self.session(observer: recorder) { connection, accessory, port, clock in
            // Its answer is the first datagram that counts.
            #expect(await Self.read(connection).outcome == .answered)
            let peer = try #require(accessory.state.withLock { $0.peer })
            let garbage = [UInt8](repeating: 0xff, count: size)
            for _ in 0..<count { port.send(garbage, to: peer) }
            _ = await connection.listen(within: .milliseconds(500))
            #expect(await Self.read(connection).outcome == .answered)
        }
        let flooded = recorder.events.filter { $0.raw == [UInt8](repeating: 0xff, count: size) }
        #expect(flooded.count == kept)
        #expect(recorder.events.count { $0.summary.contains("further datagrams are not recorded") } == 1)
    }

    @Test("ends when a secured request is answered 4.04, also while it only listens")
    func sessionLost() throws {
        try Self.session { connection, accessory, _, clock in
            let start = clock.now
            let open = await connection.listen(within: .seconds(3))
            #expect(open.closed == nil && open.failure == nil)
            #expect(start.duration(to: clock.now) == .seconds(3))
            accessory.state.withLock { $0.code = .notFound }
            let closed = await connection.listen(within: .seconds(3))
            #expect(closed.closed?.closure == .byPeer)
            #expect(!connection.isOpen)
            #expect(await Self.read(connection).outcome == .closed)
        }
    }

    @Test("is opened by a request if pings are not answered, says so, and does not wait for an answer to a ping again")
    func ignoredPings() throws {
        let bench = VirtualBench()
        try bench.run {
            let clock = bench.clock
            let network = InProcessDatagrams(clock: clock, host: Self.place.host)
            let pings = Mutex(0)
            let socket = Mutex<(any DatagramSocket)?>(nil)
            let bound = try await network.bind(Self.place) { arrival in
                guard case .datagram(let datagram) = arrival,
                    let message = CoAPMessage.decoding(datagram.bytes).message, message.kind == .confirmable
                else { return }
                guard message.code != .empty else { return pings.withLock { $0 += 1 } }
                let answer = CoAPMessage(.acknowledgement, .methodNotAllowed, id: message.id, token: message.token)
                socket.withLock { $0 }?.send(answer.encoded(), to: datagram.source)
            }
            socket.withLock { $0 = bound }
            let transport = ThreadTransport(to: Self.place, over: network.neighbour("2001:db8::2"), clock: clock)
            for isFirst in [true, false] {
                let recorder = Recorder()
                let connection = transport.connection(named: "a", observer: recorder)
                let start = clock.now
                try await connection.open(within: Self.limit)
                // Three pings have a tenth, two tenths and three tenths of the limit.
                #expect(start.duration(to: clock.now) == (isFirst ? Self.limit / 10 * 6 : .zero))
                let summary = try #require(recorder.events.first).summary
                #expect(summary.hasSuffix(", which does not answer a CoAP ping"), "\(summary)")
                #expect(await connection.roundTrip(within: Self.limit) == nil)
                await connection.close()
            }
            // CoAP would repeat a ping after 2 s at the earliest.
            #expect(pings.withLock { $0 } == 3)
            await bound.close()
        }
    }

    @Test("is not opened by datagrams that answer nothing, and the error says what they are")
    func garbledAnswers() throws {
        let bench = VirtualBench()
        try bench.run {
            let network = InProcessDatagrams(clock: bench.clock, host: Self.place.host)
            let socket = Mutex<(any DatagramSocket)?>(nil)
            let bound = try await network.bind(Self.place) { arrival in
                guard case .datagram(let datagram) = arrival else { return }
                // An acknowledgement with an option that is longer than the datagram.
                let answer: [UInt8] = [0x60, 0x44] + datagram.bytes[2...3] + [0xbe, 0xff, 0xff, 0x78]
                _ = socket.withLock { $0 }?.send(answer, to: datagram.source)
            }
            socket.withLock { $0 = bound }
            let transport = ThreadTransport(to: Self.place, over: network.neighbour("2001:db8::2"), clock: bench.clock)
            let connection = transport.connection(named: "a", observer: NoObserver())
            let error = await #expect(throws: ControllerError.self) { try await connection.open(within: Self.limit) }
            let text = try #require(error?.message)
            #expect(
                text.contains(#/ sent \d+ datagrams, malformed \(the datagram ends in option 11\), but answered /#),
                "\(text)"
            )
            await bound.close()
        }
    }

    @Test("takes a code that refuses a message as the status of each characteristic")
    func refusal() throws {
        try Self.session { connection, accessory, _, _ in
            accessory.state.withLock { $0.code = .badRequest }
            let exchange = await connection.perform(
                .write([WriteEntry(id: Self.brightness, value: 1)]),
                within: Self.limit
            )
            #expect(exchange.outcome == .refused(.invalidRequest))
            #expect(exchange[Self.brightness]?.status == .invalidRequest)
            #expect(connection.isOpen)
        }
    }

    @Test("answers each event once, refuses what its key does not open, and sends no answer to strangers")
    func events() throws {
        try Self.session { connection, accessory, port, clock in
            _ = await Self.read(connection)
            let peer = try #require(accessory.state.withLock { $0.peer })
            var sealer = PDUSeal(key: Self.eventKey)
            func put(_ payload: [UInt8], _ code: CoAPCode = .put, path: String = "/") async -> CoAPCode? {
                let message = CoAPMessage(.confirmable, code, options: CoAPMessage.path(path), payload: payload)
                let outcome = await port.request(message, to: peer, until: clock.deadline(in: .seconds(1)))
                guard case .response(let response, _) = outcome else { return nil }
                return response.code
            }
            let event = try #require(PDUAddress.event(Self.brightness, [5])).encoded()
            let first = sealer.seal(event)
            #expect(await put(first) == .valid)
            #expect(await put(first) == .notFound, "a new message with an old counter")
            #expect(await put([UInt8](repeating: 3, count: 40)) == .notFound)
            #expect(await put(sealer.seal(event + event)) == .valid, "the counter has not moved")
            #expect(await put(sealer.seal(event), .get) == .methodNotAllowed)
            #expect(await put(sealer.seal(event), path: "/events") == .notFound)
            let events = await connection.events(until: clock.now)
            #expect(events.map { $0.entries.map(\.id) } == [[Self.brightness], [Self.brightness, Self.brightness]])
        }
    }

    @Test("ignores datagrams that are not messages, and responses to requests that it did not make")
    func garbage() throws {
        let bench = VirtualBench()
        try bench.run {
            let network = InProcessDatagrams(clock: bench.clock, host: Self.place.host)
            let peer = Mutex<DatagramAddress?>(nil)
            let requests = Mutex(0)
            let socket = Mutex<(any DatagramSocket)?>(nil)
            let bound = try await network.bind(Self.place) { arrival in
                guard case .datagram(let datagram) = arrival,
                    let message = CoAPMessage.decoding(datagram.bytes).message, message.kind == .confirmable,
                    let socket = socket.withLock({ $0 })
                else { return }
                peer.withLock { $0 = datagram.source }
                let noise: [[UInt8]] = [
                    [], [0x40], [UInt8](repeating: 0xff, count: 1200), [0x40, 2, 0, 1, 0xbe, 0xff, 0xff],
                    CoAPMessage(.acknowledgement, .changed, id: message.id &+ 1, token: message.token).encoded(),
                    CoAPMessage(.acknowledgement, .changed, id: message.id, token: [1]).encoded(),
                    CoAPMessage(.confirmable, .changed, id: 9, token: [1, 2, 3]).encoded(),
                    CoAPMessage(.reset, .empty, id: message.id &+ 7).encoded(),
                ]
                for bytes in noise { socket.send(bytes, to: datagram.source) }
                requests.withLock { $0 += 1 }
                let answer =
                    message.code == .empty
                    ? CoAPMessage(.reset, .empty, id: message.id)
                    : CoAPMessage(.acknowledgement, .changed, id: message.id, token: message.token, payload: [6, 1, 2])
                socket.send(answer.encoded(), to: datagram.source)
            }
            socket.withLock { $0 = bound }
            let transport = ThreadTransport(to: Self.place, over: network.neighbour("2001:db8::2"), clock: bench.clock)
            let connection = transport.connection(named: "a")
            try await connection.open(within: Self.limit)
            for _ in 0..<20 {
                let exchange = await connection.perform(.pairing(.verify, [6, 1, 1]), within: Self.limit)
                #expect(exchange.outcome == .answered)
                #expect(exchange.answer?.body.bytes == [6, 1, 2])
            }
            #expect(requests.withLock { $0 } == 21)
            await connection.close()
            await bound.close()
        }
    }
}
