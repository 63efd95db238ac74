import DNSWire
import HAPAccessory
import HAPCrypto
import HAPModel
import HAPPairing
import Links
import Measurement
import Testing

/// A simulated accessory's multicast DNS messages, on a bench of virtual time.
@Suite("Advertising")
struct AdvertisingTests {
    private static let service = DNSName("_hap._tcp.local")
    private static let instance = service.prefixed(by: Array("Assay Lightbulb".utf8))

    /// Other hosts on the accessory's network.
    private struct Site: Sendable {
        var server: AccessoryServer
        var clock: MonotonicClock
        /// A member of the group, like any host with multicast DNS.
        var member: any DatagramPort
        /// A private port, like that of programs without multicast DNS.
        var asker: any DatagramPort

        /// Sends a query, and returns the first response to the port within a second.
        func ask(_ query: DNSMessage, over port: any DatagramPort) async throws -> DNSMessage? {
            try await port.send(try #require(query.encoded()), to: Advertising.group)
            return await answer(over: port)
        }

        func answer(over port: any DatagramPort, within patience: Duration = .seconds(1)) async -> DNSMessage? {
            let deadline = clock.deadline(in: patience)
            while let datagram = await port.receive(until: deadline) {
                if let message = DNSMessage.decoding(datagram.bytes)?.message, message.isResponse { return message }
            }
            return nil
        }

        /// Receives the announcements, so that later datagrams are others.
        func hush() async {
            while await answer(over: member, within: .seconds(3)) != nil {}
        }
    }

    private static func serve<Value: Sendable>(
        defect: String? = nil,
        isPaired: Bool = false,
        afterwards: @escaping @Sendable (Site) async throws -> Void = { _ in },
        _ body: @escaping @Sendable (Site) async throws -> Value
    ) throws -> Value {
        let definition = try Project.accessory("lightbulb")
        let defects = try defect.map {
            try Defect.load("defects:\n- { defect: d, breaks: [HAP-HTTP-001], on: lightbulb, \($0) }\n", file: "t.yaml")
        }
        let bench = VirtualBench()
        let clock = bench.clock
        return try bench.run {
            let random = SeededRandom(seed: 7)
            var state = PersistentState(random: random)
            state.deviceID = "E1:91:1A:70:85:AA"
            if isPaired { state.pairings = [PairingRecord(identifier: [1], publicKey: [2], permissions: 1)] }
            let core = AccessoryCore(definition, state: state, defects: defects ?? [], random: random)
            let network = InProcessDatagrams(clock: clock, host: "192.0.2.1")
            let neighbour = network.neighbour("192.0.2.2")
            let member = try await neighbour.join(Advertising.group)
            let server = AccessoryServer(
                core,
                listener: try InProcessNetwork(clock: clock).listen(at: "lightbulb"),
                clock: clock,
                advertising: Advertising(
                    over: try await network.join(Advertising.group),
                    address: IPAddress(192, 0, 2, 1),
                    port: 51826
                )
            )
            let site = Site(server: server, clock: clock, member: member, asker: try await neighbour.open())
            let value = try await server.serving { try await body(site) }
            try await afterwards(site)
            return value
        }
    }

    private static func text(_ message: DNSMessage?) -> ServiceText? {
        for record in message?.records ?? [] {
            if case .txt(let strings) = record.content { return ServiceText(strings: strings) }
        }
        return nil
    }

    private static func strings(_ message: DNSMessage?) -> [String] {
        text(message)?.strings.map { String(decoding: $0, as: UTF8.self) } ?? []
    }

    @Test("A question for the service is answered with pointer, place, text and address")
    func answers() throws {
        let answer = try Self.serve { site in
            await site.hush()
            return try await site.ask(DNSMessage(questions: [DNSQuestion(Self.service, .ptr)]), over: site.member)
        }
        let message = try #require(answer)
        let host = DNSName("Assay-E1911A7085AA.local")
        #expect(message.flags == DNSMessage.answerFlags)
        #expect(message.questions == [])
        #expect(message.answers == [DNSRecord(Self.service, .ptr(Self.instance), ttl: 4500)])
        let place = DNSRecord.SRV(port: 51826, target: host)
        #expect(message.additionals.first == DNSRecord(Self.instance, .srv(place), ttl: 120, flushesCache: true))
        #expect(message.additionals.last == DNSRecord(host, .a([192, 0, 2, 1]), ttl: 120, flushesCache: true))
        #expect(message.additionals.count == 3)
        #expect(message.additionals[1].ttl == 4500)
        // The setup hash is of LB01 and E1:91:1A:70:85:AA, computed by hand with sha512sum.
        #expect(
            Self.strings(message) == [
                "c#=1", "ff=0", "id=E1:91:1A:70:85:AA", "md=Lightbulb 1", "pv=1.1", "s#=1", "sf=1", "ci=5",
                "sh=cDsulA==",
            ]
        )
    }

    @Test("A query from a private port is answered there, with its id and question and ten seconds to live")
    func legacy() throws {
        let question = DNSQuestion(Self.service, .ptr)
        let (answer, heard) = try Self.serve { site in
            await site.hush()
            let answer = try await site.ask(DNSMessage(id: 77, questions: [question]), over: site.asker)
            return (answer, await site.answer(over: site.member))
        }
        let message = try #require(answer)
        #expect(message.id == 77)
        #expect(message.questions == [question])
        #expect(message.records.allSatisfy { $0.ttl == 10 && !$0.flushesCache })
        #expect(message.records.count == 4)
        #expect(heard == nil)
    }

    @Test("Records that the querier knows are not repeated, unless half of their time to live is over")
    func knownAnswers() throws {
        let (known, old) = try Self.serve { site in
            await site.hush()
            var query = DNSMessage(questions: [DNSQuestion(Self.service, .ptr)])
            query.answers = [DNSRecord(Self.service, .ptr(Self.instance), ttl: 2250)]
            let known = try await site.ask(query, over: site.member)
            query.answers[0].ttl = 2249
            return (known, try await site.ask(query, over: site.member))
        }
        #expect(known == nil)
        #expect(old?.answers.count == 1)
    }

    @Test("Names in another case, every type at once and the list of services are answered, other names are not")
    func questions() throws {
        try Self.serve { site in
            await site.hush()
            func ask(_ name: String, _ type: DNSType) async throws -> [DNSType]? {
                let query = DNSMessage(questions: [DNSQuestion(DNSName(name), type)])
                return try await site.ask(query, over: site.asker)?.answers.map(\.type)
            }
            #expect(try await ask("_HAP._tcp.LOCAL", .ptr) == [.ptr])
            #expect(try await ask("Assay Lightbulb._hap._tcp.local", .any) == [.srv, .txt])
            #expect(try await ask("assay-e1911a7085aa.local", .a) == [.a])
            #expect(try await ask("_services._dns-sd._udp.local", .ptr) == [.ptr])
            #expect(try await ask("_hap._udp.local", .ptr) == nil)
            #expect(try await ask("assay-e1911a7085aa.local", .aaaa) == nil)
            // Bytes that are not a question are ignored.
            try await site.asker.send([1, 2, 3], to: Advertising.group)
            try await site.asker.send([UInt8](repeating: 0xff, count: 64), to: Advertising.group)
            #expect(try await ask("_hap._tcp.local", .ptr) == [.ptr])
        }
    }

    @Test("It announces itself twice, a second apart, and says goodbye")
    func announces() throws {
        let times = try Self.serve(afterwards: { site in
            let last = try #require(await site.answer(over: site.member))
            #expect(last.answers.count == 4)
            #expect(last.answers.allSatisfy { $0.ttl == 0 })
            #expect(await site.answer(over: site.member) == nil)
            #expect(
                try await site.ask(DNSMessage(questions: [DNSQuestion(Self.service, .ptr)]), over: site.asker) == nil
            )
        }) { site in
            var times: [Double] = []
            while let message = await site.answer(over: site.member, within: .seconds(5)) {
                #expect(message.answers.allSatisfy { $0.ttl > 0 && $0.flushesCache == ($0.type != .ptr) })
                times.append(Duration.nanoseconds(site.clock.now.nanoseconds) / .seconds(1))
            }
            return times
        }
        // Probing takes 166 ms, which the Device ID decides, and three times 250 ms.
        #expect(times == [0.916, 1.916])
    }

    @Test("A reset is announced: a new id, and unpaired")
    func announcesChange() throws {
        let (before, after) = try Self.serve(isPaired: true) { site in
            let before = await site.answer(over: site.member)
            await site.hush()
            await site.server.factoryReset()
            return (before, await site.answer(over: site.member, within: .milliseconds(10)))
        }
        #expect(Self.strings(before).contains("sf=0"))
        #expect(Self.strings(after).contains("sf=1"))
        #expect(Self.text(before)?["id"] != Self.text(after)?["id"])
    }

    @Test(
        "Defects alter what is told",
        arguments: [
            ("message: { point: txt.sh, do: drop }", "sh", nil),
            ("message: { point: txt.c#, do: { text: x } }", "c#", "x"),
            ("message: { point: label.setup-id, do: { text: lb01 } }", "ff", "0"),
        ] as [(String, String, String?)]
    )
    func defects(defect: String, key: String, value: String?) throws {
        let answer = try Self.serve(defect: defect) { site in
            await site.hush()
            return try await site.ask(DNSMessage(questions: [DNSQuestion(Self.service, .ptr)]), over: site.asker)
        }
        #expect(Self.text(answer)?[key] == value.map { Array($0.utf8) })
    }

    // MARK: Probing and conflicts

    private static let host = DNSName("Assay-E1911A7085AA.local")

    /// A location of the instance at another host's port.
    private static func location(of name: DNSName = instance, port: UInt16 = 1, at host: String = "other.local")
        -> DNSRecord
    {
        DNSRecord(name, .srv(DNSRecord.SRV(port: port, target: DNSName(host))), ttl: 120, flushesCache: true)
    }

    private static func response(_ records: DNSRecord...) throws -> [UInt8] {
        try #require(DNSMessage(flags: DNSMessage.answerFlags, answers: records).encoded())
    }

    /// The messages of the accessory for some seconds: milliseconds and message. `react` may answer each of them.
    private static func overhear(
        for seconds: Int,
        _ react: @escaping @Sendable (DNSMessage, Int) throws -> [UInt8]?
    ) throws -> [(milliseconds: Int64, message: DNSMessage)] {
        try serve { site in
            var heard: [(Int64, DNSMessage)] = []
            let end = site.clock.deadline(in: .seconds(seconds))
            while let datagram = await site.member.receive(until: end) {
                guard datagram.source.host == "192.0.2.1", let message = DNSMessage.decoding(datagram.bytes)?.message
                else {
                    continue
                }
                heard.append((datagram.at.nanoseconds / 1_000_000, message))
                if let reaction = try react(message, heard.count) {
                    try await site.member.send(reaction, to: Advertising.group)
                }
            }
            return heard
        }
    }

    private static func names(_ message: DNSMessage?) -> Set<String> {
        Set((message?.answers ?? []).filter { $0.type == .srv || $0.type == .a }.map(\.name.description))
    }

    @Test("Before the first announcement the names are probed three times, 250 ms apart, with the proposed records")
    func probes() throws {
        let heard = try Self.overhear(for: 3) { _, _ in nil }
        #expect(heard.map(\.milliseconds) == [166, 416, 666, 916, 1916])
        for (_, probe) in heard.prefix(3) {
            #expect(!probe.isResponse)
            #expect(probe.questions == [DNSQuestion(Self.instance, .any), DNSQuestion(Self.host, .any)])
            #expect(Set(probe.authorities.map(\.type)) == [.srv, .txt, .a])
            #expect(probe.authorities.allSatisfy { !$0.flushesCache })
        }
        #expect(heard.dropFirst(3).allSatisfy { $0.message.isResponse })
    }

    @Test("Names that another responder has are left to it; others are probed and announced, with the same id")
    func conflicts() throws {
        let heard = try Self.overhear(for: 4) { message, _ in
            guard !message.isResponse, message.questions.first?.name == Self.instance else { return nil }
            return try Self.response(Self.location(), DNSRecord(Self.host, .a([192, 0, 2, 9]), ttl: 120))
        }
        let announcement = heard.last?.message
        #expect(Self.names(announcement) == ["Assay Lightbulb (2)._hap._tcp.local", "Assay-E1911A7085AA.local"])
        #expect(Self.strings(announcement).contains("id=E1:91:1A:70:85:AA"))
        #expect(!heard.contains { $0.message.isResponse && Self.names($0.message).contains("\(Self.instance)") })
        let hosts = try Self.overhear(for: 4) { message, _ in
            guard !message.isResponse, message.questions.last?.name == Self.host else { return nil }
            return try Self.response(DNSRecord(Self.host, .a([192, 0, 2, 9]), ttl: 120))
        }
        let moved = hosts.last?.message
        #expect(Self.names(moved) == ["Assay Lightbulb._hap._tcp.local", "Assay-E1911A7085AA-2.local"])
        for case .srv(let place) in (moved?.answers ?? []).map(\.content) {
            #expect(place.target == DNSName("Assay-E1911A7085AA-2.local"))
        }
    }

    @Test(
        "A name that another responder announces later is probed again: it stays if the other does not defend it",
        arguments: [false, true]
    )
    func contest(isDefended: Bool) throws {
        let heard = try Self.overhear(for: 12) { message, number in
            if number == 5 { return try Self.response(Self.location()) }
            let isProbe = !message.isResponse && message.questions.first?.name == Self.instance
            return isDefended && number > 5 && isProbe ? try Self.response(Self.location()) : nil
        }
        let probes = heard.dropFirst(5).filter { !$0.message.isResponse }
        #expect(probes.count >= 3)
        let name = isDefended ? "Assay Lightbulb (2)._hap._tcp.local" : "Assay Lightbulb._hap._tcp.local"
        let last = Self.names(heard.last?.message)
        #expect(last.contains(name))
    }

    @Test(
        "Of two that probe for a name at the same time, the one with the later records gets it",
        arguments: [1, 65535]
    )
    func tie(port: UInt16) throws {
        let heard = try Self.overhear(for: 5) { message, number in
            guard number == 1 else { return nil }
            return DNSMessage(
                questions: [DNSQuestion(Self.instance, .any)],
                authorities: [Self.location(port: port)]
            ).encoded()
        }
        // It begins again a second later if it has lost.
        #expect(heard[1].milliseconds == (port == 1 ? 416 : 1416))
        let last = Self.names(heard.last?.message)
        #expect(last.contains("Assay Lightbulb._hap._tcp.local"))
    }

    @Test("While it probes, it answers no question; afterwards it defends its names against other probes")
    func defends() throws {
        let probe = DNSMessage(questions: [DNSQuestion(Self.instance, .any)], authorities: [Self.location()])
        let (early, late) = try Self.serve { site in
            let early = try await site.ask(DNSMessage(questions: [DNSQuestion(Self.service, .ptr)]), over: site.asker)
            await site.hush()
            return (early, try await site.ask(probe, over: site.member))
        }
        #expect(early == nil)
        #expect(late?.answers.map(\.type) == [.srv, .txt])
    }
}
