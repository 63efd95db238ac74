import HTTPWire
import Testing

@Suite("Requests")
struct RequestTests {
    @Test(
        "are read as they are encoded",
        arguments: [
            HTTPRequest("GET", "/characteristics?id=1.2,1.3"),
            HTTPRequest("PUT", "/characteristics", headers: [HTTPHeader("Host", "lamp")], body: Array("{}".utf8)),
            HTTPRequest("POST", "/pairings", body: [UInt8](repeating: 7, count: 5000), framing: .chunked(999)),
            HTTPRequest("PUT", "/prepare", headers: [HTTPHeader("Content-Length", "0")], framing: .asGiven),
        ]
    )
    func roundTrip(request: HTTPRequest) throws {
        for reading in Reading.inManyWays(request.encoded(), .requests) {
            #expect(reading.failure == nil)
            let message = try #require(reading.messages.first)
            #expect(message.method == request.method)
            #expect(message.target == request.target)
            #expect(message.body == request.body)
            #expect(message.raw == request.encoded())
            #expect(message.deviations.isEmpty)
        }
    }

    @Test("have these bytes")
    func bytes() {
        let request = HTTPRequest("PUT", "/a", headers: [HTTPHeader("Host", "lamp")], body: [0x7b, 0x7d])
        #expect(request.encoded() == wire("PUT /a HTTP/1.1\nHost: lamp\nContent-Length: 2\n\n{}"))
        let chunked = HTTPRequest("PUT", "/a", body: Array("abcde".utf8), framing: .chunked(3))
        #expect(chunked.encoded() == wire("PUT /a HTTP/1.1\nTransfer-Encoding: chunked\n\n3\nabc\n2\nde\n0\n\n"))
        let odd = HTTPRequest(
            "GET",
            "/a",
            headers: [HTTPHeader("", "", raw: [0x41, 0x0a])],
            body: [1],
            framing: .asGiven
        )
        #expect(odd.encoded() == wire("GET /a HTTP/1.1\n") + [0x41, 0x0a] + wire("\n") + [1])
    }

    @Test("are answered in these bytes")
    func responseBytes() {
        #expect(HTTPResponse(204).encoded() == wire("HTTP/1.1 204 No Content\n\n"))
        #expect(
            HTTPResponse.event(body: [0x5b, 0x5d]).encoded() == wire("EVENT/1.0 200 OK\nContent-Length: 2\n\n[]")
        )
        #expect(HTTPResponse(299, "Odd").encoded() == wire("HTTP/1.1 299 Odd\n\n"))
    }

    @Test("that arrive together are all read, in order")
    func pipelined() {
        let requests = (1...20).map { HTTPRequest("GET", "/characteristics?id=1.\($0)") }
        for reading in Reading.inManyWays(requests.flatMap { $0.encoded() }, .requests) {
            #expect(reading.messages.map(\.target) == requests.map(\.target))
        }
    }

    @Test("show their head before the body has arrived")
    func pendingHead() {
        var decoder = HTTPDecoder(.requests)
        #expect(decoder.feed(wire("PUT /a HTTP/1.1\nExpect: 100-continue\nContent-Length: 4\n\nab")).isEmpty)
        #expect(decoder.pendingHead?.headers["expect"] == "100-continue")
        #expect(decoder.feed([0x63, 0x64]).map(\.body) == [Array("abcd".utf8)])
        #expect(decoder.pendingHead == nil)
    }

    @Test(
        "that are malformed are a failure",
        arguments: [
            ("GET /\n\n", HTTPError.Code.startLine),
            ("GET\n\n", .startLine),
            ("GE(T / HTTP/1.1\n\n", .startLine),
            ("GET / HTTP\n\n", .startLine),
            ("PUT / HTTP/1.1\nTransfer-Encoding: gzip\n\n", .coding),
            ("PUT / HTTP/1.1\nContent-Length: 1, 2\n\n", .length),
            ("PUT / HTTP/1.1\nContent-Length: \n\n", .length),
        ]
    )
    func failures(text: String, code: HTTPError.Code) {
        for reading in Reading.inManyWays(wire(text), .requests) {
            #expect(reading.failure?.code == code)
        }
    }

    @Test("that are ambiguous are read by their chunks, with a deviation")
    func ambiguous() throws {
        let bytes = wire("PUT / HTTP/1.1\nContent-Length: 99\nTransfer-Encoding: chunked\n\n1\nx\n0\n\n")
        let message = try #require(Reading.of(bytes, .requests).messages.first)
        #expect(message.body == [0x78])
        #expect(message.deviations.map(\.message) == ["both Transfer-Encoding and Content-Length"])
    }

    @Test("list their deviations from the grammar")
    func deviations() throws {
        let bytes = wire("GET /a b HTTP/1.0\nConnection: keep-alive, Close\n\n")
        let message = try #require(Reading.of(bytes, .requests).messages.first)
        #expect(message.target == "/a b")
        #expect(message.saysClose)
        #expect(message.deviations.map(\.offset) == [6, 9])
    }
}
