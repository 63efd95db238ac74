import HAPAccessory
import HAPModel
import HAPPairing
import HTTPWire
import Testing

@Suite struct TransientTests {
    @Test("a transient session is encrypted and has no access, and the accessory stays unpaired")
    func reachesNothing() throws {
        let home = try Home("thermometer")
        let connection = home.connect()
        let (begun, m2) = home.setup([.transient, .split], on: connection)
        #expect(m2[.flags] == [0x10, 0, 0, 1])
        #expect(begun.transientKeys != nil)
        var controller = begun
        for request in [
            HTTPRequest.get("/accessories"), .get("/characteristics?id=1.34"), .subscribe("1.34"),
            .pairing("/pairings", [6, 1, 1, 0, 1, 5]), HTTPRequest("PUT", "/prepare"), .get("/unknown"),
            HTTPRequest("POST", "/secure-message"), .pairing("/pair-setup", controller.compose(.m5)),
            .pairing("/pair-verify", []),
        ] {
            #expect(home.exchange(request, on: connection)?.status == 400, "\(request.target)")
        }
        #expect(home.exchange(HTTPRequest("POST", "/identify"), on: connection)?.status == 204)
        #expect(home.accessory.core.state.isPaired == false)
        #expect(!home.closed.contains(connection))
    }

    @Test("another pair-setup ends it, and can continue it with Split, with the same salt, once")
    func goesOn() throws {
        let home = try Home("thermometer")
        let (first, second, third) = (home.connect(), home.connect(), home.connect())
        let (_, before) = home.setup([.transient, .split], on: first)
        let (_, after) = home.setup(.split, on: second)
        #expect(home.closed.contains(first))
        #expect(after[.flags] == [0, 0, 0, 1])
        #expect(after[.salt] != nil && after[.salt] == before[.salt])
        home.disconnect(second)
        let (_, late) = home.setup(.split, on: third)
        #expect(late.integer(.error) == UInt64(TLVError.authentication.rawValue))
    }

    @Test("without software authentication the flags have no effect")
    func ignored() throws {
        let home = try Home("lightbulb")
        let connection = home.connect()
        let (controller, m2) = home.setup([.transient, .split], on: connection)
        #expect(m2[.flags] == nil)
        #expect(controller.transientKeys == nil)
        #expect(home.exchange(.get("/accessories"), on: connection)?.status == 470)
        #expect(home.accessory.core.definition.featureFlags == 0)
        #expect(try Home("thermometer").accessory.core.definition.featureFlags == 2)
    }
}
