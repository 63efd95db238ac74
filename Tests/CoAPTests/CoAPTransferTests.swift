import Measurement
import Testing

@testable import CoAP

@Suite("Transfers between two endpoints of CoAP")
struct CoAPTransferTests {
    private typealias Endpoint = CoAPEndpoint<String>

    /// A client and a server with a network between them that loses, doubles and delays datagrams.
    private struct World {
        var endpoints = ["client": Endpoint(random: Numbers(state: 1)), "server": Endpoint(random: Numbers(state: 2))]
        var network: [(at: Moment, bytes: [UInt8], from: String, to: String)] = []
        var now = Moment(nanoseconds: 0)
        var random: Numbers
        /// Of a hundred datagrams, how many are lost, and how many arrive twice.
        var lost = 0
        var doubled = 0
        /// The bodies that reached the server, in order.
        var served: [[UInt8]] = []
        var results: [UInt64: [UInt8]?] = [:]
        /// What the server answers.
        var answer: ([UInt8]) -> [UInt8]
        var largest = 0

        mutating func drain() {
            for name in ["client", "server"] {
                for output in endpoints[name]?.takeOutputs() ?? [] {
                    switch output {
                    case .send(let bytes, let peer): carry(bytes, from: name, to: peer)
                    case .request(let incoming):
                        served.append(incoming.message.payload)
                        let payload = answer(incoming.message.payload)
                        let response = CoAPMessage(.acknowledgement, .changed, payload: payload)
                        endpoints[name]?.respond(to: incoming, with: response, now: now)
                        drain()
                    case .response(let message, let id): results[id] = message.payload
                    case .failed(let id, _): results[id] = .some(nil)
                    case .acknowledged, .ignored: break
                    }
                }
            }
        }

        private mutating func carry(_ bytes: [UInt8], from: String, to: String) {
            largest = max(largest, bytes.count)
            let copies = Int.random(in: 0..<100, using: &random) < doubled ? 2 : 1
            for _ in 0..<copies where Int.random(in: 0..<100, using: &random) >= lost {
                let delay = Duration.milliseconds(Int.random(in: 1...40, using: &random))
                network.append((now.advanced(by: delay), bytes, from, to))
            }
        }

        mutating func run() {
            drain()
            while true {
                let arrival = network.indices.min { network[$0].at < network[$1].at }
                let deadline = endpoints.values.compactMap(\.nextDeadline).min()
                if let arrival, network[arrival].at <= deadline ?? .init(nanoseconds: .max) {
                    let datagram = network.remove(at: arrival)
                    now = datagram.at
                    endpoints[datagram.to]?.received(datagram.bytes, from: datagram.from, now: now)
                } else if let deadline {
                    now = deadline
                    for name in ["client", "server"] { endpoints[name]?.wake(now: now) }
                } else {
                    return
                }
                drain()
            }
        }
    }

    private static func body(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) } }

    private static func post(_ payload: [UInt8]) -> CoAPMessage {
        CoAPMessage(.confirmable, .post, options: CoAPMessage.path("/1"), payload: payload)
    }

    @Test("Bodies of any size arrive whole in both directions", arguments: [0, 1, 1024, 1025, 2048, 5000, 70_000])
    func sizes(count: Int) {
        var world = World(random: Numbers(state: 9), answer: { $0.reversed() })
        world.endpoints["client"]?.request(Self.post(Self.body(count)), to: "server", now: world.now)
        world.run()
        #expect(world.served == [Self.body(count)])
        #expect(world.results == [1: Self.body(count).reversed()])
        #expect(world.largest <= 1024 + 32, "no datagram is larger than a block with its header")
    }

    @Test("A body above the limit is refused by the server, and given up by the client")
    func limits() {
        var timing = CoAPTiming()
        timing.bodyMaximum = 3000
        var world = World(random: Numbers(state: 9), answer: { _ in [] })
        world.endpoints["server"] = Endpoint(timing: timing, random: Numbers(state: 4))
        world.endpoints["client"]?.request(Self.post(Self.body(5000)), to: "server", now: world.now)
        world.run()
        #expect(world.served.isEmpty && world.results == [1: []])
        world = World(random: Numbers(state: 9), answer: { _ in Self.body(5000) })
        world.endpoints["client"] = Endpoint(timing: timing, random: Numbers(state: 4))
        world.endpoints["client"]?.request(Self.post([1]), to: "server", now: world.now)
        world.run()
        #expect(world.results == [1: nil])
    }

    /// A peer that answers each message of a request as `answer` says.
    ///
    /// - Returns: the body of the last response; `nil` if the request is given up.
    private static func result(
        of payload: [UInt8],
        _ answer: (CoAPMessage) -> CoAPMessage
    ) throws -> (body: [UInt8]?, messages: [CoAPMessage], failure: CoAPFailure?) {
        var client = Endpoint(random: Numbers(state: 1))
        client.request(Self.post(payload), to: "peer", now: Moment(nanoseconds: 0))
        var messages: [CoAPMessage] = []
        while messages.count < 500 {
            let outputs = client.takeOutputs()
            if outputs.isEmpty { break }
            for output in outputs {
                switch output {
                case .send(let bytes, _):
                    let message = try #require(CoAPMessage.decoding(bytes).message)
                    messages.append(message)
                    var response = answer(message)
                    (response.id, response.token) = (message.id, message.token)
                    client.received(response.encoded(), from: "peer", now: Moment(nanoseconds: 0))
                case .response(let response, _): return (response.payload, messages, nil)
                case .failed(_, let failure): return (nil, messages, failure)
                default: break
                }
            }
        }
        return (nil, messages, nil)
    }

    @Test(
        "A peer that asks for smaller blocks of the request gets them, also if it has refused the first",
        arguments: [false, true]
    )
    func smallerRequests(isRefused: Bool) throws {
        let body = Self.body(3000)
        var taken: [UInt8] = []
        let (answer, messages, _) = try Self.result(of: body) { message in
            guard let block = message.block(.block1) else { return CoAPMessage(.acknowledgement, .badRequest) }
            if isRefused, block.size > 64 {
                let wanted = CoAPBlock(number: 0, isMore: false, sizeExponent: 2).option(.block1)
                return CoAPMessage(.acknowledgement, .requestEntityTooLarge, options: [wanted])
            }
            guard block.offset == taken.count else { return CoAPMessage(.acknowledgement, .requestEntityIncomplete) }
            taken += message.payload
            var echo = block
            echo.sizeExponent = 2
            // The number is that of the block which arrived, in its own size.
            return CoAPMessage(
                .acknowledgement,
                block.isMore ? .continue : .changed,
                options: [echo.option(.block1)],
                payload: block.isMore ? [] : [7]
            )
        }
        #expect(answer == [7])
        #expect(taken == body)
        #expect(messages.dropFirst().allSatisfy { $0.payload.count <= 64 })
    }

    @Test("Blocks of a response may become smaller in the middle; those that do not fit together end the request")
    func smallerResponses() throws {
        let body = Self.body(5000)
        func part(_ offset: Int, _ exponent: Int) -> CoAPMessage {
            let block = CoAPBlock(
                number: offset >> (4 + exponent),
                isMore: offset + (16 << exponent) < body.count,
                sizeExponent: exponent
            )
            let payload = Array(body.dropFirst(offset).prefix(block.size))
            return CoAPMessage(.acknowledgement, .changed, options: [block.option(.block2)], payload: payload)
        }
        let shrinking = try Self.result(of: [1]) { message in
            let offset = message.block(.block2)?.offset ?? 0
            return part(offset, offset < 2048 ? 6 : 4)
        }
        #expect(shrinking.body == body)
        let repeated = try Self.result(of: [1]) { _ in part(1024, 6) }
        #expect(repeated.failure == .blocks)
        let unreadable = try Self.result(of: [1]) { _ in
            CoAPMessage(.acknowledgement, .changed, options: [CoAPOption(.block2, [0x0f])], payload: [1])
        }
        #expect(unreadable.failure == .blocks)
    }

    @Test("Over a network that loses, doubles and reorders, each request is carried out once and answered, or given up")
    func loss() {
        var answered = 0
        for seed in 0..<300 as Range<UInt64> {
            var world = World(random: Numbers(state: seed), answer: { $0 + [0xee] })
            (world.lost, world.doubled) = (20, 20)
            let bodies = [Self.body(3), Self.body(1500), Self.body(4)]
            for body in bodies { world.endpoints["client"]?.request(Self.post(body), to: "server", now: world.now) }
            world.run()
            #expect(world.results.count == 3, "seed \(seed): every request has a result")
            let sizes = world.served.map(\.count)
            #expect(Set(sizes).count == sizes.count, "seed \(seed): nothing is carried out twice")
            for (id, result) in world.results {
                guard let result else { continue }
                answered += 1
                #expect(result == bodies[Int(id) - 1] + [0xee], "seed \(seed)")
            }
        }
        #expect(answered > 850, "\(answered) of 900")
    }
}
