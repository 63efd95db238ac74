import Links
import Measurement
import Synchronization
import Testing

/// A carrier of datagrams; the contract holds for each.
enum CarrierWorld: String, CaseIterable, CustomTestStringConvertible {
    case bench = "in-process on virtual time"
    case version4 = "UDP over IPv4"
    case version6 = "UDP over IPv6"

    var testDescription: String { rawValue }

    func run(
        _ body: @escaping @Sendable (any DatagramCarrier, DatagramAddress, MonotonicClock) async throws -> Void
    ) async throws {
        switch self {
        case .bench:
            let bench = VirtualBench()
            try bench.run {
                let network = InProcessDatagrams(clock: bench.clock, host: "2001:db8::1")
                try await body(network, DatagramAddress(host: "2001:db8::1", port: 0), bench.clock)
            }
        case .version4: try await body(UDPCarrier(), DatagramAddress(host: "127.0.0.1", port: 0), .system)
        case .version6: try await body(UDPCarrier(), DatagramAddress(host: "::1", port: 0), .system)
        }
    }
}

@Suite("Carriers of datagrams")
struct DatagramCarrierTests {
    /// Keeps what arrives.
    private final class Box: Sendable {
        private let arrivals: AsyncStream<DatagramArrival>
        private let continuation: AsyncStream<DatagramArrival>.Continuation

        init() {
            (arrivals, continuation) = AsyncStream.makeStream()
        }

        func put(_ arrival: DatagramArrival) { continuation.yield(arrival) }

        func next() async -> DatagramArrival? {
            var iterator = arrivals.makeAsyncIterator()
            return await iterator.next()
        }
    }

    @Test("exchange datagrams of any size between a bound and a connected port", arguments: CarrierWorld.allCases)
    func exchange(world: CarrierWorld) async throws {
        try await world.run { carrier, any, clock in
            let (server, client) = (Box(), Box())
            let bound = try await carrier.bind(any) { server.put($0) }
            #expect(bound.address.port > 0)
            let connected = try await carrier.connect(to: bound.address) { client.put($0) }
            for count in [1, 1500, 40_000] {
                let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
                let sent = connected.send(bytes, to: bound.address)
                guard case .datagram(let request)? = await server.next() else { throw Unexpected() }
                #expect(request.bytes == bytes)
                #expect(request.source.port == connected.address.port)
                #expect(sent <= request.at && request.at <= clock.now)
                bound.send(bytes.reversed(), to: request.source)
                guard case .datagram(let response)? = await client.next() else { throw Unexpected() }
                #expect(response.bytes == bytes.reversed())
                #expect(response.source == bound.address)
            }
            await connected.close()
            await bound.close()
        }
    }

    @Test("tell a connected port that nothing listens at its peer", arguments: CarrierWorld.allCases)
    func refused(world: CarrierWorld) async throws {
        try await world.run { carrier, any, _ in
            let box = Box()
            let bound = try await carrier.bind(any) { _ in }
            await bound.close()
            let connected = try await carrier.connect(to: bound.address) { box.put($0) }
            connected.send([1], to: bound.address)
            guard case .refused? = await box.next() else { throw Unexpected() }
            await connected.close()
        }
    }

    @Test(
        "give a listener one link for each peer, and another one after it was closed",
        arguments: CarrierWorld.allCases
    )
    func listener(world: CarrierWorld) async throws {
        try await world.run { carrier, any, clock in
            let listener = try await DatagramListener.bind(any, of: carrier, clock: clock)
            let address = try #require(listener.address)
            let (first, second) = (
                try await carrier.connect(to: address) { _ in }, try await carrier.connect(to: address) { _ in }
            )
            var links = listener.links.makeAsyncIterator()
            first.send([1], to: address)
            let one = try #require(await links.next())
            first.send([2], to: address)
            second.send([3], to: address)
            let other = try #require(await links.next())
            let forever = Moment(nanoseconds: .max)
            for (link, expected) in [(one, [1]), (one, [2]), (other, [3])] as [(any Link, [UInt8])] {
                guard case .bytes(let bytes, _) = await link.receive(until: forever) else { throw Unexpected() }
                #expect(bytes == expected)
            }
            await one.close()
            await #expect(throws: LinkError.self) { try await one.send([9]) }
            first.send([4], to: address)
            let again = try #require(await links.next())
            guard case .bytes([4], _) = await again.receive(until: forever) else { throw Unexpected() }
            await listener.close()
            guard case .closed(.byPeer, _) = await again.receive(until: forever) else { throw Unexpected() }
            for socket in [first, second] { await socket.close() }
        }
    }

    @Test("let no peers open more than a fixed number of links: the silent ones give way")
    func capacity() throws {
        let bench = VirtualBench()
        try bench.run {
            let network = InProcessDatagrams(clock: bench.clock, host: "a")
            let address = DatagramAddress(host: "a", port: 5683)
            let listener = try await DatagramListener.bind(address, of: network, clock: bench.clock)
            var links = listener.links.makeAsyncIterator()
            var first: (any Link)?
            for _ in 0...DatagramListener.capacity {
                let socket = try await network.connect(to: address) { _ in }
                socket.send([0], to: address)
                let link = try #require(await links.next())
                first = first ?? link
            }
            let silent = try #require(first)
            _ = await silent.receive(until: bench.clock.now)
            guard case .closed(.byPeer, _) = await silent.receive(until: bench.clock.now) else { throw Unexpected() }
            await listener.close()
        }
    }

    @Test("lose, double and delay datagrams in the process as often as they are told")
    func faults() throws {
        let bench = VirtualBench()
        let arrived = Mutex<[[UInt8]: Int]>([:])
        try bench.run {
            let network = InProcessDatagrams(
                clock: bench.clock,
                host: "a",
                faults: DatagramFaults(loss: 0.3, duplication: 0.2, reordering: 0.2)
            )
            let bound = try await network.bind(DatagramAddress(host: "a", port: 1)) {
                if case .datagram(let datagram) = $0 { arrived.withLock { $0[datagram.bytes, default: 0] += 1 } }
            }
            let socket = try await network.connect(to: bound.address) { _ in }
            for number in 0..<2000 { socket.send([UInt8(number >> 8), UInt8(number & 255)], to: bound.address) }
            try await bench.clock.sleep(for: .seconds(1))
        }
        let copies = arrived.withLock { $0 }
        #expect((1300...1500).contains(copies.count))
        #expect((200...360).contains(copies.values.filter { $0 == 2 }.count))
    }

    private struct Unexpected: Error {}
}
