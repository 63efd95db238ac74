import DNSWire
import HAPController
import Links
import Measurement
import Testing

/// The search for the accessory's advertisement on a network, on a bench of virtual time.
@Suite("Finding an accessory's advertisement")
struct ServiceFinderTests {
    private static let service = AdvertisedService.type
    private static let lamp = service.prefixed(by: Array("Lamp".utf8))
    private static let host = DNSName("lamp.local")

    private static func pointer(_ name: DNSName = lamp) -> DNSRecord { DNSRecord(service, .ptr(name), ttl: 10) }

    private static func place(port: UInt16 = 51826, _ name: DNSName = lamp, at host: DNSName = host) -> DNSRecord {
        DNSRecord(name, .srv(DNSRecord.SRV(port: port, target: host)), ttl: 10)
    }

    private static func text(_ string: String, _ name: DNSName = lamp) -> DNSRecord {
        DNSRecord(name, .txt([Array(string.utf8)]), ttl: 10)
    }

    private static func address(_ last: UInt8 = 1, _ host: DNSName = host) -> DNSRecord {
        DNSRecord(host, .a([192, 0, 2, last]), ttl: 10)
    }

    /// The result of a search, its questions, and its duration.
    private struct Outcome: Sendable {
        var finding: ServiceFinder.Finding
        var asked: [String] = []
        var milliseconds: Int64
    }

    /// Searches on a network where a responder at `192.0.2.1` answers the n-th question, from 1, with these messages.
    private static func search(
        _ answer: @escaping @Sendable (_ question: DNSQuestion, _ number: Int) -> [[UInt8]?]
    ) throws -> Outcome {
        let bench = VirtualBench()
        let clock = bench.clock
        return try bench.run {
            let network = InProcessDatagrams(clock: clock, host: "192.0.2.1", latency: .milliseconds(1))
            let responder = try await network.join(ServiceFinder.group)
            let asker = network.neighbour("192.0.2.2")
            let finder = ServiceFinder(clock: clock) {
                ServiceFinder.Place(network: asker, host: IPAddress(192, 0, 2, 1), port: 51826)
            }
            async let asked = respond(over: responder, answer)
            let begun = clock.now
            let finding = await finder.find(until: clock.deadline(in: .seconds(2)))
            let took = begun.duration(to: clock.now).wholeNanoseconds / 1_000_000
            await responder.close()
            return Outcome(finding: finding, asked: try await asked, milliseconds: took)
        }
    }

    private static func respond(
        over port: any DatagramPort,
        _ answer: (DNSQuestion, Int) -> [[UInt8]?]
    ) async throws -> [String] {
        var asked: [String] = []
        while let datagram = await port.receive(until: Moment(nanoseconds: .max)) {
            let query = try #require(DNSMessage.decoding(datagram.bytes)?.message)
            let question = try #require(query.questions.first)
            #expect(query.questions.count == 1)
            asked.append("\(question.name) \(question.type.rawValue)")
            for bytes in answer(question, asked.count) {
                try await port.send(try #require(bytes), to: datagram.source)
            }
        }
        return asked
    }

    private static func message(_ records: DNSRecord...) -> [UInt8]? {
        DNSMessage(flags: DNSMessage.answerFlags, answers: records).encoded()
    }

    @Test("One complete answer is enough")
    func whole() throws {
        let outcome = try Self.search { _, _ in
            [Self.message(Self.pointer(), Self.place(), Self.text("sf=1"), Self.address())]
        }
        let service = try #require(outcome.finding.service)
        #expect(service.instance == Array("Lamp".utf8))
        #expect(service.target == Self.host)
        #expect(service.text["sf"] == Array("1".utf8))
        #expect(outcome.asked == ["_hap._tcp.local 12"])
        #expect(outcome.milliseconds == 2)
    }

    @Test("Two searches that begin together are answered by a responder that drops equal messages")
    func together() throws {
        let bench = VirtualBench()
        let clock = bench.clock
        let found = try bench.run {
            let network = InProcessDatagrams(clock: clock, host: "192.0.2.1", latency: .milliseconds(1))
            let responder = try await network.join(ServiceFinder.group)
            let searches = ["192.0.2.2", "192.0.2.3"].map { address in
                let asker = network.neighbour(address)
                return ServiceFinder(clock: clock) {
                    ServiceFinder.Place(network: asker, host: IPAddress(192, 0, 2, 1), port: 51826)
                }
            }
            async let responding: Void = Self.respondOnce(over: responder)
            let deadline = clock.deadline(in: .seconds(2))
            async let first = searches[0].find(until: deadline)
            let second = await searches[1].find(until: deadline)
            let found = [await first, second].map { $0.service?.target }
            await responder.close()
            try await responding
            return found
        }
        #expect(found == [Self.host, Self.host])
    }

    /// Answers each message once, as python-zeroconf does within a second, also if another tester sends it.
    private static func respondOnce(over port: any DatagramPort) async throws {
        var seen: Set<[UInt8]> = []
        while let datagram = await port.receive(until: Moment(nanoseconds: .max)) {
            guard seen.insert(datagram.bytes).inserted else { continue }
            let records = [pointer(), place(), text("sf=1"), address()]
            let answer = DNSMessage(flags: DNSMessage.answerFlags, answers: records).encoded()
            try await port.send(try #require(answer), to: datagram.source)
        }
    }

    @Test("Records that an answer lacks are requested at once")
    func parts() throws {
        let outcome = try Self.search { question, _ in
            switch question.type {
            case .ptr: [Self.message(Self.pointer())]
            case .srv: [Self.message(Self.place())]
            case .txt: [Self.message(Self.text("sf=0"))]
            default: [Self.message(Self.address())]
            }
        }
        #expect(outcome.finding.service?.text["sf"] == Array("0".utf8))
        #expect(
            outcome.asked.prefix(3) == ["_hap._tcp.local 12", "Lamp._hap._tcp.local 33", "Lamp._hap._tcp.local 16"]
        )
        #expect(outcome.milliseconds < 20)
    }

    @Test("Of several accessories, of one name and one host too, the one at the address and port is found")
    func several() throws {
        let other = Self.service.prefixed(by: Array("Other".utf8))
        let elsewhere = DNSName("other.local")
        let outcome = try Self.search { _, _ in
            [
                Self.message(Self.pointer(), Self.place(port: 4711), Self.text("id=wrong"), Self.address()),
                Self.message(
                    Self.pointer(other),
                    Self.place(other, at: elsewhere),
                    Self.text("id=far", other),
                    Self.address(9, elsewhere)
                ),
                Self.message(Self.pointer(), Self.place(), Self.text("id=right"), Self.address()),
            ]
        }
        #expect(outcome.finding.service?.text["id"] == Array("right".utf8))
        #expect(outcome.finding.others == 2)
    }

    @Test("A question that is lost is repeated")
    func again() throws {
        let outcome = try Self.search { _, number in
            number < 3 ? [] : [Self.message(Self.pointer(), Self.place(), Self.text("sf=1"), Self.address())]
        }
        #expect(outcome.finding.service != nil)
        #expect(outcome.asked.count == 3)
        #expect(outcome.milliseconds == 602)
    }

    @Test("If no response advertises the accessory, the search ends at its deadline")
    func silence() throws {
        for answers in [
            [], [[1, 2, 3]], [[UInt8](repeating: 0xff, count: 40)], [Self.message(Self.place(), Self.text("sf=1"))],
            [Self.message(Self.pointer(), Self.place(port: 80), Self.text("sf=1"), Self.address())],
        ] {
            let outcome = try Self.search { _, _ in answers }
            #expect(outcome.finding.service == nil)
            #expect(outcome.finding.failure == nil)
            #expect(outcome.milliseconds == 2000)
            #expect(outcome.asked.count < 40)
        }
    }

    @Test("Many useless answers do not keep the search busy")
    func crowd() throws {
        let outcome = try Self.search { _, number in
            (0..<20).map { index in
                Self.message(Self.pointer(Self.service.prefixed(by: Array("\(number)-\(index)".utf8))))
            }
        }
        #expect(outcome.finding.service == nil)
        #expect(outcome.milliseconds == 2000)
        #expect(outcome.asked.count < 100)
    }

    @Test("The search reports why it could not send a question")
    func failure() async {
        let finder = ServiceFinder(clock: .system) { () async throws(LinkError) in
            throw LinkError(.unreachable, "no route to the host")
        }
        let finding = await finder.find(until: MonotonicClock.system.deadline(in: .seconds(2)))
        #expect(finding.failure == "no route to the host")
    }
}
