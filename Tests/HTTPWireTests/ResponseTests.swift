import HTTPWire
import Testing

@Suite("Responses")
struct ResponseTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        var name: String
        var text: String
        var status: Int
        var body = ""
        var framing = HTTPMessage.Framing.none
        var deviations: [String] = []
        var testDescription: String { name }
        var bytes: [UInt8] { wire(text) }
    }

    static let vectors = [
        Vector(
            name: "content length",
            text: "HTTP/1.1 200 OK\nContent-Type: application/hap+json\nContent-Length: 2\n\n{}",
            status: 200,
            body: "{}",
            framing: .contentLength(2)
        ),
        Vector(name: "no content", text: "HTTP/1.1 204 No Content\n\n", status: 204),
        Vector(
            name: "multi-status in chunks",
            text: "HTTP/1.1 207 Multi-Status\nTransfer-Encoding: chunked\n\n3\nabc\nA;x=1\n0123456789\n0\nX: y\n\n",
            status: 207,
            body: "abc0123456789",
            framing: .chunked
        ),
        Vector(
            name: "event",
            text: "EVENT/1.0 200 OK\ncontent-length:  2 \n\n[]",
            status: 200,
            body: "[]",
            framing: .contentLength(2)
        ),
        Vector(
            name: "no reason",
            text: "HTTP/1.1 200\nContent-Length: 0\n\n",
            status: 200,
            framing: .contentLength(0),
            deviations: ["byte 12: no space after the status"]
        ),
        Vector(
            name: "empty reason",
            text: "HTTP/1.1 200 \nContent-Length: 0\n\n",
            status: 200,
            framing: .contentLength(0)
        ),
        Vector(
            name: "length zero of an answer without content",
            text: "HTTP/1.1 204 No Content\nContent-Length: 0\n\n",
            status: 204
        ),
        Vector(
            name: "length of an answer without content",
            text: "HTTP/1.1 204 No Content\nContent-Length: 1\n\n",
            status: 204,
            deviations: ["byte 46: a response with status 204 has no Content-Length or Transfer-Encoding"]
        ),
        Vector(
            name: "head alone, as Apple's ADK refuses",
            text: "HTTP/1.1 470 Connection Authorization Required\n\n",
            status: 470
        ),
        Vector(
            name: "old version, empty line first",
            text: "\n\nHTTP/1.0 200 OK\nContent-Length: 1\n\nx",
            status: 200,
            body: "x",
            framing: .contentLength(1),
            deviations: [
                "byte 0: an empty line precedes the first line", "byte 4: the version is 1.0, not 1.1",
            ]
        ),
        Vector(
            name: "odd fields",
            text: "EVENT/1.1 200 OK\nContent-Length : 2\nnonsense\nA: \u{e9}\nB: x\n  y\nContent-Length: 2\n\n{}",
            status: 200,
            body: "{}",
            framing: .contentLength(2),
            deviations: [
                "byte 0: the version of the event is 1.1, not 1.0",
                "byte 32: white space precedes the colon",
                "byte 38: the header field has no colon",
                "byte 51: the line contains a byte that is not ASCII",
                "byte 61: the header field is folded onto another line",
                "byte 87: Content-Length is present 2 times",
            ]
        ),
    ]

    @Test("are read alike however their bytes are cut", arguments: vectors)
    func readsVector(vector: Vector) throws {
        for reading in Reading.inManyWays(vector.bytes, .responses) {
            #expect(reading.failure == nil)
            #expect(reading.pending.isEmpty)
            let message = try #require(reading.messages.first)
            #expect(reading.messages.count == 1)
            #expect(message.status == vector.status)
            #expect(message.body == Array(vector.body.utf8))
            #expect(message.framing == vector.framing)
            #expect(message.raw == vector.bytes)
            #expect(message.deviations.map(\.description) == vector.deviations)
        }
    }

    @Test("are separated when many arrive in one piece")
    func merged() {
        let bytes = Self.vectors.flatMap(\.bytes)
        for reading in Reading.inManyWays(bytes, .responses) {
            #expect(reading.failure == nil)
            #expect(reading.messages.map(\.raw) == Self.vectors.map(\.bytes))
            #expect(reading.messages.map(\.isEvent) == Self.vectors.map { $0.text.contains("EVENT") })
        }
    }

    @Test("keep header fields with their bytes")
    func headers() throws {
        let bytes = wire("HTTP/1.1 200 OK\nX-A:  one \nx-a: two\n three\nContent-Length: 0\n\n")
        let message = try #require(Reading.of(bytes, .responses).messages.first)
        #expect(message.headers["X-a"] == "one")
        #expect(message.headers.values(of: "x-A") == ["one", "two three"])
        #expect(
            message.headers.map { Array($0.raw) } == [
                wire("X-A:  one \n"), wire("x-a: two\n three\n"), wire("Content-Length: 0\n"),
            ]
        )
        #expect(message.startLine == "HTTP/1.1 200 OK")
    }

    @Test("accept bare line feeds, with a deviation")
    func bareLineFeeds() throws {
        let bytes = Array("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n1\nx\n0\n\n".utf8)
        for reading in Reading.inManyWays(bytes, .responses) {
            let message = try #require(reading.messages.first)
            #expect(message.body == [0x78])
            #expect(message.deviations.count == 6)
            #expect(message.deviations.allSatisfy { $0.message.contains("without a carriage return") })
        }
    }

    @Test("end with the connection if the head does not say where")
    func untilClose() throws {
        let bytes = wire("HTTP/1.1 200 OK\nContent-Type: text/plain\n\nall of it")
        for reading in Reading.inManyWays(bytes, .responses, ending: true) {
            let message = try #require(reading.messages.first)
            #expect(message.body == Array("all of it".utf8))
            #expect(message.framing == .untilClose)
            #expect(message.raw == bytes)
            #expect(message.deviations.count == 1)
        }
    }

    @Test("may end with the connection if they say Connection: close (RFC 7230 3.3.3)")
    func announcedClose() throws {
        let bytes = wire("HTTP/1.1 470 No\nConnection: close\n\nall of it")
        for reading in Reading.inManyWays(bytes, .responses, ending: true) {
            let message = try #require(reading.messages.first)
            #expect(message.body == Array("all of it".utf8))
            #expect(message.deviations.isEmpty)
        }
    }

    @Test(
        "that are malformed are a failure with its place",
        arguments: [
            ("\u{16}\u{3}\u{1}", HTTPError.Code.startLine, 0),
            ("GARBAGE GARBAGE\n", .startLine, 0),
            ("HTTP/1.1 2000 OK\n\n", .startLine, 0),
            ("HTTP/1.1 abc OK\n\n", .startLine, 0),
            ("/ 200 OK\n\n", .startLine, 0),
            ("HTTP/1.1 200 OK\nContent-Length: 10\nContent-Length: 20\n\n", .length, 59),
            ("HTTP/1.1 200 OK\nContent-Length: -1\n\n", .length, 39),
            ("HTTP/1.1 200 OK\nContent-Length: 5x\n\n", .length, 39),
            ("HTTP/1.1 200 OK\nContent-Length: 99999999999999999999999\n\n", .bodyTooLarge, 60),
            ("HTTP/1.1 200 OK\nContent-Length: 4194305\n\n", .bodyTooLarge, 44),
            ("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\nxyz\n", .chunk, 47),
            ("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n3\nabcd\n", .chunk, 53),
            ("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\nffffffffffffffffff\n", .chunk, 47),
            ("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\nfffffff\n", .bodyTooLarge, 47),
        ]
    )
    func failures(text: String, code: HTTPError.Code, offset: Int) {
        for reading in Reading.inManyWays(wire(text), .responses) {
            #expect(reading.failure?.code == code)
            #expect(reading.failure?.offset == offset)
            #expect(reading.messages.isEmpty)
            #expect(reading.pending == wire(text))
        }
    }

    @Test("before a failure are not lost")
    func messagesBeforeFailure() {
        for reading in Reading.inManyWays(wire("HTTP/1.1 204 No Content\n\n\u{1}\u{2}"), .responses) {
            #expect(reading.messages.map(\.status) == [204])
            #expect(reading.failure?.code == .startLine)
            #expect(reading.pending == [1, 2])
        }
    }

    /// What follows a response that has no body: the messages after it, and what the last of them deviates in.
    static let forbiddenBodies: [(text: String, statuses: [Int])] = [
        ("HTTP/1.1 204 No Content\nContent-Length: 2\n\n{}HTTP/1.1 207 Multi\nContent-Length: 0\n\n", [204, 207]),
        ("HTTP/1.1 304 Old\nContent-Length: 4\n\nHTML" + "EVENT/1.0 200 OK\nContent-Length: 0\n\n", [304, 200]),
        (
            "HTTP/1.1 204 No Content\nContent-Length: 2\n\n\u{6}\u{1}EVENT/1.0 200 OK\nContent-Length: 0\n\n",
            [204, 200]
        ),
        ("HTTP/1.1 204 No Content\nContent-Length: 2\n\nHTTP/1.1 207 Multi\nContent-Length: 0\n\n", [204, 207]),
        ("HTTP/1.1 204 No Content\nContent-Length: 2\n\n{}", [204]),
        ("HTTP/1.1 204 No Content\nContent-Length: 3\n\n{}", [204]),
    ]

    @Test("are found after a body that a response announces although it must not have one", arguments: forbiddenBodies)
    func forbiddenBody(text: String, statuses: [Int]) {
        for reading in Reading.inManyWays(wire(text), .responses, ending: true) {
            #expect(reading.messages.map(\.status) == statuses)
        }
    }

    @Test("are not complete, but idle, before such a body and after it")
    func idleAtForbiddenBody() {
        var decoder = HTTPDecoder(.responses, limits: HTTPDecoder.Limits(head: 60, body: 100))
        #expect(decoder.feed(wire("HTTP/1.1 204 No Content\nContent-Length: 80\n\n")).map(\.status) == [204])
        for _ in 0..<80 {
            #expect(decoder.isIdle)
            #expect(decoder.feed([0x20]).isEmpty)
        }
        #expect(decoder.isIdle)
        #expect(decoder.feed(wire("HTTP/1.1 207 Multi\nContent-")).isEmpty)
        #expect(!decoder.isIdle)
        #expect(decoder.feed(wire("Length: 0\n\n")).map(\.status) == [207])
        #expect(decoder.isIdle && decoder.failure == nil)
    }

    @Test("after a body that was not announced are a failure")
    func unannouncedBody() {
        for reading in Reading.inManyWays(wire("HTTP/1.1 204 No Content\n\n{}HTTP/1.1 207 M\n\n"), .responses) {
            #expect(reading.messages.map(\.status) == [204])
            #expect(reading.failure?.code == .startLine)
        }
    }

    @Test(
        "are found after bytes that begin no message, if those are left out",
        arguments: [("é}", 3), ("\r\n", 0), ("", 0), ("EVIL", 4), ("EVENT", 5)]
    )
    func surplus(rest: String, count: Int) {
        var decoder = HTTPDecoder(.responses)
        let next = "HTTP/1.1 207 M\nContent-Length: 0\n\n"
        decoder.append(wire("HTTP/1.1 200 OK\nContent-Length: 2\n\n{}") + Array(rest.utf8) + wire(next))
        let first = decoder.next()
        #expect(first?.status == 200)
        #expect(decoder.skipSurplus() == Array(rest.utf8).suffix(count))
        let second = decoder.next()
        #expect(second?.status == 207)
        #expect(decoder.failure == nil && decoder.isIdle)
    }

    @Test("begin in one piece and end in another, also after another message")
    func beginning() {
        var decoder = HTTPDecoder(.responses)
        let first = decoder.feed(wire("HTTP/1.1 200 OK\nContent-Length: 2\n\n{}EVE"))
        #expect(first.count == 1 && decoder.skipSurplus() == [])
        let second = decoder.feed(wire("NT/1.0 200 OK\nContent-Length: 0\n\n"))
        #expect(second.map(\.isEvent) == [true])
    }

    @Test("of any size stay within the limits")
    func limits() {
        let limits = HTTPDecoder.Limits(head: 100, body: 50)
        let long = String(repeating: "x", count: 200)
        let texts: [(String, HTTPError.Code)] = [
            ("HTTP/1.1 200 \(long)", .headTooLarge),
            ("HTTP/1.1 200 OK\nA: \(long)\n\n", .headTooLarge),
            ("HTTP/1.1 200 OK\nContent-Length: 51\n\n", .bodyTooLarge),
            ("HTTP/1.1 200 OK\nContent-Type: a\n\n\(long)", .bodyTooLarge),
            ("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n30\n\(long)", .chunk),
            ("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n0\nA: \(long)", .headTooLarge),
        ]
        for (text, code) in texts {
            for reading in Reading.inManyWays(wire(text), .responses, limits: limits) {
                #expect(reading.failure?.code == code, "\(text)")
            }
        }
    }

    @Test("that are truncated by the end of the connection are a failure")
    func truncated() {
        for text in ["HTTP/1.1 2", "HTTP/1.1 200 OK\nContent-Length: 3\n\nab", "HTTP/1.1 200 OK\nContent-"] {
            for reading in Reading.inManyWays(wire(text), .responses, ending: true) {
                #expect(reading.failure?.code == .truncated)
                #expect(reading.failure?.offset == wire(text).count)
                #expect(reading.pending == wire(text))
            }
        }
        #expect(Reading.of(wire("HTTP/1.1 204 No Content\n\n"), .responses, ending: true).failure == nil)
    }

    @Test("leave the bytes after them to the caller")
    func remainder() {
        var decoder = HTTPDecoder(.responses)
        decoder.append(wire("HTTP/1.1 204 No Content\n\n") + [0x10, 0x00, 0xff])
        #expect(decoder.next()?.status == 204)
        #expect(decoder.takePending() == [0x10, 0x00, 0xff])
        #expect(decoder.isIdle)
        #expect(decoder.failure == nil)
    }

    @Test("never trap, whatever the bytes are")
    func hostile() {
        var random = SplitMix(seed: 7)
        let seeds = Self.vectors.map(\.bytes)
        for round in 0..<1000 {
            var bytes = seeds[round % seeds.count] + seeds[(round / 7) % seeds.count]
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(10, at: place)
                default: bytes.insert(contentsOf: bytes[place...].prefix(9), at: place)
                }
            }
            let role: HTTPDecoder.Role = round.isMultiple(of: 2) ? .responses : .requests
            let whole = Reading.of(bytes, role, ending: true)
            #expect(whole == Reading.of(bytes, role, sizes: [1], ending: true))
            #expect(whole.messages.flatMap(\.raw) + whole.pending == bytes)
        }
    }
}
