import Checkout
import CoAP
import HAPAccessory
import HAPController
import HAPCrypto
import HAPModel
import Judge
import Links
import Measurement
import RunRecord
import Runner
import SelfTest
import SuiteLanguage
import Synchronization
import Testing

/// Whole runs against an accessory over Thread that sends what no accessory should.
@Suite("A hostile accessory over Thread")
struct HostileThreadTests {
    private static let place = DatagramAddress(host: "2001:db8::1", port: 5683)

    /// What the accessory answers to each request.
    enum Malice: String, CaseIterable, CustomTestStringConvertible {
        case garbage = "datagrams that are not messages"
        case truncatedOption = "an option that breaks off"
        case hugeOption = "an option with a huge length"
        case criticalOption = "a critical option that does not exist"
        case endlessBlocks = "blocks without an end"
        case strayResponses = "responses to requests that were not made"

        var testDescription: String { rawValue }

        /// The text that the record has about it.
        var trace: String {
            switch self {
            case .garbage: "not a CoAP message"
            case .truncatedOption, .hugeOption: "the datagram ends in option"
            case .criticalOption: "critical option"
            case .endlessBlocks: "Block2"
            case .strayResponses: "no request waits for CON 5.03 Service Unavailable"
            }
        }

        func answers(to request: CoAPMessage) -> [[UInt8]] {
            var answer = CoAPMessage(.acknowledgement, .changed, id: request.id, token: request.token)
            switch self {
            case .garbage: return [[], [0x40], [UInt8](repeating: 0xff, count: 1400)]
            case .truncatedOption: return [answer.encoded() + [0xb4, 1, 2]]
            case .hugeOption: return [answer.encoded() + [0xbe, 0xff, 0xff, 1]]
            case .criticalOption:
                answer.options = [CoAPOption(CoAPOption.Number(rawValue: 65001), [1])]
                return [answer.encoded()]
            case .endlessBlocks:
                let asked = request.block(.block2)?.number ?? 0
                let block = CoAPBlock(number: asked, isMore: true)
                answer.options = [block.option(.block2)]
                answer.payload = [UInt8](repeating: 6, count: block.size)
                return [answer.encoded()]
            case .strayResponses:
                return (0..<20).map { number in
                    CoAPMessage(.confirmable, .serviceUnavailable, id: request.id &+ number, token: [1, 2]).encoded()
                }
            }
        }
    }

    @Test("A run ends in time, proves nothing and records what arrived", arguments: Malice.allCases)
    func run(malice: Malice) throws {
        let (library, simulators) = (try Checkout.library, try Checkout.simulators)
        let definition = try #require(simulators.accessory("lightbulb"))
        let bench = VirtualBench()
        let clock = bench.clock
        let (result, events) = try bench.run {
            let network = InProcessDatagrams(clock: clock, host: Self.place.host, latency: .milliseconds(5))
            let socket = Socket()
            let port = try await network.bind(Self.place) { socket.answer($0, with: malice) }
            socket.use(port)
            let journal = Journal(clock: clock)
            let transport = ThreadTransport(to: Self.place, over: network.neighbour("2001:db8::2"), clock: clock)
            let engine = RunEngine(
                environment: RunEnvironment(transport: transport, clock: clock, random: SeededRandom(seed: 1)),
                settings: RunSettings(
                    accessory: "hostile",
                    setupCode: definition.setupCode,
                    selection: Selection(patterns: ["thread.*", "pair-setup.complete", "read.one*"]),
                    seed: 1,
                    rerun: "assay run",
                    started: "1970-01-01T00:00:00Z"
                ),
                library: library,
                catalogue: simulators.catalogue,
                journal: journal,
                ledger: nil
            )
            let result = await engine.run()
            await port.close()
            return (result, journal.events)
        }
        #expect(!result.verdicts.contains { $0.outcome == .passed || $0.outcome == .errored })
        #expect(bench.now.nanoseconds < 3_600_000_000_000)
        #expect(events.contains { "\($0.body)".contains(malice.trace) }, "the record shows what arrived")
        guard malice == .endlessBlocks else { return }
        let reasons = result.verdicts.compactMap(\.reason) + [result.end.message ?? ""]
        let start = "the start of a response (1022976 bytes), which did not end within 10 s to M1"
        #expect(reasons.contains { $0.contains(start) }, "\(Set(reasons))")
        #expect(!reasons.contains { $0.contains("no response") }, "\(Set(reasons))")
    }
}

/// The hostile accessory's port.
private final class Socket: Sendable {
    private let port = Mutex<(any DatagramSocket)?>(nil)

    func use(_ socket: any DatagramSocket) { port.withLock { $0 = socket } }

    /// Answers a ping as it should, and anything else with malice.
    func answer(_ arrival: DatagramArrival, with malice: HostileThreadTests.Malice) {
        guard case .datagram(let datagram) = arrival, let request = CoAPMessage.decoding(datagram.bytes).message,
            request.kind == .confirmable, let socket = port.withLock({ $0 })
        else { return }
        let answers =
            request.code == .empty
            ? [CoAPMessage(.reset, .empty, id: request.id).encoded()] : malice.answers(to: request)
        for answer in answers { socket.send(answer, to: datagram.source) }
    }
}
