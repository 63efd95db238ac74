import HAPAccessory
import HAPModel
import HAPPairing
import HAPSession
import HTTPWire
import Measurement
import Testing

/// One accessory, reached over IP and over Thread at the same time.
@Suite struct SharedAccessoryTests {
    private static let on = CharacteristicID(aid: 1, iid: 51)
    private static let brightness = CharacteristicID(aid: 1, iid: 52)

    /// A lightbulb that was paired over IP, and the same controller's sessions over both transports.
    private static func both(
        _ name: String = "lightbulb",
        defect: String? = nil
    ) throws -> (home: Home, pairing: AccessoryPairing, ip: ConnectionID, pdu: ThreadVisitor) {
        let (home, pairing, ip) = try Home.paired(name, defect: defect)
        let pdu = home.visit()
        #expect(pdu.verify(pairing), "a pairing that was made over IP holds over Thread")
        return (home, pairing, ip, pdu)
    }

    @Test("a value written over one transport is readable over the other, and causes an event there")
    func valuesAndEvents() throws {
        let (home, _, ip, pdu) = try Self.both()
        #expect(home.exchange(.subscribe("1.52"), on: ip)?.status == 204)
        #expect(pdu.exchange(.subscribe, Self.on)?.status == .success)

        let write = pdu.exchange(.write, Self.brightness, [TLV8.Item(.value, [40, 0, 0, 0])])
        #expect(write?.status == .success)
        #expect(home.takeEvents(on: ip) == [["1.52": 40]])
        #expect(home.exchange(.get("/characteristics?id=1.52"), on: ip)?.value == 40)

        #expect(home.exchange(.write("1.51", true), on: ip)?.status == 204)
        let events = pdu.takeEvents()
        #expect(events.map(\.id) == [Self.on])
        #expect(events.map(\.value) == [[1]])
        #expect(pdu.exchange(.read, Self.on)?.items[.value] == [1])
        #expect(home.takeEvents(on: ip).isEmpty, "the writer gets no event")
    }

    @Test("a pairing made over Thread is valid over IP")
    func pairingOverPDUs() throws {
        let home = try Home("lightbulb")
        let pairing = try #require(home.visit().setup(home.identity("admin")).result)
        #expect(home.kept?.pairings.count == 1)
        let ip = try home.session(pairing)
        #expect(home.exchange(.get("/accessories"), on: ip)?.status == 200)
    }

    @Test("the removal of a pairing over one transport ends its sessions on both, and no other session")
    func removal() throws {
        let (home, _, admin, adminVisitor) = try Self.both()
        let user = try home.add("user", by: admin)
        let (userIP, userPDU) = (try home.session(user), home.visit())
        #expect(userPDU.verify(user))
        #expect(adminVisitor.pairings(.remove(identifier: Array("user".utf8)))?.error == nil)
        #expect(home.closed == [userIP])
        #expect(!userPDU.hasSession)

        let again = try home.add("user", by: admin)
        let second = home.visit()
        #expect(second.verify(again))
        _ = home.pairings(.remove(identifier: Array("user".utf8)), on: admin)
        #expect(!second.hasSession)
        #expect(!home.closed.contains(admin) && adminVisitor.hasSession)
    }

    @Test("wrong setup codes are counted together")
    func tries() throws {
        let home = try Home("lightbulb")
        let wrong = try #require(SetupCode("518-08-583"))
        #expect(home.setup(home.identity("thief"), code: wrong, on: home.connect()).result == nil)
        let visitor = home.visit()
        #expect(visitor.setup(home.identity("thief"), code: wrong).result == nil)
        #expect(home.accessory.core.state.failures == 2)
        #expect(home.kept?.failures == 2)
        #expect(visitor.setup(home.identity("admin")).result != nil)
        #expect(home.accessory.core.state.failures == 0)
    }

    @Test("a Pair Setup over one transport makes the accessory busy on the other, until its connection closes")
    func busy() throws {
        let home = try Home("lightbulb")
        var controller = PairSetupController(
            setupCode: home.accessory.core.definition.setupCode,
            identity: home.identity("a"),
            random: home.random
        )
        let m1 = controller.compose(.m1)
        let (ip, pdu) = (home.connect(), home.visit())
        #expect(
            home.exchange(.pairing("/pair-setup", m1), on: ip).map { TLV8(decoding: $0.body)[.error] } == .some(nil)
        )
        #expect(pdu.pairing(.setup, m1).items.map { TLV8(decoding: $0)[.error] } == [TLVError.busy.rawValue])
        home.disconnect(ip)
        #expect(pdu.pairing(.setup, m1).items.map { TLV8(decoding: $0)[.error] } == .some(nil))
        let other = home.exchange(.pairing("/pair-setup", m1), on: home.connect())
        #expect(other.map { TLV8(decoding: $0.body)[.error] } == [TLVError.busy.rawValue])
    }

    @Test("a factory reset forgets the connections of both transports")
    func factoryReset() throws {
        let (home, _, ip, pdu) = try Self.both()
        home.accessory.factoryReset()
        #expect(!home.accessory.core.state.isPaired)
        #expect(home.exchange(.get("/accessories"), on: ip) == nil)
        #expect(pdu.exchange(.read, Self.on) == nil)
    }

    // MARK: Behaviour is the core's

    @Test(
        "a behaviour defect that names an operation acts over both transports",
        arguments: [
            ("answer: { to: read, status: invalid-value }", 400, HAPStatus.invalidRequest),
            ("answer: { to: read, status: insufficient-authorization }", 470, .insufficientAuthorization),
            (
                "guard: { check: session.required, do: refuse }\nwhen: { message: read }", 470,
                .insufficientAuthentication
            ),
            ("guard: { check: session.required, do: refuse }\nwhen: { message: write }", 200, .success),
            ("answer: { to: GET /characteristics, status: 500 }", 500, .success),
        ]
    )
    func operations(defect: String, http: Int, pdu: HAPStatus) throws {
        let (home, _, ip, visitor) = try Self.both(defect: defect)
        #expect(home.exchange(.get("/characteristics?id=1.51"), on: ip)?.status == http)
        #expect(visitor.exchange(.read, Self.on)?.status == pdu)
    }

    @Test("a defect of the core rejects nothing on either transport, and subscribing is not writing")
    func subscribing() throws {
        let (home, _, ip, visitor) = try Self.both(
            defect: "guard: { check: session.required, do: refuse }\nwhen: { message: subscribe }"
        )
        #expect(home.exchange(.subscribe("1.51"), on: ip)?.status == 470)
        #expect(visitor.exchange(.subscribe, Self.on)?.status == .insufficientAuthentication)
        #expect(home.exchange(.write("1.51", true), on: ip)?.status == 204)
        #expect(visitor.exchange(.write, Self.on, [TLV8.Item(.value, [0])])?.status == .success)
    }

    @Test("an unknown operation or message is reported with the allowed names")
    func unknown() throws {
        for text in ["answer: { to: writes, status: 500 }", "answer: { to: write, status: invalid }"] {
            #expect(throws: (any Error).self) { try Home("lightbulb", defect: text) }
        }
    }
}
