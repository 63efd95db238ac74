import CoAP
import Links
import Measurement
import Synchronization
import Testing

/// Ports on both sides, in virtual time and over sockets.
@Suite("Ports of CoAP")
struct CoAPPortTests {
    private static let host = DatagramAddress(host: "2001:db8::1", port: 5683)

    private static func post(_ payload: [UInt8]) -> CoAPMessage {
        CoAPMessage(.confirmable, .post, options: CoAPMessage.path("/1"), payload: payload)
    }

    /// Answers each request with its payload reversed, and counts them.
    private static func echo(_ count: Echoes) -> @Sendable (CoAPPort.Endpoint.Incoming, Moment) -> CoAPMessage? {
        { incoming, _ in
            count.payloads.withLock { $0.append(incoming.message.payload) }
            return CoAPMessage(.acknowledgement, .changed, payload: incoming.message.payload.reversed())
        }
    }

    private final class Echoes: Sendable {
        let payloads = Mutex<[[UInt8]]>([])
    }

    @Test("Each request is carried out once and answered, over a network that loses, doubles and delays datagrams")
    func faults() throws {
        let bench = VirtualBench()
        let echoes = Echoes()
        try bench.run {
            let network = InProcessDatagrams(
                clock: bench.clock,
                host: Self.host.host,
                latency: .milliseconds(20),
                faults: DatagramFaults(loss: 0.1, duplication: 0.2, reordering: 0.2, lateBy: .seconds(3)),
                random: Numbers(state: 5)
            )
            let server = try await CoAPPort.bind(
                Self.host,
                of: network,
                CoAPPort.Conduct(clock: bench.clock, random: Numbers(state: 1), serve: Self.echo(echoes))
            )
            let client = try await CoAPPort.connect(
                to: Self.host,
                of: network.neighbour("2001:db8::2"),
                CoAPPort.Conduct(clock: bench.clock, random: Numbers(state: 2))
            )
            for number in 0..<200 {
                // Every tenth needs several blocks.
                let payload = [UInt8](repeating: UInt8(number), count: number.isMultiple(of: 10) ? 5000 : 3) + [0]
                let outcome = await client.request(
                    Self.post(payload),
                    to: Self.host,
                    until: bench.clock.deadline(in: .seconds(3600))
                )
                guard case .response(let response, _) = outcome else {
                    Issue.record("\(number): \(outcome)")
                    continue
                }
                #expect(response.payload == payload.reversed())
            }
            await client.close()
            await server.close()
        }
        #expect(echoes.payloads.withLock { $0.map(\.first) } == (0..<200).map { UInt8($0) })
    }

    @Test("A request ends at its deadline, when its port is closed, and when nothing listens")
    func endings() throws {
        let bench = VirtualBench()
        try bench.run {
            let network = InProcessDatagrams(clock: bench.clock, host: Self.host.host)
            let server = try await CoAPPort.bind(Self.host, of: network, CoAPPort.Conduct(clock: bench.clock))
            let client = try await CoAPPort.connect(to: Self.host, of: network, CoAPPort.Conduct(clock: bench.clock))
            let start = bench.clock.now
            let deadline = bench.clock.deadline(in: .seconds(300))
            #expect(await client.request(Self.post([1]), to: Self.host, until: deadline) == .timedOut())
            #expect(start.duration(to: bench.clock.now) == .seconds(300))
            guard case .response = await client.ping(Self.host, until: bench.clock.deadline(in: .seconds(9))) else {
                Issue.record("a ping is answered")
                return
            }
            async let cut = client.request(Self.post([2]), to: Self.host, until: bench.clock.deadline(in: .seconds(9)))
            try await bench.clock.sleep(for: .seconds(1))
            await server.close()
            // The request was acknowledged, so it is not repeated.
            #expect(await cut == .timedOut())
            let refused = await client.ping(Self.host, until: bench.clock.deadline(in: .seconds(9)))
            #expect(refused == .refused)
            await client.close()
            #expect(await client.ping(Self.host, until: bench.clock.deadline(in: .seconds(9))) == .closed)
        }
    }

    @Test("A late response follows an acknowledgement of its own, and the request is carried out once")
    func late() throws {
        let bench = VirtualBench()
        try bench.run {
            let network = InProcessDatagrams(clock: bench.clock, host: Self.host.host)
            let arrived = Mutex<[CoAPPort.Endpoint.Incoming]>([])
            let conduct = CoAPPort.Conduct(
                clock: bench.clock,
                serve: { incoming, _ in
                    arrived.withLock { $0.append(incoming) }
                    return nil
                }
            )
            let server = try await CoAPPort.bind(Self.host, of: network, conduct)
            let client = try await CoAPPort.connect(to: Self.host, of: network, CoAPPort.Conduct(clock: bench.clock))
            let deadline = bench.clock.deadline(in: .seconds(60))
            async let outcome = client.request(Self.post([7]), to: Self.host, until: deadline)
            try await bench.clock.sleep(for: .seconds(20))
            let requests = arrived.withLock { $0 }
            #expect(requests.count == 1)
            for request in requests {
                server.respond(to: request, with: CoAPMessage(.acknowledgement, .changed, payload: [8]))
            }
            guard case .response(let response, let at) = await outcome else {
                Issue.record("no response")
                return
            }
            #expect(response.payload == [8])
            #expect(response.kind == .confirmable)
            #expect(at == bench.clock.now)
        }
    }

    @Test("Both sides speak over sockets, with bodies in blocks", arguments: ["127.0.0.1", "::1"])
    func sockets(host: String) async throws {
        let echoes = Echoes()
        let any = DatagramAddress(host: host, port: 0)
        let server = try await CoAPPort.bind(any, of: UDPCarrier(), CoAPPort.Conduct(serve: Self.echo(echoes)))
        let address = try #require(server.address)
        let client = try await CoAPPort.connect(to: address, of: UDPCarrier(), CoAPPort.Conduct())
        for count in [0, 1, 1024, 1025, 100_000] {
            let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            let deadline = MonotonicClock.system.deadline(in: .seconds(30))
            guard
                case .response(let response, _) = await client.request(Self.post(payload), to: address, until: deadline)
            else {
                Issue.record("\(count) bytes")
                continue
            }
            #expect(response.payload == payload.reversed())
        }
        await client.close()
        await server.close()
    }
}
