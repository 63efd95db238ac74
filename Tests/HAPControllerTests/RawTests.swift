import HAPController
import HAPModel
import HAPSession
import HTTPWire
import Links
import Measurement
import Testing

@Suite("Raw bytes")
struct RawTests {
    /// Responds to every request with its target, and closes when decryption fails.
    private static let echo: @Sendable (inout ScriptedPeer) async -> Void = { peer in
        while let request = await peer.request() {
            await peer.send(HTTPResponse(200, body: Array((request.target ?? "").utf8)))
        }
    }

    /// Closes after the first bytes, without a response.
    private static let closing: @Sendable (inout ScriptedPeer) async -> Void = { peer in
        _ = await peer.link.receive(until: peer.clock.deadline(in: .seconds(9)))
        await peer.pause(.milliseconds(100))
    }

    @Test("are sent unchanged, and the close is reported with its moment", arguments: World.allCases)
    func close(world: World) async throws {
        try await world.run(script: Self.closing) { scene in
            let exchange = await scene.connection.sendRaw([1, 2, 3], within: .seconds(60))
            #expect(exchange.failure == .closed)
            #expect(exchange.closed?.closure == .byPeer)
            let after = exchange.closed.map { exchange.timing.sent.duration(to: $0.at) } ?? .zero
            #expect(after >= .milliseconds(100))
            if world == .bench { #expect(after == .milliseconds(100)) }
            #expect(scene.connection.lastSent == [1, 2, 3])
            #expect(scene.recorder.cited(exchange.evidence) == ["out bytes", "in closed"])
        }
    }

    @Test("are altered frames, replayed frames and frames of any size", arguments: World.allCases)
    func frames(world: World) async throws {
        try await world.run(secured: true, script: Self.echo) { scene in
            let connection = scene.connection
            let sized = connection.frames(of: .get("/sized"), sizes: [1, 7, 1000])
            let answer = await connection.sendRaw(sized, within: .seconds(60), until: .response)
            #expect(answer.response?.body == Array("/sized".utf8))
            #expect(await connection.ask(.get("/plain"), within: .seconds(60)).response != nil)
            let captured = try #require(connection.lastSent)
            #expect(!connection.lastReceived.isEmpty)
            let silence = await connection.sendRaw(captured, within: .milliseconds(100))
            #expect(silence.failure == .timedOut)
        }
        try await world.run(secured: true, script: Self.echo) { scene in
            let flip = Departures(alterations: [Alteration(point: "frame.tag", action: .flipBit(0))])
            let altered = scene.connection.frames(of: .get("/altered"), departures: flip)
            let exchange = await scene.connection.sendRaw(altered, within: .milliseconds(100))
            #expect(exchange.response == nil)
            #expect(scene.connection.frames(of: .get("/next")).count == altered.count - 3)
        }
    }

    @Test("are sent in pieces with pauses", arguments: World.allCases)
    func pieces(world: World) async throws {
        try await world.run(script: Self.echo) { scene in
            let bytes = HTTPRequest("GET", "/slow").encoded()
            let pieces = RawPieces(sizes: [1], pause: .milliseconds(5))
            let exchange = await scene.connection.sendRaw(bytes, within: .seconds(60), until: .response, pieces: pieces)
            #expect(exchange.response?.body == Array("/slow".utf8))
            let answered = try #require(exchange.timing.answered)
            #expect(exchange.timing.sent.duration(to: answered) >= .milliseconds(5 * (bytes.count - 1)))
            #expect(scene.connection.lastSent == bytes)
        }
    }

    @Test("return all responses to several requests")
    func pipelined() async throws {
        try await World.bench.run(script: Self.echo) { scene in
            let bytes = ["/1", "/2", "/3"].flatMap { HTTPRequest("GET", $0).encoded() }
            let exchange = await scene.connection.sendRaw(bytes, within: .milliseconds(200))
            #expect(exchange.failure == nil)
            #expect(exchange.response?.body == Array("/1".utf8))
            #expect(exchange.strays.map(\.body) == [Array("/2".utf8), Array("/3".utf8)])
            #expect(
                await scene.connection.ask(.get("/4"), within: .seconds(60)).response?.body == Array("/4".utf8)
            )
        }
    }

    @Test("that the accessory does not read are a failure")
    func congested() async throws {
        let network = InProcessNetwork(clock: .system, limits: LinkLimits(outbound: 1000))
        let listener = try network.listen(at: "lamp")
        let connection = IPConnection(dialer: network.dialer(to: "lamp"), clock: .system, name: "a")
        try await connection.open(within: .seconds(1))
        var failures: [String?] = []
        for _ in 0..<3 {
            let exchange = await connection.sendRaw(
                [UInt8](repeating: 0, count: 900),
                within: .milliseconds(10),
                until: .nothing
            )
            failures.append(exchange.failure?.name)
        }
        #expect(failures == [nil, "congested", "congested"])
        await listener.close()
    }
}
