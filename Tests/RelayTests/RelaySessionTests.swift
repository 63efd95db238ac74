import Links
import Measurement
import Relay
import Testing

@Suite("A relay's side of a connection")
struct RelaySessionTests {
    private static let token = Array("0123456789abcdef".utf8)

    private func admitted() -> RelaySession {
        var session = RelaySession(token: Self.token, program: "assay")
        _ = session.received(RelayMessage.hello(version: 1, token: Self.token).frame(on: 0))
        return session
    }

    @Test("The right token is welcomed; only then larger frames are accepted")
    func welcome() {
        var session = RelaySession(token: Self.token, program: "assay")
        #expect(session.longest == RelayFrame.longestOfStranger)
        let actions = session.received(RelayMessage.hello(version: 1, token: Self.token).frame(on: 0))
        #expect(actions == [.admit, .send(RelayMessage.welcome(version: 1, program: "assay").frame(on: 0))])
        #expect(session.longest == RelayFrame.longest)
    }

    @Test(
        "A wrong token, another version and anything but a greeting end the connection with a reason, and nothing follows",
        arguments: [
            (RelayMessage.hello(version: 1, token: Array("0123456789abcdeF".utf8)), RelayRefusal.Code.token),
            (.hello(version: 1, token: []), .token), (.hello(version: 2, token: token), .version),
            (.open("tcp 127.0.0.1:80", within: 1), .malformed), (.ping(1), .malformed),
        ]
    )
    func strangers(_ message: RelayMessage, _ code: RelayRefusal.Code) throws {
        var session = RelaySession(token: Self.token, program: "assay")
        let actions = session.received(message.frame(on: 0))
        try #require(actions.count == 2)
        guard case .send(let frame) = actions[0], case .refused(let refusal) = RelayMessage(frame) else {
            Issue.record("got \(actions)")
            return
        }
        #expect(refusal.code == code)
        #expect(actions[1] == .finish(refusal.text))
        #expect(!refusal.text.contains("0123456789"))
        #expect(session.received(RelayMessage.hello(version: 1, token: Self.token).frame(on: 0)) == [])
    }

    @Test("A channel is opened, used and ended; what arrives for it later is dropped")
    func channel() {
        var session = admitted()
        let address = DatagramAddress(host: "192.168.1.20", port: 51826)
        #expect(
            session.received(RelayMessage.open("tcp \(address)", within: 5000).frame(on: 3))
                == [.open(.stream(address), channel: 3, within: .seconds(5))]
        )
        #expect(session.isOpen(3))
        #expect(session.received(RelayMessage.data([1]).frame(on: 3)) == [.forward([1], channel: 3)])
        #expect(session.received(RelayMessage.credit(9).frame(on: 3)) == [.grant(9, channel: 3)])
        #expect(session.received(RelayMessage.ping(5).frame(on: 3)) == [.pong(5, channel: 3)])
        #expect(session.received(RelayMessage.end(.abrupt).frame(on: 3)) == [.end(channel: 3, abruptly: true)])
        session.ended(3)
        #expect(session.received(RelayMessage.data([1]).frame(on: 3)) == [])
        #expect(
            session.received(RelayMessage.end(.orderly).frame(on: 3))
                == [.send(RelayMessage.end(.done).frame(on: 3))]
        )
    }

    @Test("What the relay cannot open is refused, and the connection goes on")
    func unsupported() {
        var session = admitted()
        let actions = session.received(RelayMessage.open("radio E1:91:1A", within: 1).frame(on: 1))
        let refusal = RelayRefusal(.unsupported, "the relay cannot open `radio E1:91:1A`")
        #expect(actions == [.send(RelayMessage.refused(refusal).frame(on: 1))])
        // The channel is free again.
        #expect(session.received(RelayMessage.question("interfaces").frame(on: 1)) == [.look(.interfaces, channel: 1)])
    }

    @Test("A tester has a limited number of channels, and each number once")
    func limit() throws {
        var session = admitted()
        for channel in 1...UInt32(RelaySession.channels) {
            #expect(session.received(RelayMessage.question("interfaces").frame(on: channel)).count == 1)
        }
        let crowded = session.received(RelayMessage.question("interfaces").frame(on: 1000))
        guard case .send(let frame)? = crowded.first, case .refused(let refusal) = RelayMessage(frame) else {
            Issue.record("got \(crowded)")
            return
        }
        #expect(refusal.code == .crowded)
        let again = session.received(RelayMessage.question("interfaces").frame(on: 1))
        #expect(again.last == .finish("the connection does not follow the relay's protocol: the channel 1 is in use"))
    }

    @Test("A frame of an unknown kind is skipped; a malformed one ends the connection")
    func unknown() {
        var session = admitted()
        #expect(session.received(RelayFrame(RelayFrame.Kind(rawValue: 77), channel: 1)) == [])
        let actions = session.received(RelayFrame(.credit, channel: 1, content: [1]))
        #expect(actions.count == 2)
        #expect(session.received(RelayMessage.ping(1).frame(on: 0)) == [])
    }

    @Test(
        "The allow-list takes addresses with and without a port, and networks",
        arguments: [
            ("192.168.1.20", "192.168.1.20", 80, true), ("192.168.1.20", "192.168.1.21", 80, false),
            ("192.168.1.20:51826", "192.168.1.20", 51826, true), ("192.168.1.20:51826", "192.168.1.20", 80, false),
            ("192.168.1.0/24", "192.168.1.255", 1, true), ("192.168.1.0/24", "192.168.2.0", 1, false),
            ("0.0.0.0/0", "10.0.0.1", 1, true), ("0.0.0.0/0", "::1", 1, false), ("fd00::/64", "fd00::1:2", 1, true),
            ("fd00::/64", "fd00:0:0:1::1", 1, false), ("[fd00::1]:5683", "fd00::1", 5683, true),
            ("fe80::1%eth0", "fe80::1%eth1", 1, false), ("fe80::/10", "fe80::7%eth1", 1, true),
            ("[fd00::1]", "fd00::1", 80, true), ("[fd00::1]", "fd00::2", 80, false),
        ]
    )
    func allowed(_ entry: String, _ host: String, _ port: Int, _ isAllowed: Bool) throws {
        let list = RelayAllowList([try #require(RelayAllowList.Entry(entry))])
        #expect(list.allows(try #require(IPAddress(host)), port: port) == isAllowed)
    }

    @Test(
        "A malformed entry of the allow-list is not read",
        arguments: ["", "lamp", "192.168.1.0/33", "fd00::/-1", "1.2.3.4:0", "/8", "[1.2.3.4]", "[fd00::1"]
    )
    func malformedEntries(_ text: String) {
        #expect(RelayAllowList.Entry(text) == nil)
    }
}
