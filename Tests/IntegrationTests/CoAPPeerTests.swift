import CoAP
import HAPModel
import Links
import Measurement
import Testing

/// The CoAP layer against aiocoap, an independent implementation, in both roles.
@Suite("CoAP with aiocoap", .needsPeers, .timeLimit(.minutes(10)))
struct CoAPPeerTests {
    private static let addresses = ["127.0.0.1", "::1"]

    @Test(
        "aiocoap's server answers requests, at once and later, with bodies in blocks in both directions",
        arguments: addresses
    )
    func client(address: String) async throws {
        try await Peer.run(.coap, ["--address", address]) { peer in
            let server = DatagramAddress(host: address, port: try peer.port)
            let client = try await CoAPPort.connect(to: server, of: UDPCarrier(), CoAPPort.Conduct())
            func ask(_ code: CoAPCode, _ path: String, _ payload: [UInt8] = [], isConfirmable: Bool = true) async
                -> CoAPMessage?
            {
                let kind: CoAPMessage.Kind = isConfirmable ? .confirmable : .nonConfirmable
                let message = CoAPMessage(kind, code, options: CoAPMessage.path(path), payload: payload)
                let deadline = MonotonicClock.system.deadline(in: .seconds(20))
                guard case .response(let response, _) = await client.request(message, to: server, until: deadline)
                else { return nil }
                return response
            }
            for count in [0, 1, 1024, 1025, 20_000] {
                let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 3) }
                let response = await ask(.post, "/echo", payload)
                #expect(response?.code == .changed, "\(count) bytes")
                #expect(response?.payload == payload.reversed())
            }
            #expect(await ask(.put, "/echo", [1, 2], isConfirmable: false)?.payload == [2, 1])
            let slow = await ask(.post, "/slow", [1, 2, 3])
            #expect(slow?.payload == [3, 2, 1])
            #expect(slow?.kind != .acknowledgement, "a separate response")
            #expect(await ask(.get, "/large")?.payload == (0..<5000).map { UInt8($0 % 251) })
            #expect(await ask(.get, "/missing")?.code == .notFound)
            #expect(await ask(.get, "/count")?.code == .methodNotAllowed)
            guard case .response = await client.ping(server, until: MonotonicClock.system.deadline(in: .seconds(5)))
            else {
                Issue.record("aiocoap answers no ping")
                return
            }
            await client.close()
        }
    }

    @Test(
        "aiocoap's client is answered at once and later, with bodies in blocks in both directions",
        arguments: addresses
    )
    func server(address: String) async throws {
        let conduct = CoAPPort.Conduct(serve: { incoming, _ in
            let request = incoming.message
            switch request.path {
            case "/echo": return CoAPMessage(.acknowledgement, .changed, payload: request.payload.reversed())
            case "/large":
                return CoAPMessage(.acknowledgement, .content, payload: (0..<5000).map { UInt8($0 % 251) })
            default: return CoAPMessage(.acknowledgement, .notFound)
            }
        })
        let server = try await CoAPPort.bind(DatagramAddress(host: address, port: 0), of: UDPCarrier(), conduct)
        let port = try #require(server.address?.port)
        try await Peer.run(.coap, ["--address", address]) { peer in
            func ask(_ method: String, _ path: String, _ payload: [UInt8] = [], isConfirmable: Bool = true) async throws
                -> JSON
            {
                try await peer.ask(
                    "request",
                    [
                        "port": JSON(port), "method": .string(method), "path": .string(path),
                        "payload": .string(Hex.encode(payload)), "confirmable": .bool(isConfirmable),
                    ]
                )
            }
            for count in [0, 1, 1024, 1025, 20_000] {
                let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 3) }
                let answer = try await ask("POST", "/echo", payload)
                #expect(answer["code"] == "2.04 Changed", "\(count) bytes")
                #expect(answer["payload"]?.stringValue == Hex.encode(payload.reversed()))
            }
            #expect(try await ask("PUT", "/echo", [1, 2], isConfirmable: false)["payload"] == "0201")
            let large = try await ask("GET", "/large")
            #expect(large["payload"]?.stringValue == Hex.encode((0..<5000).map { UInt8($0 % 251) }))
            #expect(try await ask("GET", "/missing")["code"] == "4.04 Not Found")
        }
        await server.close()
    }
}
