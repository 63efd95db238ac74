import CoAP
import HAPAccessory
import HAPCrypto
import HAPModel
import HAPSession
import HTTPWire
import Links
import Measurement
import Testing

@Suite struct AccessoryServerTests {
    /// Sends bytes on a new link and returns the response that arrives within a second.
    private static func ask(
        _ dialer: any LinkDialer,
        _ request: HTTPRequest,
        clock: MonotonicClock
    ) async throws -> [HTTPMessage] {
        let link = try await dialer.dial(until: clock.deadline(in: .seconds(1)))
        try await link.send(request.encoded())
        var decoder = HTTPDecoder(.responses)
        var messages: [HTTPMessage] = []
        while messages.isEmpty,
            case .bytes(let bytes, at: _) = await link.receive(until: clock.deadline(in: .seconds(20)))
        {
            messages += decoder.feed(bytes)
        }
        await link.close()
        return messages
    }

    private static func serve<Value: Sendable>(
        _ name: String,
        defect: String? = nil,
        _ body: @escaping @Sendable (AccessoryServer, any LinkDialer, MonotonicClock) async throws -> Value
    ) throws -> Value {
        let definition = try Project.accessory(name)
        let defects = try defect.map {
            try Defect.load(
                "defects:\n- { defect: d, breaks: [HAP-HTTP-001], on: \(name), \($0) }\n",
                file: "test.yaml"
            )
        }
        let bench = VirtualBench()
        let clock = bench.clock
        return try bench.run {
            let random = SeededRandom(seed: 7)
            let core = AccessoryCore(
                definition,
                state: PersistentState(random: random),
                defects: defects ?? [],
                random: random
            )
            let network = InProcessNetwork(clock: clock)
            let server = AccessoryServer(core, listener: try network.listen(at: name), clock: clock)
            let dialer = network.dialer(to: name)
            return try await server.serving { try await body(server, dialer, clock) }
        }
    }

    @Test("serves requests over links, on a bench of virtual time")
    func serves() throws {
        let (status, count) = try Self.serve("lightbulb") { server, dialer, clock in
            let answer = try await Self.ask(dialer, HTTPRequest("POST", "/identify"), clock: clock)
            return (answer.first?.status, server.snapshot().identifyCount)
        }
        #expect(status == 204)
        #expect(count == 1)
    }

    @Test("one accessory is served over two entrances, and closes both when it crashes")
    func entrances() throws {
        let definition = try Project.accessory("lightbulb")
        let defect = "link: { at: request, do: crash }, when: { message: identify, from: 3 }"
        let defects = try Defect.load(
            "defects:\n- { defect: d, breaks: [HAP-HTTP-001], on: lightbulb, \(defect) }\n",
            file: "test.yaml"
        )
        let bench = VirtualBench()
        let clock = bench.clock
        try bench.run {
            let random = SeededRandom(seed: 7)
            let core = AccessoryCore(
                definition,
                state: PersistentState(random: random),
                defects: defects,
                random: random
            )
            let network = InProcessNetwork(clock: clock)
            let datagrams = InProcessDatagrams(clock: clock, host: Self.thread.host)
            let server = AccessoryServer(
                core,
                entrances: [
                    AccessoryEntrance(IPAccessory(), listener: try network.listen(at: "ip")),
                    AccessoryEntrance(
                        ThreadAccessory(),
                        listener: try await DatagramListener.bind(Self.thread, of: datagrams, clock: clock)
                    ),
                ],
                clock: clock
            )
            try await server.serving {
                let answer = try await Self.ask(
                    network.dialer(to: "ip"),
                    HTTPRequest("POST", "/identify"),
                    clock: clock
                )
                #expect(answer.first?.status == 204)
                #expect(try await Self.identify(datagrams, clock: clock) == .changed)
                #expect(server.snapshot().identifyCount == 2)
                #expect(try await Self.identify(datagrams, clock: clock) == nil)
                #expect(try await Self.identify(datagrams, clock: clock) == nil)
                await #expect(throws: LinkError.self) {
                    _ = try await network.dialer(to: "ip").dial(until: clock.deadline(in: .seconds(1)))
                }
            }
        }
    }

    /// The code of the answer to an identify over Thread; `nil` if there is none.
    private static func identify(_ network: InProcessDatagrams, clock: MonotonicClock) async throws -> CoAPCode? {
        let port = try await CoAPPort.connect(to: thread, of: network, CoAPPort.Conduct(clock: clock))
        let request = CoAPMessage(.confirmable, .post, options: CoAPMessage.path("/0"))
        let outcome = await port.request(request, to: thread, until: clock.deadline(in: .seconds(20)))
        await port.close()
        guard case .response(let response, _) = outcome else { return nil }
        return response.code
    }

    private static let thread = DatagramAddress(host: "2001:db8::1", port: 5683)

    @Test("a value that is set live is stored, one that violates a rule is rejected")
    func live() throws {
        try Self.serve("switch") { server, _, _ in
            let thermometer = CharacteristicID(aid: 1, iid: 50)
            try server.set(thermometer, 23.5)
            #expect(server.snapshot().value(of: thermometer) == 23.5)
            #expect(throws: AccessoryError.self) { try server.set(thermometer, 99) }
            #expect(throws: AccessoryError.self) { try server.press(thermometer, 0) }
            try server.press(CharacteristicID(aid: 1, iid: 34), 1)
        }
    }

    @Test(
        "a defect of the link delays responses, drops them or crashes the accessory",
        arguments: [
            ("link: { at: response, do: { delay: 3s } }", 3.0, 204),
            ("link: { at: response, do: { drip: { bytes: 1, every: 100ms } } }", 2.6, 204),
            ("link: { at: response, do: { split: { after: 5, pause: 2s } } }", 2.0, 204),
            ("link: { at: response, do: hang }", 20.0, nil),
            ("link: { at: response, do: reset }", 0.0, nil),
            ("link: { at: response, do: crash }", 0.0, nil),
            ("effect: { of: response.send, do: omit }", 20.0, nil),
        ]
    )
    func link(defect: String, seconds: Double, status: Int?) throws {
        let (answer, took) = try Self.serve("lightbulb", defect: defect) { _, dialer, clock in
            let start = clock.now
            let answer = try await Self.ask(dialer, HTTPRequest("POST", "/identify"), clock: clock)
            return (answer.first?.status, start.duration(to: clock.now) / .seconds(1))
        }
        #expect(answer == status)
        #expect(abs(took - seconds) < 0.2)
    }

    @Test("after a crash the accessory accepts no connection")
    func crash() throws {
        try Self.serve("lightbulb", defect: "link: { at: request, do: crash }") { _, dialer, clock in
            _ = try await Self.ask(dialer, HTTPRequest("POST", "/identify"), clock: clock)
            await #expect(throws: LinkError.self) {
                _ = try await dialer.dial(until: clock.deadline(in: .seconds(1)))
            }
        }
    }
}
