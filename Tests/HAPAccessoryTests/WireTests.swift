import HAPAccessory
import HAPModel
import HTTPWire
import Testing

@Suite struct WireTests {
    @Test("requests in one frame, in pieces and one byte at a time are all answered in order")
    func pipelining() throws {
        let (home, _, admin) = try Home.paired("lightbulb")
        let bytes = [51, 52, 53].flatMap { HTTPRequest.get("/characteristics?id=1.\($0)").encoded() }
        home.sendRaw(home.sealed(bytes, on: admin), on: admin)
        for byte in home.sealed(bytes, on: admin) { home.sendRaw([byte], on: admin) }
        let iids = home.takeMessages(on: admin, events: false).map { $0.entries.first?["iid"] }
        #expect(iids == [51, 52, 53, 51, 52, 53])
    }

    @Test("decryption failure ends the connection without a response")
    func tampered() throws {
        let (home, pairing, admin) = try Home.paired("lightbulb")
        var frame = home.sealed(HTTPRequest.write("1.51", true).encoded(), on: admin)
        frame[frame.count - 1] ^= 1
        home.sendRaw(frame, on: admin)
        #expect(home.closed.contains(admin))
        #expect(home.takeMessages(on: admin, events: false).isEmpty)
        let again = try home.session(pairing)
        #expect(home.exchange(.get("/characteristics?id=1.51"), on: again)?.value == false)
    }

    @Test("plain text in a session, and after M3, is rejected")
    func plainText() throws {
        let (home, _, admin) = try Home.paired("lightbulb")
        home.sendRaw(HTTPRequest.get("/accessories").encoded(), on: admin)
        #expect(home.takeMessages(on: admin, events: false).isEmpty)
    }

    @Test(
        "contradictory lengths and garbage are refused, and the connection is closed",
        arguments: [
            "PUT /characteristics HTTP/1.1\r\nContent-Length: 10\r\nContent-Length: 20\r\n\r\n",
            "PUT /characteristics HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
            "POST /pair-setup HTTP/1.1\r\nContent-Length: 4294967296\r\n\r\n",
            "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\r\n\r\n",
        ]
    )
    func garbage(text: String) throws {
        let home = try Home("lightbulb")
        let connection = home.connect()
        home.sendRaw(Array(text.utf8), on: connection)
        let status = try #require(home.takeMessages(on: connection, events: false).first?.status)
        #expect((400..<500).contains(status))
        #expect(home.closed.contains(connection))
    }

    @Test("a seventeenth connection takes the place of the one that was idle longest")
    func capacity() throws {
        let (home, pairing, admin) = try Home.paired("lightbulb")
        var idle: [ConnectionID] = []
        for _ in 1...15 {
            home.wait(.seconds(1))
            idle.append(home.connect())
        }
        home.wait(.seconds(1))
        #expect(home.exchange(.get("/characteristics?id=1.51"), on: admin)?.status == 200)
        #expect(home.closed.isDisjoint(with: idle))
        let session = try home.session(pairing)
        #expect(home.closed.intersection(idle) == [idle[0]])
        #expect(home.exchange(.get("/characteristics?id=1.51"), on: admin)?.status == 200)
        #expect(home.exchange(.get("/characteristics?id=1.51"), on: session)?.status == 200)
    }

    @Test("204 has neither a body nor a length, and Connection: close closes it")
    func noContent() throws {
        let home = try Home("lightbulb")
        let connection = home.connect()
        let request = HTTPRequest("POST", "/identify", headers: [HTTPHeader("Connection", "close")])
        let answer = try #require(home.exchange(request, on: connection))
        #expect(String(decoding: answer.raw, as: UTF8.self) == "HTTP/1.1 204 No Content\r\n\r\n")
        #expect(home.closed.contains(connection))
    }
}
