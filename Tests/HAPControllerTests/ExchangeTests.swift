import HAPController
import HAPModel
import HAPSession
import HTTPWire
import Links
import Measurement
import Testing

@Suite("An exchange")
struct ExchangeTests {
    private static let on = CharacteristicID(aid: 1, iid: 9)
    private static let value = #"{"characteristics":[{"aid":1,"iid":9,"value":true}]}"#

    private static func json(_ status: Int, _ text: String) -> HTTPResponse {
        HTTPResponse(status, headers: [HTTPHeader("Content-Type", ContentType.json)], body: Array(text.utf8))
    }

    @Test(
        "returns the response, its moments and its evidence, plain and secured",
        arguments: World.allCases,
        [false, true]
    )
    func answers(world: World, secured: Bool) async throws {
        try await world.run(secured: secured) { peer in
            while let request = await peer.request() {
                #expect(request.headers["Host"] != nil)
                await peer.send(Self.json(200, Self.value))
            }
        } _: { scene in
            for _ in 1...3 {
                let exchange = await scene.connection.perform(.read([Self.on], ReadOptions()), within: .seconds(60))
                #expect(exchange.failure == nil)
                #expect(exchange[Self.on]?.value == true)
                let (first, last) = (try #require(exchange.timing.firstByte), try #require(exchange.timing.answered))
                #expect(exchange.timing.sent <= first)
                #expect(first <= last)
                let wire = secured ? "frame" : "bytes"
                #expect(
                    scene.recorder.cited(exchange.evidence) == [
                        "out request", "out \(wire)", "in \(wire)", "in response",
                    ]
                )
            }
            #expect(scene.recorder.events.allSatisfy { $0.connection == "a" })
            if secured {
                let frames = scene.recorder.events.filter { $0.kind == .frame && $0.direction == .in }
                #expect(frames.map { $0.fields["decoded"]?["counter"] } == [0, 1, 2])
                #expect(frames.allSatisfy { $0.session == 1 && $0.controller == "alice" })
            }
        }
    }

    @Test("assembles a large response from frames and pieces", arguments: World.allCases)
    func largeAnswer(world: World) async throws {
        let text = #"{"accessories":[{"aid":1,"services":[]}],"x":"\#(String(repeating: "y", count: 200_000))"}"#
        try await world.run(secured: true) { peer in
            while await peer.request() != nil {
                let bytes = peer.packed(
                    HTTPResponse(200, body: Array(text.utf8), framing: .chunked(4096)).encoded()
                )
                var rest = bytes[...]
                while !rest.isEmpty {
                    await peer.raw(Array(rest.prefix(1500)))
                    rest = rest.dropFirst(1500)
                }
            }
        } _: { scene in
            let exchange = await scene.connection.ask(.get("/accessories"), within: .seconds(60))
            #expect(exchange.response?.body.count == text.utf8.count)
            let database = AttributeDatabase(try JSON.parse(exchange.response?.body ?? []))
            #expect(database.accessories.map(\.aid) == [1])
        }
    }

    /// A hostile accessory's behaviour, and the allowed results.
    struct Hostility: Sendable, CustomTestStringConvertible {
        var name: String
        var failures: Set<String>
        var isSecured = false
        var script: @Sendable (inout ScriptedPeer) async -> Void
        var testDescription: String { name }

        static let all: [Hostility] = [
            Hostility(name: "says nothing", failures: ["timed-out"]) { peer in
                _ = await peer.request()
                await peer.pause(.seconds(2))
            },
            Hostility(name: "says nothing inside a session", failures: ["timed-out"], isSecured: true) { peer in
                _ = await peer.request()
                await peer.pause(.seconds(2))
            },
            Hostility(name: "closes", failures: ["closed"]) { peer in _ = await peer.request() },
            Hostility(name: "resets", failures: ["reset"]) { peer in
                _ = await peer.request()
                await peer.link.close(abruptly: true)
            },
            Hostility(name: "closes inside the answer", failures: ["closed"]) { peer in
                _ = await peer.request()
                await peer.raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc".utf8))
            },
            Hostility(name: "resets inside the answer", failures: ["reset"]) { peer in
                _ = await peer.request()
                await peer.raw(Array("HTTP/1.1 200 OK\r\nContent-Le".utf8))
                await peer.pause(.milliseconds(20))
                await peer.link.close(abruptly: true)
            },
            Hostility(name: "answers garbage", failures: ["garbage"]) { peer in
                _ = await peer.request()
                await peer.raw([0x16, 3, 1, 0, 255])
                await peer.pause(.seconds(2))
            },
            Hostility(name: "answers plain text inside a session", failures: ["frame"], isSecured: true) { peer in
                _ = await peer.request()
                await peer.raw(Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8))
                await peer.pause(.seconds(2))
            },
            Hostility(name: "echoes frames", failures: ["frame"], isSecured: true) { peer in
                guard case .bytes(let bytes, _) = await peer.link.receive(until: peer.clock.deadline(in: .seconds(9)))
                else { return }
                await peer.raw(bytes)
                await peer.pause(.seconds(2))
            },
            Hostility(name: "frames garbage", failures: ["garbage"], isSecured: true) { peer in
                _ = await peer.request()
                await peer.send([0, 1, 2, 3])
                await peer.pause(.seconds(2))
            },
            Hostility(name: "drips a head without end", failures: ["timed-out"]) { peer in
                _ = await peer.request()
                await peer.raw(Array("HTTP/1.1 200 OK\r\n".utf8))
                for _ in 0..<200 {
                    await peer.raw(Array("X: y\r\n".utf8))
                    await peer.pause(.milliseconds(10))
                }
            },
            Hostility(name: "sends an endless head", failures: ["garbage"]) { peer in
                _ = await peer.request()
                await peer.raw(Array("HTTP/1.1 200 OK\r\n".utf8))
                for _ in 0..<100 { await peer.raw([UInt8](repeating: 0x78, count: 1024)) }
                await peer.pause(.seconds(2))
            },
            Hostility(name: "announces an endless body", failures: ["garbage"]) { peer in
                _ = await peer.request()
                await peer.raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n".utf8))
                await peer.pause(.seconds(2))
            },
            Hostility(name: "sends chunks without end", failures: ["garbage"]) { peer in
                _ = await peer.request()
                await peer.raw(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
                let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0, count: 0x10000) + Array("\r\n".utf8)
                for _ in 0..<80 { await peer.raw(chunk) }
                await peer.pause(.seconds(2))
            },
            Hostility(name: "sends Continue without end", failures: ["timed-out", "flood"]) { peer in
                _ = await peer.request()
                for _ in 0..<150 {
                    await peer.send(HTTPResponse(100))
                    await peer.pause(.milliseconds(10))
                }
            },
            Hostility(name: "sends events without end", failures: ["timed-out", "flood"]) { peer in
                _ = await peer.request()
                let event = HTTPResponse.event(body: [UInt8](repeating: 0x20, count: 1000)).encoded()
                let many = [[UInt8]](repeating: event, count: 60).flatMap(\.self)
                for _ in 0..<150 {
                    await peer.raw(many)
                    await peer.pause(.milliseconds(10))
                }
            },
            Hostility(name: "sends 5000 small events instead of a response", failures: ["flood"]) { peer in
                _ = await peer.request()
                let event = HTTPResponse.event(body: Array("{}".utf8)).encoded()
                for _ in 0..<50 { await peer.raw([[UInt8]](repeating: event, count: 100).flatMap(\.self)) }
                await peer.pause(.seconds(2))
            },
            Hostility(name: "cuts a frame", failures: ["timed-out"], isSecured: true) { peer in
                _ = await peer.request()
                await peer.raw(Array(peer.packed([1, 2, 3]).dropLast()))
                await peer.pause(.seconds(2))
            },
        ]
    }

    @Test("with a hostile accessory ends in time with a typed result", arguments: World.allCases, Hostility.all)
    func hostile(world: World, hostility: Hostility) async throws {
        try await world.run(secured: hostility.isSecured, script: hostility.script) { scene in
            // Silence lasts until the deadline; any other behaviour ends the exchange earlier, even on a busy machine.
            let isSilent = hostility.failures.contains("timed-out")
            let limit = isSilent || world == .bench ? Duration.milliseconds(600) : .seconds(60)
            let began = scene.clock.now
            let exchange = await scene.connection.ask(.get("/accessories"), within: limit)
            #expect(exchange.response == nil)
            #expect(hostility.failures.contains(exchange.failure?.name ?? "none"), "\(hostility.name)")
            if world == .bench { #expect(began.duration(to: scene.clock.now) <= limit) }
            #expect(!exchange.evidence.isEmpty)
        }
    }

    @Test("names the key that the accessory used by mistake")
    func diagnosis() async throws {
        try await World.bench.run(secured: true) { peer in
            guard case .bytes(let bytes, _) = await peer.link.receive(until: peer.clock.deadline(in: .seconds(9)))
            else { return }
            await peer.raw(bytes)
        } _: { scene in
            let exchange = await scene.connection.ask(.get("/accessories"), within: .seconds(1))
            #expect(
                exchange.failure?.description
                    == "frame 0 does not open with its key and counter: it opens with the key of the other direction "
                    + "under counter 0"
            )
            #expect(!scene.connection.isOpen)
            let next = await scene.connection.ask(.get("/accessories"), within: .seconds(1))
            #expect(next.failure?.name == "frame")
        }
    }

    @Test("does not use a late response to an earlier request")
    func lateAnswer() async throws {
        try await World.bench.run { peer in
            _ = await peer.request()
            await peer.pause(.milliseconds(150))
            await peer.send(Self.json(200, #"{"n":1}"#))
            _ = await peer.request()
            await peer.send(Self.json(200, #"{"n":2}"#))
            _ = await peer.request()
        } _: { scene in
            let first = await scene.connection.ask(.get("/a"), within: .milliseconds(50))
            #expect(first.failure == .timedOut)
            let second = await scene.connection.ask(.get("/b"), within: .seconds(60))
            #expect(second.answer?.body.json?["n"] == 2)
            #expect(second.strays.map { try? JSON.parse($0.body)["n"] } == [1])
        }
    }

    @Test("distinguishes unsolicited responses from its own")
    func unsolicited() async throws {
        try await World.bench.run { peer in
            await peer.send(Self.json(200, #"{"n":0}"#))
            while await peer.request() != nil { await peer.send(Self.json(200, #"{"n":1}"#)) }
        } _: { scene in
            try await scene.clock.sleep(for: .milliseconds(50))
            let exchange = await scene.connection.ask(.get("/a"), within: .seconds(60))
            #expect(exchange.strays.count == 1)
            #expect(exchange.answer?.body.json?["n"] == 1)
        }
    }

    @Test("accepts Continue and a response that ends with the connection", arguments: World.allCases)
    func interim(world: World) async throws {
        try await world.run { peer in
            _ = await peer.request()
            await peer.raw(Array("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: a/b\r\n\r\nall".utf8))
        } _: { scene in
            let exchange = await scene.connection.ask(.get("/a"), within: .seconds(60))
            #expect(exchange.interim.map(\.status) == [100])
            #expect(exchange.response?.body == Array("all".utf8))
            #expect(exchange.closed?.closure == .byPeer)
        }
    }

    @Test("reports a missing connection", arguments: World.allCases)
    func notOpen(world: World) async throws {
        try await world.run { _ in
        } _: { scene in
            let listening = await scene.connection.sendRaw([], within: .seconds(60))
            #expect(listening.closed?.closure == .byPeer)
            #expect(!scene.connection.isOpen)
            let exchange = await scene.connection.ask(.get("/a"), within: .seconds(1))
            #expect(exchange.failure == .closed)
            await scene.connection.close()
            try await scene.connection.open(within: .seconds(60))
            #expect(scene.connection.isOpen)
            await #expect(throws: ControllerError.self) { try await scene.connection.open(within: .seconds(60)) }
        }
        let unreachable = IPConnection(
            dialer: InProcessNetwork(clock: .system).dialer(to: "unreachable"),
            clock: .system,
            name: "b"
        )
        let error = await #expect(throws: ControllerError.self) { try await unreachable.open(within: .seconds(1)) }
        #expect(error?.code == .refused)
        #expect(await unreachable.ask(.get("/a"), within: .seconds(1)).failure == .notOpen)
    }

    @Test("of one task waits for the exchange of another", arguments: World.allCases)
    func concurrent(world: World) async throws {
        try await world.run { peer in
            while let request = await peer.request() {
                await peer.pause(.milliseconds(5))
                await peer.send(Self.json(200, #"{"n":"\#(request.target ?? "")"}"#))
            }
        } _: { scene in
            await withTaskGroup(of: Bool.self) { group in
                for number in 0..<10 {
                    group.addTask {
                        let exchange = await scene.connection.ask(.get("/\(number)"), within: .seconds(60))
                        return exchange.answer?.body.json?["n"] == .string("/\(number)")
                    }
                }
                for await isRight in group { #expect(isRight) }
            }
        }
    }

    @Test("gives up when another operation takes all its time")
    func busy() async throws {
        try await World.bench.run { peer in
            await peer.pause(.seconds(9))
        } _: { scene in
            async let long = scene.connection.sendRaw([], within: .milliseconds(200))
            try await scene.clock.sleep(for: .milliseconds(20))
            let busy = await scene.connection.ask(.get("/x"), within: .milliseconds(50))
            #expect(busy.failure == .busy)
            #expect(scene.clock.now == Moment(nanoseconds: 70_000_000))
            #expect(await long.failure == .timedOut)
        }
    }
}
