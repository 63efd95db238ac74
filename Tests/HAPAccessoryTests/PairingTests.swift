import HAPAccessory
import HAPModel
import HAPPairing
import HTTPWire
import Measurement
import Testing

@Suite struct PairingTests {
    @Test("a controller pairs, verifies and reads on one connection")
    func wholeWay() throws {
        let home = try Home("lightbulb")
        let connection = home.connect()
        let controller = home.setup(home.identity("admin"), on: connection)
        let pairing = try #require(controller.result)
        #expect(home.kept?.pairings.first?.isAdmin == true)
        #expect(home.exchange(.get("/accessories"), on: connection)?.status == 470)
        #expect(home.verify(pairing, on: connection))
        let answer = try #require(home.exchange(.get("/characteristics?id=1.51"), on: connection))
        #expect(answer.status == 200)
        #expect(answer.value == .bool(false))
    }

    @Test("a wrong setup code is refused and counted; the right one clears the count")
    func wrongCode() throws {
        let home = try Home("lightbulb")
        let connection = home.connect()
        let wrong = try #require(SetupCode("518-08-583"))
        #expect(home.setup(home.identity("thief"), code: wrong, on: connection).result == nil)
        #expect(home.accessory.core.state.failures == 1)
        #expect(home.kept?.failures == 1)
        #expect(home.setup(home.identity("admin"), on: connection).result != nil)
        #expect(home.accessory.core.state.failures == 0)
    }

    @Test("pair-setup is busy for others until it ends, expires or its connection closes")
    func busy() throws {
        let home = try Home("lightbulb")
        var controller = PairSetupController(
            setupCode: home.accessory.core.definition.setupCode,
            identity: home.identity("a"),
            random: home.random
        )
        let (first, second) = (home.connect(), home.connect())
        let m1 = controller.compose(.m1)
        func error(_ home: Home, _ connection: ConnectionID) -> TLVError? {
            let body = home.exchange(.pairing("/pair-setup", m1), on: connection)?.body ?? []
            return TLV8(decoding: body).integer(.error).map { TLVError(rawValue: UInt8($0)) }
        }
        #expect(error(home, first) == nil)
        #expect(error(home, second) == .busy)
        home.wait(.seconds(31))
        #expect(error(home, second) == nil)
        #expect(error(home, first) == .busy)
        home.disconnect(second)
        #expect(error(home, first) == nil)
    }

    @Test("sixteen controllers fit, the seventeenth does not, and every one verifies")
    func sixteen() throws {
        let (home, _, admin) = try Home.paired("lightbulb")
        var others: [AccessoryPairing] = []
        for number in 2...16 { others.append(try home.add("controller \(number)", by: admin)) }
        #expect(throws: TestFailure.self) { _ = try home.add("controller 17", by: admin) }
        for other in others {
            let connection = try home.session(other)
            #expect(home.exchange(.get("/characteristics?id=1.51"), on: connection)?.status == 200)
            home.disconnect(connection)
        }
    }

    @Test("removing a pairing closes its sessions; removing the last admin removes all")
    func removal() throws {
        let (home, pairing, admin) = try Home.paired("lightbulb")
        let user = try home.add("user", by: admin)
        let guest = try home.add("guest", by: admin)
        let session = try home.session(user)
        #expect(home.pairings(.remove(identifier: Array("user".utf8)), on: admin)?.error == nil)
        #expect(home.closed.contains(session))
        #expect(throws: TestFailure.self) { _ = try home.session(user) }
        let other = try home.session(guest)
        #expect(home.pairings(.remove(identifier: Array("admin".utf8)), on: admin)?.error == nil)
        #expect(home.closed.isSuperset(of: [admin, other]))
        #expect(home.accessory.core.state.isPaired == false)
        #expect(throws: TestFailure.self) { _ = try home.session(guest) }
        #expect(throws: TestFailure.self) { _ = try home.session(pairing) }
        let plain = home.connect()
        #expect(home.exchange(HTTPRequest("POST", "/identify"), on: plain)?.status == 204)
    }

    @Test("a regular controller may not administer")
    func regular() throws {
        let (home, _, admin) = try Home.paired("lightbulb")
        let user = try home.add("user", by: admin)
        let session = try home.session(user)
        #expect(home.pairings(.list, on: session)?.error == .authentication)
        #expect(home.pairings(.list, on: admin)?.error == nil)
    }
}
