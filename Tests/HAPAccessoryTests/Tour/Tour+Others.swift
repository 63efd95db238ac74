import HAPAccessory
import HAPCrypto
import HAPModel
import HAPPairing
import HTTPWire

extension Tour {
    // MARK: Events

    static func events(_ home: Home) throws {
        let pairing = try home.pair()
        let (writer, reader) = (try home.session(pairing), try home.session(pairing))
        let userPairing = try home.add("user", by: writer)
        let user = try home.session(userPairing)
        let stranger = try home.session(pairing)
        let definition = home.accessory.core.definition
        let notifying = definition.characteristics.filter { $0.has(.events) }
        for session in [writer, reader, user] {
            let all = notifying.map { ($0.id.description, JSONObject(["ev": true])) }
            _ = home.exchange(.writes(all), on: session)
            let ids = notifying.map(\.id.description).joined(separator: ",")
            _ = home.exchange(.get("/characteristics?id=\(ids)&ev=1"), on: session)
        }
        _ = home.exchange(.get("/accessories"), on: reader)
        _ = home.exchange(.writes([("1.5", JSONObject(["ev": true])), ("1.2", JSONObject(["ev": true]))]), on: reader)
        _ = home.exchange(.subscribe(notifying[0].id.description, "1.5"), on: stranger)
        for definition in notifying { change(definition, home, writer) }
        halfRequest(home, reader, writer, notifying)
        together(home, writer, notifying)
        _ = home.exchange(.subscribe(notifying[0].id.description, on: false), on: reader)
        home.wait(.seconds(2))
        home.disconnect(user)
        let again = try home.session(userPairing)
        _ = home.exchange(.get("/characteristics?id=\(notifying[0].id)&ev=1"), on: again)
        _ = home.exchange(.get("/accessories"), on: again)
        change(notifying[0], home, writer)
        lock(home, writer)
    }

    /// Several changes in one request, and again before they are sent.
    private static func together(_ home: Home, _ writer: ConnectionID, _ notifying: [CharacteristicDefinition]) {
        let plain = notifying.filter { $0.has(.pairedWrite) && !$0.has(.timedWrite) && !$0.isAdminOnly }
        for value in [1, 0, 1] as [JSON] {
            let batch = plain.filter { $0.format == .bool || $0.format.isNumeric }.prefix(3)
            _ = home.exchange(.writes(batch.map { ($0.id.description, JSONObject(["value": value])) }), on: writer)
        }
    }

    /// A change while a request is incomplete.
    private static func halfRequest(
        _ home: Home,
        _ reader: ConnectionID,
        _ writer: ConnectionID,
        _ notifying: [CharacteristicDefinition]
    ) {
        let frame = home.sealed(HTTPRequest.get("/characteristics?id=1.5").encoded(), on: reader)
        home.sendRaw(Array(frame.prefix(10)), on: reader)
        if let plain = notifying.first(where: { $0.has(.pairedWrite) && $0.format == .bool }) {
            _ = home.exchange(.write(plain.id.description, true), on: writer)
            _ = home.exchange(.write(plain.id.description, false), on: writer)
        }
        home.sendRaw(Array(frame.dropFirst(10)), on: reader)
        home.wait(.seconds(2))
    }

    private static func change(_ definition: CharacteristicDefinition, _ home: Home, _ writer: ConnectionID) {
        let id = definition.id.description
        if definition.isMomentary {
            _ = home.press(id, 0)
            _ = home.press(id, 0)
            _ = home.exchange(.get("/characteristics?id=\(id)"), on: writer)
            home.wait(.seconds(2))
            return
        }
        let values: [JSON] =
            switch definition.format {
            case .bool: [true, false, true, true]
            case .string: ["a", "b", "c"]
            case .tlv8, .data: ["AQEC", "AQED", "AQEE"]
            default: [11, 12, 14, 14, 20, 3, 60, 1, 0]
            }
        for value in values {
            if definition.has(.pairedWrite) {
                _ = home.exchange(.write(id, value), on: writer)
            } else {
                _ = home.set(id, value)
            }
            home.wait(.milliseconds(100))
        }
        home.wait(.seconds(3))
    }

    /// Unlocks and locks, reads the log and clears it, if this is a lock.
    private static func lock(_ home: Home, _ writer: ConnectionID) {
        guard home.accessory.core.definition.name == "lock" else { return }
        _ = home.exchange(.write("1.53", false), on: writer)
        _ = home.exchange(.write("1.49", "AwQAcFVl"), on: writer)
        for value in [0, 1] as [JSON] {
            _ = home.exchange(.put("/prepare", ["ttl": 1000, "pid": 1]), on: writer)
            _ = home.exchange(.write("1.35", JSONObject(["value": value]), pid: 1), on: writer)
            home.wait(.seconds(2))
            _ = home.exchange(.get("/characteristics?id=1.34,1.35,1.51,1.54"), on: writer)
        }
        _ = home.exchange(.write("1.49", "AgA="), on: writer)
        _ = home.exchange(.get("/characteristics?id=1.51"), on: writer)
    }

    // MARK: Pairings

    static func pairings(_ home: Home) throws {
        let pairing = try home.pair("Admin-ABC")
        let admin = try home.session(pairing)
        let user = try home.add("User-ABC", by: admin)
        let session = try home.session(user)
        _ = home.connect()
        let key = home.identity("x").keyPair.publicKey
        func ask(_ request: PairingsRequest, on connection: ConnectionID) {
            _ = home.pairings(request, on: connection)
            _ = home.pairings(.list, on: admin)
        }
        func add(_ name: String, _ key: [UInt8], _ permissions: UInt8) -> PairingsRequest {
            .add(PairingRecord(identifier: Array(name.utf8), publicKey: key, permissions: permissions))
        }
        for request in [
            .list, add("intruder", key, 1), add("User-ABC", user.controller.keyPair.publicKey, 1),
            .remove(identifier: Array("User-ABC".utf8)), .remove(identifier: Array("Admin-ABC".utf8)),
        ] as [PairingsRequest] where !home.closed.contains(session) { ask(request, on: session) }
        for request in [
            add("User-ABC", key, 0), add("User-ABC", user.controller.keyPair.publicKey, 1), add("", key, 0),
            add(String(repeating: "x", count: 40), key, 0), add("short", Array(key.prefix(31)), 0), add("bits", key, 2),
            add("order", [1] + Array(repeating: 0, count: 31), 0),
            .remove(identifier: Array("absent".utf8)), .remove(identifier: Array("user-abc".utf8)),
            .remove(identifier: Array("User-AB".utf8)),
        ] as [PairingsRequest] where !home.closed.contains(admin) { ask(request, on: admin) }
        for body in [
            "", "060101", "060101000107", "060102000105", "060101000104", "0601010001050300", "06010100010506",
        ] {
            guard !home.closed.contains(admin) else { break }
            _ = home.exchange(.pairing("/pairings", Hex.decode(body) ?? []), on: admin)
            _ = home.pairings(.list, on: admin)
        }
        _ = home.pairings(.list, on: session)
        // A full store.
        for number in 1...18 where !home.closed.contains(admin) {
            _ = home.pairings(add("extra \(number)", key, 0), on: admin)
        }
        ask(add("extra 1", key, 1), on: admin)
        for number in 1...18 { _ = home.pairings(.remove(identifier: Array("extra \(number)".utf8)), on: admin) }
        try removals(home, pairing, admin, add)
    }

    private static func removals(
        _ home: Home,
        _ pairing: AccessoryPairing,
        _ admin: ConnectionID,
        _ add: (String, [UInt8], UInt8) -> PairingsRequest
    ) throws {
        guard !home.closed.contains(admin) else { return }
        let guest = home.identity("guest")
        _ = home.pairings(add("guest", guest.keyPair.publicKey, 1), on: admin)
        let guestPairing = AccessoryPairing(
            accessoryID: pairing.accessoryID,
            accessoryLTPK: pairing.accessoryLTPK,
            controller: guest,
            isAdmin: true
        )
        let session = home.connect()
        _ = home.verify(guestPairing, on: session)
        _ = home.pairings(add("guest", guest.keyPair.publicKey, 0), on: admin)
        _ = home.pairings(.list, on: session)
        _ = home.pairings(add("guest", guest.keyPair.publicKey, 1), on: admin)
        _ = home.pairings(.remove(identifier: Array("guest".utf8)), on: admin)
        _ = home.exchange(.get("/characteristics?id=1.5"), on: session)
        _ = home.verify(guestPairing, on: home.connect())
        _ = home.pairings(.list, on: admin)
        // Added with another key, and removed again.
        _ = home.pairings(add("guest", home.identity("x").keyPair.publicKey, 0), on: admin)
        _ = home.pairings(.remove(identifier: Array("guest".utf8)), on: admin)
        _ = home.pairings(add("guest", guest.keyPair.publicKey, 1), on: admin)
        _ = home.pairings(add("other", guest.keyPair.publicKey, 0), on: admin)
        let own = home.connect()
        _ = home.verify(guestPairing, on: own)
        _ = home.pairings(.remove(identifier: Array("guest".utf8)), on: own)
        _ = home.pairings(.list, on: admin)
        _ = home.pairings(.remove(identifier: Array("User-ABC".utf8)), on: admin)
        _ = home.pairings(.list, on: admin)
        _ = home.pairings(add("Admin-ABC", pairing.controller.keyPair.publicKey, 0), on: admin)
        _ = home.pairings(.remove(identifier: Array("Admin-ABC".utf8)), on: admin)
        let plain = home.connect()
        _ = home.exchange(HTTPRequest("POST", "/identify"), on: plain)
        // The only administrator is removed while a regular controller remains.
        guard let last = home.setup(home.identity("again"), on: plain).result, home.verify(last, on: plain) else {
            return
        }
        _ = home.pairings(add("other", guest.keyPair.publicKey, 0), on: plain)
        _ = home.pairings(.remove(identifier: Array("again".utf8)), on: plain)
        _ = home.setup(home.identity("next"), on: home.connect())
    }

    // MARK: Many connections, many tries

    static func crowd(_ home: Home) throws {
        let pairing = try home.pair()
        var sessions: [ConnectionID] = []
        for _ in 0..<20 {
            home.wait(.seconds(1))
            let connection = home.connect()
            guard home.verify(pairing, on: connection) else { continue }
            sessions.append(connection)
            if let first = sessions.first { _ = home.exchange(.get("/characteristics?id=1.5"), on: first) }
        }
        guard let admin = sessions.last else { return }
        _ = home.pairings(.remove(identifier: Array("admin".utf8)), on: admin)
        try tries(home)
    }

    /// 98 and more wrong setup codes, each on its own connection; then a restart, and finally the right code.
    private static func tries(_ home: Home) throws {
        let definition = home.accessory.core.definition
        var state = home.accessory.core.state
        state.failures = 98
        let wrong = SetupCode("518-08-583")
        home.restart(state)
        for _ in 0..<3 {
            let connection = home.connect()
            _ = home.setup(home.identity("thief"), code: wrong, on: connection)
            home.disconnect(connection)
        }
        home.restart(home.accessory.core.state)
        _ = home.setup(home.identity("thief"), code: definition.setupCode, on: home.connect())
        state.failures = 98
        home.restart(state)
        _ = home.setup(home.identity("owner"), on: home.connect())
        var unpaired = home.accessory.core.state
        unpaired.pairings = []
        home.restart(unpaired)
        for _ in 0..<3 {
            let connection = home.connect()
            _ = home.setup(home.identity("thief"), code: wrong, on: connection)
            home.disconnect(connection)
        }
    }
}
