import HAPAccessory
import HAPCrypto
import HAPModel
import HAPPairing
import HTTPWire

/// A fixed sequence that covers every rule of an accessory: its responses differ only if a defect acts.
enum Tour {
    /// Everything that the accessory sent.
    static func walk(_ name: String, defects: [Defect] = []) throws -> [String] {
        var log: [String] = []
        for part in [pairSetup, transient, pairVerify, requests, session, values, events, pairings, crowd] {
            let home = try Home(name, defects: defects)
            try part(home)
            log += home.log
            log += home.advertisement
            log.append("identified \(home.accessory.core.identifyCount)")
            if home.hasCrashed { break }
        }
        return log
    }

    // MARK: Without a session

    private static func setup(
        _ home: Home,
        on connection: ConnectionID? = nil,
        upto: PairSetupStage = .m5,
        _ departures: [Alteration] = []
    ) {
        let identity = home.identity("tourist")
        var controller = PairSetupController(
            setupCode: home.accessory.core.definition.setupCode,
            identity: identity,
            departures: Departures(alterations: departures),
            random: home.random
        )
        let connection = connection ?? home.connect()
        for (request, answer) in [(PairSetupStage.m1, PairSetupStage.m2), (.m3, .m4), (.m5, .m6)] {
            guard request.rawValue <= upto.rawValue else { return }
            let body = controller.compose(request)
            guard let reply = home.exchange(.pairing("/pair-setup", body), on: connection) else { return }
            _ = controller.receive(answer, reply.body)
        }
        home.disconnect(connection)
    }

    private static func pairSetup(_ home: Home) throws {
        func post(_ path: String, _ hex: String, on connection: ConnectionID? = nil) {
            let connection = connection ?? home.connect()
            _ = home.exchange(.pairing(path, Hex.decode(hex) ?? []), on: connection)
            home.disconnect(connection)
        }
        let plain = home.connect()
        _ = home.exchange(HTTPRequest("POST", "/identify"), on: plain)
        _ = home.exchange(.get("/identify"), on: plain)
        for path in ["/pair-setup", "/pair-verify"] {
            for body in [
                "", "06", "060501", "06010100", "000100", "060200010000", "060101", "0601010001", "060101000107",
                "0601010001ff", "060101000101", "0001000601010", "000100060101", "06010100010013050102030405",
                "060101000100130180", "0601010001007f03010203", "0601010001007f00", "06010100010006010106",
                "06010109", "060103", "060105", "0601010001000600",
            ] { post(path, body) }
            post(
                path,
                "7fff" + String(repeating: "00", count: 255) + "7f2d" + String(repeating: "00", count: 45)
                    + "060101000100"
            )
            post(path, "7fff" + String(repeating: "00", count: 255) + "7f00060101000100")
            post(path, "060101000100" + "060101")
            post(path, "0601010701" + "00")
        }
        // The accessory is busy for another connection until the first one has closed or stalled.
        let (first, second) = (home.connect(), home.connect())
        setup(home, on: first, upto: .m1)
        setup(home, on: second, upto: .m1)
        home.wait(.seconds(31))
        setup(home, on: second, upto: .m1)
        home.disconnect(second)
        setup(home, on: first, upto: .m1)
        setup(home, on: first, upto: .m1)
        home.disconnect(first)
        // State belongs to its connection.
        var controller = PairSetupController(
            setupCode: home.accessory.core.definition.setupCode,
            identity: home.identity("tourist"),
            random: home.random
        )
        let (third, fourth) = (home.connect(), home.connect())
        if let reply = home.exchange(.pairing("/pair-setup", controller.compose(.m1)), on: third) {
            _ = controller.receive(.m2, reply.body)
        }
        _ = home.exchange(.pairing("/pair-setup", controller.compose(.m3)), on: fourth)
        home.disconnect(third)
        home.disconnect(fourth)
        // A wrong proof, and then the right one for the same B.
        let retry = home.connect()
        var again = PairSetupController(
            setupCode: home.accessory.core.definition.setupCode,
            identity: home.identity("tourist"),
            departures: Departures(alterations: [Alteration(point: "M3.proof", nth: 1, action: .flipBit(0))]),
            random: home.random
        )
        if let reply = home.exchange(.pairing("/pair-setup", again.compose(.m1)), on: retry) {
            _ = again.receive(.m2, reply.body)
        }
        _ = home.exchange(.pairing("/pair-setup", again.compose(.m3)), on: retry)
        _ = home.exchange(.pairing("/pair-setup", again.compose(.m3)), on: retry)
        _ = home.exchange(.pairing("/pair-setup", again.compose(.m5)), on: retry)
        home.disconnect(retry)
        for alterations in setupAlterations {
            setup(home, alterations)
            if home.hasCrashed { return }
            forgetPairings(home)
        }
        // A stalled attempt continues after another controller has paired.
        var late = PairSetupController(
            setupCode: home.accessory.core.definition.setupCode,
            identity: home.identity("late"),
            random: home.random
        )
        let stalled = home.connect()
        if let reply = home.exchange(.pairing("/pair-setup", late.compose(.m1)), on: stalled) {
            _ = late.receive(.m2, reply.body)
        }
        home.wait(.seconds(31))
        setup(home)
        if let reply = home.exchange(.pairing("/pair-setup", late.compose(.m3)), on: stalled) {
            _ = late.receive(.m4, reply.body)
        }
        _ = home.exchange(.pairing("/pair-setup", late.compose(.m5)), on: stalled)
    }

    /// The state of a previously paired accessory.
    private static func forgetPairings(_ home: Home) {
        var state = home.accessory.core.state
        guard state.isPaired else { return }
        state.pairings = []
        home.restart(state)
    }

    private static let setupChanges: [(String, AlterationAction)] = [
        ("M3.A", .zero), ("M3.A", .prepend([0])), ("M3.A", .drop), ("M3.proof", .drop), ("M3.proof", .empty),
        ("M3.proof", .truncate(32)), ("M3.proof", .flipBit(200)), ("M3.proof", .append([0])), ("M3.state", .set([9])),
        ("srp.user", .text("pair-setup")), ("M5.sealed.tag", .flipBit(0)), ("M5.sealed.text", .flipBit(0)),
        ("M5.encrypted", .drop), ("M5.encrypted", .truncate(15)), ("M5.plain.signature", .random),
        ("M5.plain.signature", .drop), ("M5.plain.signature", .truncate(63)), ("M5.plain.identifier", .drop),
        ("M5.plain.public-key", .drop), ("M5.plain.public-key", .truncate(31)), ("M5.state", .set([9])),
        ("M5.identifier", .empty), ("M5.identifier", .text(String(repeating: "x", count: 40))),
        ("M3.order", .order(["state", "A[0..<100]", "A[100..<384]", "proof"])),
        ("M3.order", .order(["state", "A[0..<255]", "proof", "A[255..<384]"])),
        ("M1.flags", .set([0, 0, 0, 1])), ("M3", .drop), ("srp.form.u.A", .text("padded")),
        ("M5.public-key", .set([1] + [UInt8](repeating: 0, count: 31))),
    ]

    private static var setupAlterations: [[Alteration]] {
        let noSecret = [Alteration(point: "M3.A", action: .zero), Alteration(point: "srp.S", action: .empty)]
        return setupChanges.map { [Alteration(point: $0.0, action: $0.1)] } + [noSecret]
    }

    // MARK: Pair-verify

    private static func verify(
        _ home: Home,
        _ pairing: AccessoryPairing,
        on connection: ConnectionID? = nil,
        _ alterations: [Alteration] = []
    ) {
        var controller = PairVerifyController(
            pairing: pairing,
            departures: Departures(alterations: alterations),
            random: home.random
        )
        let connection = connection ?? home.connect()
        for (request, answer) in [(PairVerifyStage.m1, PairVerifyStage.m2), (.m3, .m4)] {
            let body = controller.compose(request)
            guard let reply = home.exchange(.pairing("/pair-verify", body), on: connection) else { return }
            _ = controller.receive(answer, reply.body)
        }
        _ = home.exchange(.get("/accessories"), on: connection)
        home.disconnect(connection)
    }

    private static func pairVerify(_ home: Home) throws {
        let stranger = AccessoryPairing(
            accessoryID: home.accessory.core.state.deviceID,
            accessoryLTPK: home.accessory.core.state.longTermKey.publicKey,
            controller: home.identity("stranger"),
            isAdmin: true
        )
        verify(home, stranger)
        let pairing = try home.pair("Admin-ABC")
        verify(home, stranger)
        let admin = try home.session(pairing)
        let user = try home.add("user", by: admin)
        verify(home, user)
        for alterations in verifyAlterations {
            verify(home, pairing, alterations)
            if home.hasCrashed { return }
        }
        // With another controller's identifier, and its own key.
        verify(
            home,
            AccessoryPairing(
                accessoryID: pairing.accessoryID,
                accessoryLTPK: pairing.accessoryLTPK,
                controller: ControllerIdentity(pairingID: "Admin-ABC", keyPair: user.controller.keyPair),
                isAdmin: true
            )
        )
        // Two at a time, one after the other on one connection, and a second M3.
        var one = PairVerifyController(pairing: pairing, random: home.random)
        var two = PairVerifyController(pairing: user, random: home.random)
        let (first, second) = (home.connect(), home.connect())
        let verifyPath = "/pair-verify"
        if let reply = home.exchange(.pairing(verifyPath, one.compose(.m1)), on: first) {
            _ = one.receive(.m2, reply.body)
        }
        _ = home.exchange(.get("/accessories"), on: first)
        if let reply = home.exchange(.pairing(verifyPath, two.compose(.m1)), on: second) {
            _ = two.receive(.m2, reply.body)
        }
        _ = home.exchange(.pairing(verifyPath, one.compose(.m3)), on: second)
        _ = home.exchange(.pairing(verifyPath, two.compose(.m3)), on: second)
        _ = home.exchange(.pairing(verifyPath, one.compose(.m1)), on: first)
        _ = home.exchange(.pairing(verifyPath, one.compose(.m3)), on: first)
        let (third, fourth) = (home.connect(), home.connect())
        if let reply = home.exchange(.pairing(verifyPath, one.compose(.m1)), on: third) {
            _ = one.receive(.m2, reply.body)
        }
        if let reply = home.exchange(.pairing(verifyPath, two.compose(.m1)), on: fourth) {
            _ = two.receive(.m2, reply.body)
        }
        _ = home.exchange(.pairing(verifyPath, one.compose(.m3)), on: third)
        _ = home.exchange(.pairing(verifyPath, two.compose(.m3)), on: fourth)
        for _ in 0..<2 { verify(home, pairing) }
    }

    private static let verifyChanges: [(String, AlterationAction)] = [
        ("M1.method", .set([6])), ("M1.method", .set([2])), ("M1.public-key", .zero),
        ("M1.public-key", .truncate(31)), ("M1.public-key", .append([0])), ("M1.public-key", .drop),
        ("M1.state", .drop), ("M3.sealed.tag", .flipBit(0)), ("M3.sealed.text", .flipBit(0)),
        ("M3.encrypted", .drop), ("M3.encrypted", .truncate(15)), ("M3.plain.signature", .random),
        ("M3.plain.signature", .drop), ("M3.plain.signature", .truncate(63)), ("M3.plain.identifier", .drop),
        ("M3.identifier", .text("admin-abc")), ("M3.identifier", .text("Admin-A")),
        ("M3.identifier", .text("Admin-ABCD")), ("M3.plain.identifier", .text("absent")), ("M1", .drop),
        ("M3.state", .set([9])), ("M3.extra", .set([0x7f, 0])),
    ]

    private static var verifyAlterations: [[Alteration]] {
        let lowOrder = [
            Alteration(point: "M1.public-key", action: .zero), Alteration(point: "shared-secret", action: .zero),
            Alteration(point: "M3.plain.signature", action: .random),
        ]
        return verifyChanges.map { [Alteration(point: $0.0, action: $0.1)] } + [lowOrder]
    }
}
