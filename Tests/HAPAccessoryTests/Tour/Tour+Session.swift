import HAPAccessory
import HAPModel
import HAPPairing
import HTTPWire

extension Tour {
    // MARK: HTTP

    static func requests(_ home: Home) throws {
        let pairing = try home.pair()
        let stranger = home.connect()
        let all = [
            ("GET", "/accessories"), ("GET", "/characteristics?id=1.5"), ("PUT", "/characteristics"),
            ("PUT", "/prepare"), ("POST", "/pairings"), ("POST", "/identify"), ("GET", "/nowhere"), ("GET", "//"),
            ("GET", "/ACCESSORIES"), ("DELETE", "/accessories"), ("GET", "/pair-setup"), ("POST", "/pair-setup"),
        ]
        for (method, target) in all { _ = home.exchange(HTTPRequest(method, target), on: stranger) }
        _ = home.exchange(.pairing("/pairings", [6, 1, 1, 0, 1, 5]), on: stranger)
        _ = home.exchange(
            .put("/characteristics", ["characteristics": [["aid": 1, "iid": 2, "value": true]]]),
            on: stranger
        )
        _ = home.exchange(.put("/prepare", ["ttl": 1000, "pid": 1]), on: stranger)
        let admin = try home.session(pairing)
        _ = home.exchange(.get("/accessories"), on: stranger)
        for (method, target) in all { _ = home.exchange(HTTPRequest(method, target), on: admin) }
        for (name, value) in [("content-length", "17"), ("X-Test", "1"), ("Host", "a"), ("Content-Length", "17")] {
            let header = HTTPHeader(name, value)
            let body = Array(#"{"ttl":1,"pid":1}"#.utf8)
            _ = home.exchange(HTTPRequest("PUT", "/prepare", headers: [header], body: body), on: admin)
        }
        for body in ["", "[]", "{", "{}", "17", #"{"characteristics":[{"aid":1"#, #"{"characteristics":{}}"#] {
            _ = home.exchange(HTTPRequest("PUT", "/characteristics", body: Array(body.utf8)), on: admin)
        }
        _ = home.exchange(HTTPRequest("PUT", "/characteristics"), on: admin)
        try oddities(home, pairing)
        let expecting = HTTPRequest(
            "PUT",
            "/prepare",
            headers: [HTTPHeader("Expect", "100-continue"), HTTPHeader("Content-Length", "20")]
        )
        home.send(expecting, on: admin)
        home.sendRaw(home.sealed(Array(#"{"ttl":100,"pid":15}"#.utf8), on: admin), on: admin)
        let closing = HTTPRequest("GET", "/characteristics?id=1.5", headers: [HTTPHeader("Connection", "close")])
        _ = home.exchange(closing, on: admin)
        // Requests in pieces, and several at once.
        let pieces = try home.session(pairing)
        let text = [4, 5, 6].flatMap { HTTPRequest.get("/characteristics?id=1.\($0)").encoded() }
        home.sendRaw(home.sealed(text, on: pieces), on: pieces)
        let frame = home.sealed(HTTPRequest.get("/characteristics?id=1.5").encoded(), on: pieces)
        home.sendRaw(Array(frame.prefix(9)), on: pieces)
        home.sendRaw(Array(frame.dropFirst(9)), on: pieces)
        let request = HTTPRequest.get("/characteristics?id=1.5").encoded()
        home.sendRaw(home.sealed(Array(request.prefix(9)), on: pieces), on: pieces)
        home.sendRaw(home.sealed(Array(request.dropFirst(9)), on: pieces), on: pieces)
        home.disconnect(pieces)
    }

    /// Requests that a careless server mishandles.
    private static func oddities(_ home: Home, _ pairing: AccessoryPairing) throws {
        func ask(_ request: HTTPRequest) throws {
            let connection = try home.session(pairing)
            home.send(request, on: connection)
            home.disconnect(connection)
        }
        func put(_ body: String, type: String? = "application/hap+json") throws {
            let headers = type.map { [HTTPHeader("Content-Type", $0)] } ?? []
            try ask(HTTPRequest("PUT", "/characteristics", headers: headers, body: Array(body.utf8)))
        }
        let many = Array(repeating: "1.5", count: 101).joined(separator: ",")
        for query in ["id=1.5,1.5", "id=\(many)", "meta=1&id=1.5", "id=1%2E5", "id=1.5&foo=1", "id=1.4,1.5"] {
            try ask(.get("/characteristics?\(query)"))
        }
        try ask(HTTPRequest("GET", "/accessories", headers: [HTTPHeader("Upgrade", "h2c")]))
        let connection = try home.session(pairing)
        home.sendRaw(
            home.sealed(Array("\r\n".utf8) + HTTPRequest.get("/accessories").encoded(), on: connection),
            on: connection
        )
        let entry = #"{"aid":1,"iid":2,"value":true}"#
        let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        for body in [
            #"{"characteristics":[]}"#, #"{"characteristics":[\#(entry)],"x":1}"#,
            #"{ "characteristics": [\#(entry)] }"#,
            #"{"characteristics":[\#(entry),\#(entry)]}"#, #"{"characteristics":[{"aid":1,"iid":2,"value":1e0}]}"#,
            #"{"characteristics":[{"aid":1,"iid":51,"value":false},{"aid":1,"iid":51,"value":true}]}"#,
            #"{"characteristics":[{"aid":1,"iid":53,"value":5}]}"#, #"{"characteristics":[\#(entry)],"x":\#(deep)}"#,
            #"{"characteristics":[\#(Array(repeating: entry, count: 101).joined(separator: ","))]}"#,
            #"{"characteristics":[{"aid":1,"iid":51,"value":true},{"aid":1,"#,
        ] {
            try put(body)
            try ask(.get("/characteristics?id=1.51"))
        }
        try put(#"{"characteristics":[\#(entry)]}"#, type: nil)
        try put(#"{"characteristics":[\#(entry)]}"#, type: "application/hap+json; charset=utf-8")
        for text in [
            "PUT /characteristics HTTP/1.1\r\nContent-Length: 100000\r\n\r\n", "\u{16}\u{3}\r\n\r\n",
            "GET /\(String(repeating: "x", count: 40000)) HTTP/1.1\r\n\r\n",
        ] {
            let connection = home.connect()
            home.sendRaw(Array(text.utf8), on: connection)
            home.disconnect(connection)
        }
    }

    // MARK: Frames

    static func session(_ home: Home) throws {
        let pairing = try home.pair()
        func fresh() throws -> ConnectionID { try home.session(pairing) }
        let read = HTTPRequest.get("/characteristics?id=1.5").encoded()
        func tampered(_ change: (inout [UInt8]) -> Void) throws {
            let connection = try fresh()
            var frame = home.sealed(read, on: connection)
            change(&frame)
            home.sendRaw(frame, on: connection)
            home.send(.get("/characteristics?id=1.5"), on: connection)
            home.disconnect(connection)
        }
        try tampered { $0[$0.count - 1] ^= 1 }
        try tampered { $0[4] ^= 1 }
        try tampered { $0[0] -= 1 }
        try tampered { $0 += $0 }
        try tampered { $0 = HTTPRequest.get("/accessories").encoded() }
        // Out of order, and larger than a frame may be.
        let bystander = try fresh()
        try tampered { $0[2] ^= 1 }
        _ = home.exchange(.get("/characteristics?id=1.5"), on: bystander)
        let order = try fresh()
        let (one, two) = (home.sealed(read, on: order), home.sealed(read, on: order))
        home.sendRaw(two, on: order)
        home.sendRaw(one, on: order)
        let long = try fresh()
        let padded = HTTPRequest(
            "GET",
            "/characteristics?id=1.5",
            headers: [
                HTTPHeader("X-Padding", String(repeating: "x", count: 1100))
            ]
        )
        home.sendLongFrame(padded.encoded(), on: long)
        for path in ["/pair-setup", "/pair-verify"] {
            _ = home.exchange(.pairing(path, [6, 1, 1, 0, 1, 0]), on: try fresh())
        }
        let connection = try fresh()
        _ = home.exchange(.get("/accessories"), on: connection)
        _ = home.exchange(.get("/accessories"), on: connection)
        home.wait(.seconds(300))
        _ = home.exchange(.get("/characteristics?id=1.5"), on: connection)
    }

    // MARK: Reading and writing

    static func values(_ home: Home) throws {
        let pairing = try home.pair()
        let admin = try home.session(pairing)
        let user = try home.session(home.add("user", by: admin))
        let definition = home.accessory.core.definition
        let ids = definition.characteristics.map(\.id.description)
        for session in [admin, user] {
            _ = home.exchange(.get("/accessories"), on: session)
            for query in ["", "&meta=1&perms=1&type=1&ev=1"] {
                for id in ids { _ = home.exchange(.get("/characteristics?id=\(id)\(query)"), on: session) }
            }
        }
        let readable = definition.characteristics.filter { $0.has(.pairedRead) }.map(\.id.description)
        _ = home.exchange(.get("/characteristics?id=\(readable.reversed().joined(separator: ","))"), on: admin)
        for query in [
            "", "?id=", "?meta=1", "?id=1", "?id=1.5,", "?id=a.b", "?id=1.99999", "?id=99.1", "?id=1.1,1.5",
            "?id=1.5,1.5", "?id=1.5&foo=1", "?id=1.2,1.99999",
        ] { _ = home.exchange(.get("/characteristics\(query)"), on: admin) }
        for definition in definition.characteristics {
            for session in [admin, user] { write(definition, on: session, home) }
        }
        _ = home.exchange(.get("/accessories"), on: admin)
        try writeBatches(home, admin)
        try timed(home, admin, pairing)
    }

    private static func write(_ definition: CharacteristicDefinition, on session: ConnectionID, _ home: Home) {
        let id = definition.id.description
        var values: [JSON] = ["text", "*", "AQ==", true, false, 0, 1, 2, -1, 0.5, 1.5, .null, [1]]
        values += [255, 256, 65536, 4_294_967_296, 2_147_483_648, 9_007_199_254_740_993, 1e1]
        values += [.string(String(repeating: "é", count: 40)), .string(String(repeating: "a", count: 300))]
        values += [.string(Base64.encode(Array(repeating: 1, count: 66))), "\"\\\n"]
        for limit in [definition.minValue, definition.maxValue].compactMap(\.self) {
            values += [.number(limit)]
            if let whole = limit.int64 { values += [JSON(whole - 1), JSON(whole + 1)] }
        }
        if let step = definition.minStep?.double, let low = definition.minValue?.double,
            let off = JSONNumber(low + step / 2)
        {
            values.append(.number(off))
        }
        if let valid = definition.validValues?.last { values.append(JSON(valid)) }
        values.append(definition.value ?? true)
        for value in values {
            _ = home.exchange(.write(id, value), on: session)
            _ = home.exchange(.get("/characteristics?id=\(id)"), on: session)
        }
        home.wait(.seconds(2))
        let last = values[values.count - 1]
        for members in [
            JSONObject(), JSONObject(["value": last, "r": true]), JSONObject(["value": last, "ev": true]),
            JSONObject(["value": last, "authData": "***"]), JSONObject(["value": last, "authData": "AAEC"]),
            JSONObject(["value": last, "remote": true]), JSONObject(["ev": 1]), JSONObject(["ev": 2]),
            JSONObject(["ev": "true"]), JSONObject(["ev": false]), JSONObject(["ev": false]),
        ] {
            _ = home.exchange(.write(id, members), on: session)
            _ = home.exchange(.get("/characteristics?id=\(id)&ev=1"), on: session)
        }
    }

    private static func writeBatches(_ home: Home, _ admin: ConnectionID) throws {
        let definition = home.accessory.core.definition
        let plain = definition.characteristics.filter {
            $0.has(.pairedWrite) && !$0.has(.timedWrite) && !$0.isAdminOnly
        }
        let right = plain.compactMap { one in
            (one.value ?? true).map { (one.id.description, JSONObject(["value": $0])) }
        }
        let wrong = [
            ("1.5", JSONObject(["value": "x"])), ("1.99999", JSONObject(["value": 1])),
            ("1.1", JSONObject(["value": 1])),
        ]
        for batch in [right, wrong, [wrong[0]] + right, Array(right.prefix(1)) + wrong] {
            _ = home.exchange(.writes(batch), on: admin)
        }
        for definition in plain.prefix(3) where definition.format == .bool || definition.format == .int {
            let other: JSON = definition.format == .bool ? .bool(definition.value != .bool(true)) : 42
            let batch = [(definition.id.description, JSONObject(["value": other])), wrong[0]]
            _ = home.exchange(.writes(batch), on: admin)
            _ = home.exchange(.get("/characteristics?id=\(definition.id)"), on: admin)
        }
        for body in [
            ["characteristics": [["iid": 51, "value": true]]], ["characteristics": [["aid": 1, "value": true]]],
            ["characteristics": [["aid": 1, "iid": 51, "remote": 5]]], ["characteristics": []],
        ] as [JSON] { _ = home.exchange(.put("/characteristics", body), on: admin) }
    }

    private static func timed(_ home: Home, _ admin: ConnectionID, _ pairing: AccessoryPairing) throws {
        let other = try home.session(pairing)
        func prepare(_ body: JSON, on session: ConnectionID? = nil) {
            _ = home.exchange(.put("/prepare", body), on: session ?? admin)
        }
        let targets = home.accessory.core.definition.characteristics.filter { one in
            one.has(.pairedWrite) && one.has(.pairedRead) && (one.has(.timedWrite) || one.format == .bool)
        }
        for target in targets {
            let value: JSON = target.format == .bool ? true : 0
            func execute(_ pid: JSON, on session: ConnectionID? = nil) {
                let write = HTTPRequest.write(target.id.description, JSONObject(["value": value]), pid: pid)
                _ = home.exchange(write, on: session ?? admin)
                _ = home.exchange(.get("/characteristics?id=\(target.id)"), on: admin)
            }
            execute(1)
            prepare(["ttl": 1000, "pid": 1])
            execute(1)
            execute(1)
            prepare(["ttl": 1000, "pid": 1])
            execute(2)
            execute(1)
            prepare(["ttl": 100, "pid": 1])
            prepare(["ttl": 1000, "pid": 2])
            home.wait(.milliseconds(500))
            execute(2)
            prepare(["ttl": 100, "pid": 3])
            home.wait(.milliseconds(500))
            execute(3)
            prepare(["ttl": 1000, "pid": 4])
            execute(4, on: other)
            prepare(["ttl": 1000, "pid": 5])
            _ = home.exchange(.write(target.id.description, JSONObject(["value": 2]), pid: 5), on: admin)
            _ = home.exchange(.get("/characteristics?id=\(target.id)"), on: admin)
        }
        for body in [
            ["ttl": 1000], ["pid": 1], ["ttl": "1", "pid": 1], ["ttl": 1.5, "pid": 1],
            ["ttl": 9_007_199_254_740_992, "pid": 1],
        ] as [JSON] { prepare(body) }
        for pid in [0, 9_007_199_254_740_993] as [JSON] {
            guard let target = targets.first else { break }
            let value: JSON = target.format == .bool ? true : 0
            prepare(["ttl": 1000, "pid": pid])
            _ = home.exchange(.get("/characteristics?id=1.5"), on: admin)
            let other: JSON = pid == 0 ? 0 : 9_007_199_254_740_992
            _ = home.exchange(.write(target.id.description, JSONObject(["value": value]), pid: other), on: admin)
            prepare(["ttl": 1000, "pid": pid])
            _ = home.exchange(.get("/characteristics?id=1.5"), on: admin)
            _ = home.exchange(.write(target.id.description, JSONObject(["value": value]), pid: pid), on: admin)
        }
        prepare(["ttl": 60000, "pid": 9], on: other)
        home.disconnect(other)
        let again = try home.session(pairing)
        if let target = targets.first {
            let value: JSON = target.format == .bool ? true : 0
            let write = HTTPRequest.write(target.id.description, JSONObject(["value": value]), pid: 9)
            _ = home.exchange(write, on: again)
        }
    }
}

extension JSON {
    fileprivate func map<Value>(_ body: (JSON) -> Value) -> Value? { body(self) }
}
