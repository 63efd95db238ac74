import DNSWire
import HAPController
import Links
import Measurement
import Synchronization
import Testing

/// The search for all accessories, on a bench of virtual time.
@Suite("Searching for all accessories")
struct ServiceBrowserTests {
    /// The records of one accessory.
    private static func records(_ name: String, last: UInt8, ttl: UInt32 = 120, text: String = "sf=1") -> [DNSRecord] {
        let instance = AdvertisedService.type.prefixed(by: Array(name.utf8))
        let host = DNSName("host-\(last).local")
        return [
            DNSRecord(AdvertisedService.type, .ptr(instance), ttl: ttl),
            DNSRecord(instance, .srv(DNSRecord.SRV(port: 51826, target: host)), ttl: ttl, flushesCache: true),
            DNSRecord(instance, .txt([Array("id=\(name)".utf8), Array(text.utf8)]), ttl: ttl, flushesCache: true),
            DNSRecord(host, .a([192, 0, 2, last]), ttl: ttl, flushesCache: true),
        ]
    }

    private static func message(_ records: [DNSRecord]) -> [UInt8]? {
        DNSMessage(flags: DNSMessage.answerFlags, answers: records).encoded()
    }

    /// The names that a search shows, each time they change: after which second, and which.
    private typealias Shown = [(second: Int, names: [String])]

    /// Searches for `seconds`, as a member of the group, while `body` sends messages at it.
    private static func watch(
        for seconds: Int,
        _ body: @escaping @Sendable (any DatagramPort, MonotonicClock) async throws -> Void
    ) throws -> Shown {
        let bench = VirtualBench()
        let clock = bench.clock
        return try bench.run {
            let network = InProcessDatagrams(clock: clock, host: "192.0.2.1")
            let port = try await network.join(ServiceFinder.group)
            let browser = ServiceBrowser(
                [.init(network.neighbour("192.0.2.9"), interface: IPAddress(192, 0, 2, 9))],
                clock: clock
            )
            let begun = clock.now
            let shown = Mutex<Shown>([])
            async let done: Void = body(port, clock)
            let end = await browser.browse(until: clock.deadline(in: .seconds(seconds)), listening: .toEverything) {
                let names = $0.map { "\($0.advertisement.name) \($0.values.last?.value ?? "")" }
                let second = Int(begun.duration(to: clock.now).components.seconds)
                shown.withLock { $0.append((second, names)) }
                return false
            }
            #expect(end.failures == [])
            try await done
            return shown.withLock { $0 }
        }
    }

    @Test("Announcements, changes and goodbyes are shown when they arrive")
    func changes() throws {
        let shown = try Self.watch(for: 60) { port, clock in
            func say(_ records: [DNSRecord]) async throws {
                try await clock.sleep(until: clock.deadline(in: .seconds(5)))
                try await port.send(try #require(Self.message(records)), to: ServiceFinder.group)
            }
            try await say(Self.records("Lamp", last: 1))
            try await say(Self.records("Door", last: 2))
            try await say([Self.records("Lamp", last: 1, text: "sf=0")[2]])
            try await say([Self.records("Lamp", last: 1, ttl: 0)[0]])
        }
        #expect(shown.map(\.second) == [5, 10, 15, 20])
        #expect(shown.map(\.names) == [["Lamp 1"], ["Door 1", "Lamp 1"], ["Door 1", "Lamp 0"], ["Door 1"]])
    }

    @Test("An accessory that no longer renews its records disappears when they expire")
    func expiry() throws {
        let shown = try Self.watch(for: 300) { port, clock in
            try await clock.sleep(until: clock.deadline(in: .seconds(1)))
            try await port.send(try #require(Self.message(Self.records("Lamp", last: 1))), to: ServiceFinder.group)
        }
        #expect(shown.map(\.second) == [1, 121])
        #expect(shown.last?.names == [])
    }

    @Test("Two accessories of one host are two, and one that two networks show is one, with both addresses")
    func several() throws {
        let bench = VirtualBench()
        let clock = bench.clock
        let services = try bench.run {
            let networks = [
                InProcessDatagrams(clock: clock, host: "192.0.2.1"),
                InProcessDatagrams(clock: clock, host: "192.0.2.2"),
            ]
            let responders = try await [networks[0].join(ServiceFinder.group), networks[1].join(ServiceFinder.group)]
            let browser = ServiceBrowser(
                networks.map { .init($0.neighbour("192.0.2.9"), interface: IPAddress(192, 0, 2, 9)) },
                clock: clock
            )
            async let answers: Void = Self.answer(responders, clock)
            let found = await browser.browse(until: clock.deadline(in: .seconds(2))).services
            try await answers
            return found
        }
        #expect(services.map(\.advertisement.name) == ["Lamp", "Only 1", "Only 2"])
        #expect(services.first?.addresses.map(\.description) == ["192.0.2.1", "192.0.2.2"])
    }

    @Test("A service is incomplete while no network has shown its SRV and TXT records")
    func incomplete() throws {
        let bench = VirtualBench()
        let clock = bench.clock
        let found = try bench.run {
            let network = InProcessDatagrams(clock: clock, host: "192.0.2.1")
            let responder = try await network.join(ServiceFinder.group)
            let browser = ServiceBrowser(
                [.init(network.neighbour("192.0.2.9"), interface: IPAddress(192, 0, 2, 9))],
                clock: clock
            )
            async let answers: Void = Self.answerInPart(responder, clock)
            let found = await browser.browse(until: clock.deadline(in: .seconds(2)))
            try await answers
            return found
        }
        #expect(found.services.map(\.advertisement.name) == ["Lamp"])
        #expect(found.incomplete.map { String(decoding: $0.instance, as: UTF8.self) } == ["Door", "Plug"])
        #expect(found.incomplete.map(\.missing) == [["SRV"], ["SRV", "TXT"]])
        #expect(found.incomplete.first?.source?.description == "192.0.2.1")
    }

    /// Answers the first question with one whole service and parts of two.
    private static func answerInPart(_ responder: any DatagramPort, _ clock: MonotonicClock) async throws {
        guard let query = await responder.receive(until: clock.deadline(in: .seconds(1))) else { return }
        let (lamp, door, plug) = (records("Lamp", last: 1), records("Door", last: 2), records("Plug", last: 3))
        let told = lamp + [door[0], door[2], plug[0]]
        try await responder.send(try #require(message(told)), to: query.source)
    }

    @Test("A port that ends, ends the search of its network with the reason")
    func ended() throws {
        let bench = VirtualBench()
        let clock = bench.clock
        let (failures, seconds) = try bench.run {
            let network = EndingNetwork(InProcessDatagrams(clock: clock, host: "192.0.2.9"))
            let browser = ServiceBrowser([.init(network, interface: IPAddress(192, 0, 2, 9))], clock: clock)
            let begun = clock.now
            async let ending: Void = Self.end(network, clock)
            let failures = await browser.browse(until: Moment(nanoseconds: .max), listening: .toEverything).failures
            try await ending
            return (failures, begun.duration(to: clock.now).components.seconds)
        }
        #expect(failures == ["the port 192.0.2.9:5353 is closed: open another one"])
        #expect(seconds == 5)
    }

    private static func end(_ network: EndingNetwork, _ clock: MonotonicClock) async throws {
        try await clock.sleep(until: clock.deadline(in: .seconds(5)))
        await network.end()
    }

    /// Answers the first question on each network with two accessories: one of all networks, and one of its own.
    private static func answer(_ responders: [any DatagramPort], _ clock: MonotonicClock) async throws {
        for (index, responder) in responders.enumerated() {
            guard let query = await responder.receive(until: clock.deadline(in: .seconds(1))) else { continue }
            let last = UInt8(index + 1)
            for name in ["Lamp", "Only \(last)"] {
                try await responder.send(try #require(message(records(name, last: last))), to: query.source)
            }
        }
    }
}

/// A network whose port can end while it is used, as that of a relay.
private final class EndingNetwork: DatagramNetwork {
    private let network: InProcessDatagrams
    private let port = Mutex<(any DatagramPort)?>(nil)

    init(_ network: InProcessDatagrams) {
        self.network = network
    }

    func end() async { await port.withLock { $0 }?.close() }

    func open() async throws(LinkError) -> any DatagramPort { keep(try await network.open()) }

    func join(_ group: DatagramAddress) async throws(LinkError) -> any DatagramPort {
        keep(try await network.join(group))
    }

    func hardwareAddress(of host: IPAddress) async -> [UInt8]? { nil }

    private func keep(_ port: any DatagramPort) -> any DatagramPort {
        self.port.withLock { $0 = port }
        return port
    }
}
