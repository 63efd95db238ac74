import Links
import Measurement
import Testing

@testable import Relay

@Suite("Links and ports over a relay", .timeLimit(.minutes(10)))
struct RelayLinkTests {
    @Test("Bytes go both ways as they were sent, and the round trips are known")
    func bytes() async throws {
        try await RelayWorld.run { world in
            try await world.pair { near, far in
                let text = Array("GET /accessories HTTP/1.1\r\n\r\n".utf8)
                let sent = try await near.send(text)
                #expect(await far.collect(text.count) == text)
                try await far.send([0, 255, 13, 10])
                guard case .bytes([0, 255, 13, 10], let arrived) = await near.receive(until: .distant) else {
                    Issue.record("no bytes")
                    return
                }
                #expect(sent < arrived)
                // The answer to the first measurement may come after the accessory's bytes, but not after those of another exchange.
                try await near.send(text)
                #expect(await far.collect(text.count) == text)
                try await far.send([1])
                #expect(await near.collect(1) == [1])
                let trip = try #require(near.roundTrip)
                let relay = try #require(trip.relay)
                #expect(relay > .zero && relay < .seconds(5))
                #expect(trip.smoothed > .zero && trip.smoothed < .seconds(1))
            }
        }
    }

    @Test("Many pieces and large ones keep their order")
    func order() async throws {
        try await RelayWorld.run { world in
            try await world.pair { near, far in
                var expected: [UInt8] = []
                for piece in 0..<300 {
                    let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: piece), count: piece * 7 % 1501)
                    expected += bytes
                    try await near.send(bytes)
                }
                let large = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
                try await near.send(large)
                #expect(await far.collect(expected.count + large.count) == expected + large)
            }
        }
    }

    @Test("A link that is not read stops, holds a bounded number of bytes, and disturbs no other")
    func backpressure() async throws {
        try await RelayWorld.run { world in
            try await world.pair { near, far in
                // More than all buffers on the way: the far side's sends end when they are not read.
                let piece = [UInt8](repeating: 7, count: 1 << 20)
                var sent = 0
                do throws(LinkError) {
                    for _ in 0..<64 {
                        try await far.send(piece)
                        sent += piece.count
                    }
                    Issue.record("64 MiB were taken although they are not read")
                } catch {
                    #expect(error.code == .congested)
                }
                try await world.pair { other, end in
                    try await other.send([1, 2, 3])
                    #expect(await end.collect(3) == [1, 2, 3])
                }
                #expect(await near.collect(sent).count == sent)
            }
        }
    }

    @Test("The end of the accessory's side arrives as it was: orderly or broken, after all bytes")
    func farEnds() async throws {
        try await RelayWorld.run { world in
            try await world.pair { near, far in
                try await far.send([1, 2, 3])
                await far.close(abruptly: false)
                #expect(await near.collect(3) == [1, 2, 3])
                #expect(await near.closure() == .byPeer)
                await #expect(throws: LinkError.self) { try await near.send([1]) }
            }
            try await world.pair { near, far in
                await far.close(abruptly: true)
                #expect(await near.closure() == .reset)
            }
        }
    }

    @Test("The end of the tester's side arrives as it was, and nothing stays open at the relay")
    func nearEnds() async throws {
        try await RelayWorld.run { world in
            try await world.pair { near, far in
                try await near.send([1, 2, 3])
                async let closing: Void = near.close(abruptly: false)
                #expect(await far.collect(3) == [1, 2, 3])
                #expect(await far.closure() == .byPeer)
                await closing
                #expect(await near.closure() == .local)
            }
            try await world.pair { near, far in
                await near.close(abruptly: true)
                #expect(await far.closure() == .reset)
            }
            // More links than a tester can have at once, one after the other.
            for _ in 0..<RelaySession.channels + 8 { try await world.pair { _, _ in } }
        }
    }

    @Test("A link without a reference is closed")
    func forgotten() async throws {
        try await RelayWorld.run { world in
            let listener = try await SocketListener.bind()
            _ = try await world.client.dialer(host: "127.0.0.1", port: listener.port).dial(until: .distant)
            var links = listener.links.makeAsyncIterator()
            let far = try #require(await links.next())
            #expect(await far.closure() == .reset)
            await listener.close()
        }
    }

    @Test("What cannot be opened is refused with its reason")
    func refused() async throws {
        try await RelayWorld.run(allowing: ["127.0.0.1"]) { world in
            let free = try await SocketListener.bind()
            await free.close()
            func failure(_ host: String, _ port: Int) async -> LinkError? {
                do throws(LinkError) {
                    _ = try await world.client.dialer(host: host, port: port).dial(until: .distant)
                    return nil
                } catch { return error }
            }
            #expect(await failure("127.0.0.1", free.port)?.code == .refused)
            let forbidden = await failure("::1", 80)
            #expect(forbidden?.code == .forbidden)
            #expect(forbidden?.message.hasPrefix("the relay does not connect to [::1]:80") == true)
            let second = try await RelayWorld.connect(to: world.port, world.certificate)
            // Also an address without a listener is taken by the first tester.
            do throws(LinkError) {
                _ = try await second.dialer(host: "127.0.0.1", port: free.port).dial(until: .distant)
                Issue.record("the second tester was admitted")
            } catch { #expect(error.code == .forbidden, "\(error)") }
            await second.close()
            #expect(await failure("no-such-host.invalid", 80)?.code == .unreachable)
            #expect(await failure("127.0.0.1", 0)?.message == "0 is not a port: give one from 1 to 65535")
        }
    }

    @Test("Datagrams go both ways, and a port without a listener is reported")
    func datagrams() async throws {
        try await RelayWorld.run { world in
            let (arrivals, continuation) = AsyncStream<DatagramArrival>.makeStream()
            let (served, serving) = AsyncStream<DatagramArrival>.makeStream()
            let host = DatagramAddress(host: "127.0.0.1", port: 0)
            let server = try await UDPCarrier().bind(host) { serving.yield($0) }
            let socket = try await world.client.carrier.connect(to: server.address) { continuation.yield($0) }
            socket.send([1, 2, 3], to: server.address)
            var questions = served.makeAsyncIterator()
            guard case .datagram(let question)? = await questions.next() else {
                Issue.record("no datagram")
                return
            }
            #expect(question.bytes == [1, 2, 3])
            // The largest datagram of UDP over IPv4.
            let large = [UInt8](repeating: 9, count: 65507)
            server.send(large, to: question.source)
            var answers = arrivals.makeAsyncIterator()
            guard case .datagram(let answer)? = await answers.next() else {
                Issue.record("no datagram")
                return
            }
            #expect(answer.bytes == large && answer.source == server.address)
            await server.close()
            socket.send([4], to: server.address)
            guard case .refused? = await answers.next() else {
                Issue.record("the closed port was not reported")
                return
            }
            await socket.close()
        }
    }

    @Test("The bench's interfaces, routes and names are known to the tester")
    func networks() async throws {
        try await RelayWorld.run { world in
            #expect(try await world.client.interfaces() == LocalNetworkAccess().interfaces())
            let route = try await world.client.route(to: "127.0.0.1", port: 80, until: .distant)
            #expect(route.host == IPAddress("127.0.0.1") && route.interface == IPAddress("127.0.0.1"))
            #expect(
                try await world.client.route(to: "::1", port: 80, until: .distant).host.bytes == IPAddress("::1")?.bytes
            )
            let network = world.client.network(at: IPAddress(127, 0, 0, 1))
            #expect(await network.hardwareAddress(of: IPAddress(127, 0, 0, 1)) == nil)
            let other = DatagramAddress(host: "224.0.0.1", port: 5353)
            await #expect(throws: LinkError.self) { try await network.join(other) }
        }
    }
}

extension Moment {
    fileprivate static var distant: Moment { RelayWorld.clock.deadline(in: .seconds(30)) }
}
