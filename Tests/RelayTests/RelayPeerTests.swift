import Certificates
import Foundation
import Links
import Measurement
import Synchronization
import Testing

@testable import Relay

/// Testers and relays that do not do what they should.
@Suite("Peers of a relay that misbehave", .timeLimit(.minutes(10)))
struct RelayPeerTests {
    @Test("Garbage is answered with one reason, and the connection is closed; other testers notice nothing")
    func garbage() async throws {
        try await RelayWorld.run { world in
            let hello = RelayMessage.hello(version: 1, token: RelayWorld.token).frame(on: 0).encoded()
            var random = SeededGenerator(seed: 11, purpose: "garbage")
            var streams = [
                [UInt8](repeating: 0xff, count: 4096), Array("GET / HTTP/1.1\r\nHost: bench\r\n\r\n".utf8),
                [0, 0, 0, 0],
            ]
            streams += (0..<10).map { _ in hello + (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) } }
            for bytes in streams {
                let (socket, arrivals) = try await world.stranger()
                socket.send(bytes)
                // Too few bytes for a frame are ended by the tester.
                async let read = RelayWorld.messages(arrivals)
                try await world.pair { near, far in
                    try await near.send([1])
                    #expect(await far.collect(1) == [1])
                }
                await socket.close()
                let last = try await read.last
                if let last, case .refused(let refusal) = last { #expect(refusal.code == .malformed) }
            }
        }
    }

    @Test(
        "A tester that says nothing, or only a part of its greeting, is closed after the time for it",
        arguments: [0, 9]
    )
    func silentTester(_ count: Int) async throws {
        try await RelayWorld.run {
            $0.greetWithin = .milliseconds(200)
        } _: { world in
            let (socket, arrivals) = try await world.stranger()
            socket.send(Array(RelayMessage.hello(version: 1, token: []).frame(on: 0).encoded().prefix(count)))
            #expect(try await RelayWorld.messages(arrivals) == [])
            await socket.close()
        }
    }

    @Test("A tester that has gone without a word frees its accessory after the time for a sign")
    func halfOpen() async throws {
        try await RelayWorld.run {
            $0.silentFor = .milliseconds(300)
        } _: { world in
            let listener = try await SocketListener.bind()
            let address = DatagramAddress(host: "127.0.0.1", port: listener.port)
            let (socket, arrivals) = try await world.stranger()
            socket.send(
                RelayMessage.hello(version: 1, token: RelayWorld.token).frame(on: 0).encoded()
                    + RelayMessage.open("tcp \(address)", within: 5000).frame(on: 1).encoded()
            )
            var links = listener.links.makeAsyncIterator()
            let far = try #require(await links.next())
            // The tester sends nothing more; its link ends, and another tester gets the accessory.
            #expect(await far.closure() == .byPeer)
            #expect(try await RelayWorld.messages(arrivals).contains(.opened))
            let next = try await RelayWorld.connect(to: world.port, world.certificate)
            // The relay frees the accessory a moment after it has closed all links to it.
            let deadline = RelayWorld.clock.deadline(in: .seconds(10))
            var link: (any Link)?
            while link == nil {
                let dialer = next.dialer(host: "127.0.0.1", port: listener.port)
                do throws(LinkError) { link = try await dialer.dial(until: deadline) } catch {
                    guard error.code == .forbidden, RelayWorld.clock.now < deadline else { throw error }
                }
            }
            await link?.close()
            await next.close()
            await socket.close()
            await listener.close()
        }
    }

    @Test("An accessory is for one tester at a time, until that tester has left")
    func occupancy() async throws {
        try await RelayWorld.run { world in
            let listener = try await SocketListener.bind()
            let deadline = RelayWorld.clock.deadline(in: .seconds(20))
            let first = try await world.client.dialer(host: "127.0.0.1", port: listener.port).dial(until: deadline)
            let other = try await RelayWorld.connect(to: world.port, world.certificate)
            let dialer = other.dialer(host: "127.0.0.1", port: listener.port)
            // Also between two connections of the first tester.
            for _ in 0..<2 {
                do throws(LinkError) {
                    _ = try await dialer.dial(until: deadline)
                    Issue.record("two testers have the accessory")
                } catch {
                    #expect(error.message.contains("is used by another tester of the relay, 127.0.0.1:"))
                }
                await first.close()
            }
            await world.client.close()
            // The relay notices the end a moment later.
            while true {
                if let link = try? await dialer.dial(until: deadline) {
                    await link.close()
                    break
                }
                try #require(RelayWorld.clock.now < deadline)
                await Task.yield()
            }
            await other.close()
            await listener.close()
        }
    }

    @Test("When the relay ends, its links fail with the reason, and the tester is told once")
    func lost() async throws {
        let reasons = Mutex<[String]>([])
        let clock = RelayWorld.clock
        let listener = try await SocketListener.bind()
        var links = listener.links.makeAsyncIterator()
        var near: (any Link)?
        var client: RelayClient?
        try await RelayWorld.run { world in
            // This tester outlives the relay.
            let outliving = try await RelayWorld.connect(to: world.port, world.certificate)
            outliving.onLoss { reason in reasons.withLock { $0.append(reason) } }
            let dialer = outliving.dialer(host: "127.0.0.1", port: listener.port)
            near = try await dialer.dial(until: clock.deadline(in: .seconds(10)))
            client = outliving
        }
        let far = try #require(await links.next())
        let closure = try #require(await near?.closure())
        guard case .failed(let text) = closure else {
            Issue.record("got \(closure)")
            return
        }
        #expect(text.contains(" is lost: it closed the connection"))
        #expect(await far.closure() != nil)
        #expect(reasons.withLock { $0 } == [text])
        await #expect(throws: LinkError(.unreachable, text)) {
            try await client?.dialer(host: "127.0.0.1", port: 1).dial(until: clock.deadline(in: .seconds(10)))
        }
        await client?.close()
        await listener.close()
    }

    @Test("A relay that takes bytes and never answers is given up at the deadline")
    func silentRelay() async throws {
        let silent = try await SocketListener.bind()
        let clock = RelayWorld.clock
        let start = clock.now
        do throws(LinkError) {
            _ = try await RelayClient.connect(
                to: "relay://silent",
                token: RelayWorld.token,
                until: clock.deadline(in: .milliseconds(300))
            ) { deadline, receiving throws(LinkError) in
                try await TLSDialer(host: "127.0.0.1", port: silent.port) { _ in nil }
                    .dial(until: deadline, receiving: receiving)
            }
            Issue.record("it connected")
        } catch {
            #expect(error.message == "relay://silent did not answer in time: is it an Assay relay, and reachable?")
        }
        #expect(start.duration(to: clock.now) < .seconds(5))
        await silent.close()
    }

    @Test("A tester that finds all places taken is told so; strangers take no tester's place")
    func crowd() async throws {
        try await RelayWorld.run {
            $0.testers = 2
        } _: { world in
            var silent: [any StreamSocket] = []
            for _ in 0..<4 { silent.append(try await world.stranger().0) }
            let second = try await RelayWorld.connect(to: world.port, world.certificate)
            do {
                _ = try await RelayWorld.connect(to: world.port, world.certificate)
                Issue.record("a third tester was admitted")
            } catch let error as LinkError {
                let reason = "the relay has 2 testers, and takes no more: try again when one has left"
                #expect(error.message == "relay://127.0.0.1:\(world.port): \(reason)")
            }
            await second.close()
            for socket in silent { await socket.close() }
        }
    }

    @Test("More strangers than the relay takes are closed at once")
    func strangers() async throws {
        try await RelayWorld.run {
            $0.strangers = 2
            $0.greetWithin = .seconds(100)
        } _: { world in
            var silent: [(any StreamSocket, AsyncStream<StreamArrival>)] = []
            for _ in 0..<3 { silent.append(try await world.stranger()) }
            try await withThrowingTaskGroup(of: [RelayMessage].self) { group in
                for (_, arrivals) in silent { group.addTask { try await RelayWorld.messages(arrivals) } }
                let first = try await group.next()
                #expect(first == [])
                group.cancelAll()
            }
            for (socket, _) in silent { await socket.close() }
        }
    }

    @Test("A relay that sends more than was granted is left before it fills the memory")
    func flood() async throws {
        // Three times as much as the tester keeps, and less than the relay's side of the connection buffers.
        let pieces = 3 * RelayStreamReceiver.most / RelayStream.piece
        let flood = [RelayMessage](repeating: .data([UInt8](repeating: 7, count: RelayStream.piece)), count: pieces)
        try await withRelay(opening: [.opened] + flood) { client in
            let (reasons, continuation) = AsyncStream<String>.makeStream()
            client.onLoss { continuation.yield($0) }
            let near = try await client.dialer(host: "127.0.0.1", port: 1)
                .dial(until: RelayWorld.clock.deadline(in: .seconds(30)))
            var losses = reasons.makeAsyncIterator()
            let reason = try #require(await losses.next())
            #expect(reason.hasSuffix(" is lost: it sent more than was granted"))
            #expect(await near.collect(.max).count <= RelayStreamReceiver.most + RelayStream.piece)
            #expect(await near.closure() == .failed(reason))
        }
    }

    @Test("A port that the relay has closed receives nothing, and says why when it sends")
    func endedPort() async throws {
        try await withRelay(opening: [.opened, .end(.failed("the interface is gone"))]) { client in
            let port = try await client.network(at: IPAddress(127, 0, 0, 1)).open()
            #expect(await port.receive(until: Moment(nanoseconds: .max)) == nil)
            let group = RelayGroup.group(isVersion6: false)
            await #expect(throws: LinkError(.closed, "the interface is gone")) {
                try await port.send([1], to: group)
            }
            await port.close()
        }
    }

    /// Runs `body` with a tester of a relay that answers each wish to open something with these messages.
    private func withRelay(opening answer: [RelayMessage], _ body: (RelayClient) async throws -> Void) async throws {
        let certificate = try #require(ServerCertificate.made(for: "bench", from: .now - 60, until: .now + 3600))
        let identity = try TLSIdentity(chain: certificate.chain, key: certificate.key)
        let listener = try await SocketListener.bind(identity: identity)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await link in listener.links {
                    var decoder = RelayFrameDecoder()
                    while case .bytes(let bytes, _) = await link.receive(until: Moment(nanoseconds: .max)) {
                        decoder.add(bytes)
                        while let frame = try decoder.next() {
                            let answers: [RelayMessage] =
                                switch RelayMessage(frame) {
                                case .hello?: [.welcome(version: RelayMessage.version, program: "a relay")]
                                case .open?: answer
                                case .end?: [.end(.done)]
                                default: []
                                }
                            // The tester may have gone.
                            _ = try? await link.send(answers.flatMap { $0.frame(on: frame.channel).encoded() })
                        }
                    }
                    await link.close(abruptly: true)
                }
            }
            let client = try await RelayWorld.connect(to: listener.port, certificate)
            try await body(client)
            await client.close()
            await listener.close()
        }
    }
}
