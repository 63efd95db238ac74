import Measurement
import Testing

@testable import CoAP

@Suite("Endpoints of CoAP")
struct CoAPEndpointTests {
    private typealias Endpoint = CoAPEndpoint<String>

    private static func endpoint(_ seed: UInt64 = 1) -> Endpoint { Endpoint(random: Numbers(state: seed)) }

    private static func datagrams(_ outputs: [Endpoint.Output]) -> [CoAPMessage] {
        outputs.compactMap { if case .send(let bytes, _) = $0 { CoAPMessage.decoding(bytes).message } else { nil } }
    }

    private static func moment(_ seconds: Double) -> Moment { Moment(nanoseconds: Int64(seconds * 1e9)) }

    private static let post = CoAPMessage(.confirmable, .post, options: CoAPMessage.path("/1"), payload: [1])

    @Test("A confirmable request is repeated four times, each time after twice the time, and then given up")
    func repetitions() throws {
        var endpoint = Self.endpoint()
        let id = endpoint.request(Self.post, to: "b", now: Self.moment(0))
        let first = Self.datagrams(endpoint.takeOutputs())
        var moments: [Moment] = []
        while let deadline = endpoint.nextDeadline {
            moments.append(deadline)
            endpoint.wake(now: deadline)
            let outputs = endpoint.takeOutputs()
            guard moments.count == 5 else {
                #expect(Self.datagrams(outputs) == first)
                continue
            }
            guard case .failed(id, .unacknowledged)? = outputs.first else {
                Issue.record("\(outputs)")
                return
            }
        }
        #expect(moments.count == 5)
        let waits = zip([Self.moment(0)] + moments, moments).map { $0.duration(to: $1) }
        #expect(waits[0] >= .seconds(2) && waits[0] <= .seconds(3))
        for (wait, next) in zip(waits, waits.dropFirst()) {
            #expect(next >= wait * 2 - .microseconds(1) && next <= wait * 2 + .microseconds(1))
        }
    }

    @Test("A repeated request is answered with the same datagram, and arrives once")
    func repeatedRequest() throws {
        var endpoint = Self.endpoint()
        var message = Self.post
        (message.id, message.token) = (77, [5])
        endpoint.received(message.encoded(), from: "a", now: Self.moment(0))
        guard case .request(let incoming)? = endpoint.takeOutputs().first else {
            Issue.record("no request")
            return
        }
        endpoint.respond(to: incoming, with: CoAPMessage(.acknowledgement, .changed, payload: [9]), now: Self.moment(0))
        let answer = Self.datagrams(endpoint.takeOutputs())
        let expected = CoAPMessage(.acknowledgement, .changed, id: 77, token: [5], payload: [9])
        #expect(answer == [expected])
        endpoint.received(message.encoded(), from: "a", now: Self.moment(200))
        let outputs = endpoint.takeOutputs()
        #expect(outputs.count == 1)
        #expect(Self.datagrams(outputs) == [expected])
        // Another peer has message ids of its own; after EXCHANGE_LIFETIME an id may be used again.
        for (peer, time) in [("c", 201.0), ("a", 248)] {
            endpoint.received(message.encoded(), from: peer, now: Self.moment(time))
            guard case .request? = endpoint.takeOutputs().first else {
                Issue.record("\(peer): not taken as new")
                return
            }
        }
    }

    @Test("A slow answer is preceded by an empty acknowledgement, and is repeated until it is acknowledged")
    func separateResponse() throws {
        var (client, server) = (Self.endpoint(1), Self.endpoint(2))
        let id = client.request(Self.post, to: "server", now: Self.moment(0))
        let request = try #require(Self.datagrams(client.takeOutputs()).first)
        server.received(request.encoded(), from: "client", now: Self.moment(0))
        guard case .request(let incoming)? = server.takeOutputs().first else {
            Issue.record("no request")
            return
        }
        let due = try #require(server.nextDeadline)
        server.wake(now: due)
        let acknowledgement = try #require(Self.datagrams(server.takeOutputs()).first)
        #expect(acknowledgement == CoAPMessage(.acknowledgement, .empty, id: request.id))
        client.received(acknowledgement.encoded(), from: "server", now: due)
        guard case .acknowledged(id)? = client.takeOutputs().first else {
            Issue.record("not acknowledged")
            return
        }
        // The request is not repeated any more.
        #expect(client.nextDeadline == nil)
        server.respond(to: incoming, with: CoAPMessage(.acknowledgement, .changed), now: Self.moment(5))
        let response = try #require(Self.datagrams(server.takeOutputs()).first)
        #expect(response.kind == .confirmable && response.token == request.token)
        server.wake(now: try #require(server.nextDeadline))
        #expect(Self.datagrams(server.takeOutputs()) == [response])
        for isFirst in [true, false] {
            client.received(response.encoded(), from: "server", now: Self.moment(9))
            let outputs = client.takeOutputs()
            #expect(Self.datagrams(outputs) == [CoAPMessage(.acknowledgement, .empty, id: response.id)])
            #expect(outputs.count == (isFirst ? 2 : 1), "a repeated response arrives once")
        }
        server.received(
            CoAPMessage(.acknowledgement, .empty, id: response.id).encoded(),
            from: "client",
            now: Self.moment(9)
        )
        #expect(server.nextDeadline == nil)
    }

    @Test("The second request to a peer waits until the first is answered")
    func oneAtATime() throws {
        var endpoint = Self.endpoint()
        endpoint.request(Self.post, to: "b", now: Self.moment(0))
        endpoint.request(Self.post, to: "b", now: Self.moment(0))
        let first = Self.datagrams(endpoint.takeOutputs())
        #expect(first.count == 1)
        let answer = CoAPMessage(.acknowledgement, .changed, id: first[0].id, token: first[0].token)
        endpoint.received(answer.encoded(), from: "b", now: Self.moment(0))
        let second = Self.datagrams(endpoint.takeOutputs())
        #expect(second.count == 1 && second[0].id != first[0].id && second[0].token != first[0].token)
    }

    @Test("Answers of another peer, with another id or another token are not taken")
    func strangers() throws {
        var endpoint = Self.endpoint()
        endpoint.request(Self.post, to: "b", now: Self.moment(0))
        let sent = try #require(Self.datagrams(endpoint.takeOutputs()).first)
        let right = CoAPMessage(.acknowledgement, .changed, id: sent.id, token: sent.token)
        var (otherID, otherToken) = (right, right)
        otherID.id &+= 1
        otherToken.token[0] ^= 1
        for (message, peer) in [(right, "c"), (otherID, "b"), (otherToken, "b")] {
            endpoint.received(message.encoded(), from: peer, now: Self.moment(1))
            guard case .ignored(message, [], peer)? = endpoint.takeOutputs().first else {
                Issue.record("\(message) of \(peer) was taken")
                return
            }
        }
        endpoint.received(CoAPMessage(.reset, .empty, id: sent.id).encoded(), from: "b", now: Self.moment(1))
        guard case .failed(_, .reset)? = endpoint.takeOutputs().first else {
            Issue.record("a reset ends the request")
            return
        }
    }

    @Test("A request with an unknown critical option is refused with 4.02, an elective one is ignored")
    func criticalOption() throws {
        for (number, isRefused) in [(UInt16(9), true), (10, false)] {
            var endpoint = Self.endpoint()
            var message = Self.post
            message.options.append(CoAPOption(CoAPOption.Number(rawValue: number)))
            endpoint.received(message.encoded(), from: "a", now: Self.moment(0))
            let answers = Self.datagrams(endpoint.takeOutputs())
            #expect(answers.map(\.code) == (isRefused ? [.badOption] : []))
        }
    }

    @Test("Empty confirmable and malformed messages are rejected with Reset; nothing else answers garbage")
    func rejected() {
        var endpoint = Self.endpoint()
        for bytes in [[0x40, 0x00, 0x12, 0x34], [0x40, 0x02, 0x12, 0x34, 0xff]] as [[UInt8]] {
            endpoint.received(bytes, from: "a", now: Self.moment(0))
            #expect(Self.datagrams(endpoint.takeOutputs()) == [CoAPMessage(.reset, .empty, id: 0x1234)])
        }
        for bytes in [[], [0xff], [0x50, 0x02, 0, 0, 0xff], [0x60, 0x44, 0, 0], [0x70, 0, 0, 0]] as [[UInt8]] {
            endpoint.received(bytes, from: "a", now: Self.moment(0))
            #expect(Self.datagrams(endpoint.takeOutputs()).isEmpty)
        }
    }

    @Test("Only an answer to a ping answers it, not a response with an empty token")
    func ping() throws {
        var endpoint = Self.endpoint()
        let id = endpoint.ping("b", now: Self.moment(0))
        let sent = try #require(Self.datagrams(endpoint.takeOutputs()).first)
        let stray = CoAPMessage(.nonConfirmable, .content, id: 9, payload: [1])
        endpoint.received(stray.encoded(), from: "b", now: Self.moment(1))
        guard case .ignored(stray, [], "b")? = endpoint.takeOutputs().first else {
            Issue.record("the response was taken")
            return
        }
        endpoint.received(CoAPMessage(.reset, .empty, id: sent.id).encoded(), from: "b", now: Self.moment(1))
        guard case .response(_, id)? = endpoint.takeOutputs().first else {
            Issue.record("the answer was not taken")
            return
        }
        endpoint.answersPings = false
        endpoint.received(CoAPMessage(.confirmable, .empty, id: 3).encoded(), from: "b", now: Self.moment(1))
        #expect(endpoint.takeOutputs().isEmpty)
    }

    @Test("The memory of an endpoint is bounded")
    func bounded() {
        var timing = CoAPTiming()
        timing.remembered = 8
        var endpoint = Endpoint(timing: timing, random: Numbers(state: 3))
        var taken = 0
        for round in 0..<2 {
            for id in 0..<9 as Range<UInt16> {
                var message = Self.post
                (message.kind, message.id) = (.nonConfirmable, id)
                endpoint.received(message.encoded(), from: "a", now: Self.moment(Double(round)))
                for output in endpoint.takeOutputs() { if case .request = output { taken += 1 } }
            }
        }
        #expect(taken == 18, "the ninth id pushes the first one out")
    }
}

/// A small generator with a seed (SplitMix64).
/// Two controllers that have the same port, one after the other.
@Suite("A port that is used again")
struct ReusedPortTests {
    @Test("A message with the id of an earlier one but another token is a new request")
    func token() {
        var endpoint = CoAPEndpoint<String>(random: Numbers(state: 1))
        for token in [UInt8(1), 2, 2] {
            let message = CoAPMessage(.confirmable, .post, id: 5, token: [token], options: CoAPMessage.path("/2"))
            endpoint.received(message.encoded(), from: "a", now: Moment(nanoseconds: Int64(token)))
        }
        let requests = endpoint.takeOutputs().filter { if case .request = $0 { true } else { false } }
        #expect(requests.count == 2)
    }
}

struct Numbers: RandomNumberGenerator, Sendable {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
