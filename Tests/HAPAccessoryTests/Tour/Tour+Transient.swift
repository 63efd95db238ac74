import HAPAccessory
import HAPModel
import HAPPairing
import HTTPWire

extension Tour {
    // MARK: Flags of pair-setup

    /// Split first, Method 1 with flags, a transient session with all requests that it rejects, and Split after it.
    static func transient(_ home: Home) throws {
        for (flags, method) in [(.split, 0), ([.transient, .split], 1), (.transient, 0)] as [(PairSetupFlags, UInt8)] {
            let connection = home.connect()
            _ = home.setup(flags, method: method, on: connection)
            _ = home.exchange(.get("/accessories"), on: connection)
            home.disconnect(connection)
        }
        let session = home.connect()
        var (controller, _) = home.setup([.transient, .split], on: session)
        for request in [
            HTTPRequest.get("/accessories"), .get("/characteristics?id=1.2"), .subscribe("1.2"),
            .pairing("/pairings", [6, 1, 1, 0, 1, 5]), .get("/unknown"),
        ] { _ = home.exchange(request, on: session) }
        _ = home.exchange(.pairing("/pair-setup", controller.compose(.m5)), on: session)
        let next = home.connect()
        _ = home.setup(.split, on: next)
        _ = home.exchange(.get("/accessories"), on: session)
        home.disconnect(next)
    }
}
