import HAPAccessory
import HAPModel
import Testing

/// aiohomekit, an independent implementation, as the controller of the simulated accessories.
@Suite("aiohomekit controls the simulators", .needsPeers, .timeLimit(.minutes(10)))
struct AiohomekitTests {
    /// Pairs `alice`, opens session `a` for her, and calls `body`.
    private func session(
        with name: String,
        _ body: @Sendable (SimulatedAccessory, Peer) async throws -> Void
    ) async throws {
        try await SimulatedAccessory.run(name) { accessory in
            try await Peer.run(.controller, setupCode: accessory.setupCode) { controller in
                try await controller.ask("pair", ["controller": "alice", "port": JSON(accessory.port)])
                try await controller.ask("verify", ["session": "a", "controller": "alice"])
                try await body(accessory, controller)
            }
        }
    }

    /// Writes through session `a` and returns the errors.
    private func write(_ id: String, _ value: JSON, _ controller: Peer) async throws -> JSON? {
        let values = JSON.object(JSONObject(members: [.init(key: id, value: value)]))
        return try await controller.ask("write", ["session": "a", "values": values])["failed"]
    }

    private func read(_ id: String, _ controller: Peer) async throws -> JSON? {
        try await controller.ask("read", ["session": "a", "ids": [.string(id)]])["read"]?[id]?["value"]
    }

    /// A simulated accessory, with the writes to it and the changes at the device, in order.
    struct Subject: CustomTestStringConvertible {
        let name: String
        let accessories: Int
        var written: [(id: CharacteristicID, value: JSON)] = []
        var changed: [(id: CharacteristicID, value: JSON)] = []

        var testDescription: String { name }
    }

    static let subjects = [
        Subject(
            name: "lightbulb",
            accessories: 1,
            written: [(CharacteristicID(aid: 1, iid: 51), true), (CharacteristicID(aid: 1, iid: 52), 37)]
        ),
        // The auto-secure timer; the bolt itself requires a timed write.
        Subject(name: "lock", accessories: 1, written: [(CharacteristicID(aid: 1, iid: 52), 3600)]),
        // Only Identify can be written on a switch.
        Subject(name: "switch", accessories: 1, changed: [(CharacteristicID(aid: 1, iid: 50), 23.5)]),
        Subject(
            name: "bridge",
            accessories: 4,
            written: [(CharacteristicID(aid: 2, iid: 34), true)],
            changed: [(CharacteristicID(aid: 3, iid: 34), 22.5)]
        ),
        Subject(
            name: "kitchen-sink",
            accessories: 1,
            written: [
                (CharacteristicID(aid: 1, iid: 101), true), (CharacteristicID(aid: 1, iid: 102), 255),
                (CharacteristicID(aid: 1, iid: 105), JSON(UInt64.max)), (CharacteristicID(aid: 1, iid: 106), -40),
                (CharacteristicID(aid: 1, iid: 107), 0.25), (CharacteristicID(aid: 1, iid: 108), "Küche \"1\""),
                (CharacteristicID(aid: 1, iid: 109), "AQEC"), (CharacteristicID(aid: 1, iid: 110), "////"),
            ]
        ),
    ]

    @Test(
        "It pairs, reads, writes, subscribes, receives events, adds and removes pairings, and leaves none",
        arguments: subjects
    )
    func wholeLife(subject: Subject) async throws {
        try await session(with: subject.name) { accessory, controller in
            #expect(accessory.server.snapshot().state.pairings.count == 1)
            let database = try await controller.ask("accessories", ["session": "a"])["accessories"]
            #expect(database?.arrayValue?.count == subject.accessories)
            let readable = Self.readable(in: database)
            #expect(readable.members.count > 5)
            let ids = JSON.array(readable.members.map { .string($0.key) })
            let read = try await controller.ask("read", ["session": "a", "ids": ids])["read"]
            for member in readable.members { #expect(read?[member.key]?["value"] == member.value, "\(member.key)") }

            let bob = try await controller.ask("add-pairing", ["session": "a", "controller": "bob", "admin": false])[
                "id"
            ]
            let listed = try await controller.ask("pairings", ["session": "a"])["pairings"]?.arrayValue ?? []
            #expect(listed.count == 2)
            #expect(listed.first { $0["id"] == bob }?["admin"] == false)
            try await controller.ask("verify", ["session": "b", "controller": "bob"])

            let subscribed = (subject.written + subject.changed).map { JSON.string($0.id.description) }
            #expect(
                try await controller.ask("subscribe", ["session": "b", "ids": .array(subscribed)])["failed"] == [:]
            )
            #expect(try await write("1.2", true, controller) == [:])
            for (id, value) in subject.written {
                #expect(try await write(id.description, value, controller) == [:])
                try await hears(id, value, controller)
            }
            for (id, value) in subject.changed {
                try accessory.server.set(id, value)
                try await hears(id, value, controller)
            }

            try await controller.ask("remove-pairing", ["session": "a", "controller": "bob"])
            #expect(try await controller.ask("closed", ["session": "b", "within": 5])["closed"] == true)
            let refusal = await #expect(throws: PeerRefusal.self) {
                try await controller.ask("verify", ["session": "c", "controller": "bob"])
            }
            #expect(refusal?.error == "AuthenticationError")
            #expect(try await controller.ask("pairings", ["session": "a"])["pairings"]?.arrayValue?.count == 1)

            try await controller.ask("remove-pairing", ["session": "a", "controller": "alice"])
            #expect(try await controller.ask("closed", ["session": "a", "within": 5])["closed"] == true)
            #expect(!accessory.server.snapshot().state.isPaired)
        }
    }

    /// Session `b` gets exactly this event, and session `a` reads the same value.
    private func hears(_ id: CharacteristicID, _ value: JSON, _ controller: Peer) async throws {
        let event = try await controller.ask("event", ["session": "b", "within": 5])["characteristics"]
        #expect(event == [["aid": JSON(id.aid), "iid": JSON(id.iid), "value": value]])
        #expect(try await read(id.description, controller) == value)
    }

    /// The values of a database by `aid.iid`, of every characteristic that can be read.
    private static func readable(in database: JSON?) -> JSONObject {
        var values = JSONObject()
        for accessory in database?.arrayValue ?? [] {
            for service in accessory["services"]?.arrayValue ?? [] {
                for one in service["characteristics"]?.arrayValue ?? []
                where one["perms"]?.arrayValue?.contains("pr") ?? false {
                    let id = "\(accessory["aid"]?.int64Value ?? 0).\(one["iid"]?.int64Value ?? 0)"
                    values.members.append(.init(key: id, value: one["value"] ?? .null))
                }
            }
        }
        return values
    }

    @Test("It pairs ten times in a row if no number starts with a zero byte")
    func pairsEveryTime() async throws {
        try await SimulatedAccessory.run("lightbulb") { accessory in
            try await Peer.run(.controller, setupCode: accessory.setupCode) { controller in
                for _ in 1...10 {
                    try await controller.ask("pair", ["controller": "alice", "port": JSON(accessory.port)])
                    #expect(accessory.server.snapshot().state.pairings.count == 1)
                    await accessory.server.factoryReset()
                    #expect(!accessory.server.snapshot().state.isPaired)
                }
            }
        }
    }

    @Test("With random numbers it pairs, or its proof is rejected because it pads leading zeros")
    func pairsWithLeadingZeros() async throws {
        let times = 60
        let refused = try await SimulatedAccessory.run("lightbulb") { accessory in
            try await Peer.run(.controller, setupCode: accessory.setupCode) { controller in
                var refused = 0
                for _ in 1...times {
                    do {
                        try await controller.ask(
                            "pair",
                            ["controller": "alice", "port": JSON(accessory.port), "ambiguous": true]
                        )
                        #expect(accessory.server.snapshot().state.isPaired)
                    } catch let refusal as PeerRefusal where refusal.error == "AuthenticationError" {
                        #expect(!accessory.server.snapshot().state.isPaired)
                        refused += 1
                    }
                    await accessory.server.factoryReset()
                }
                return refused
            }
        }
        print("aiohomekit, numbers as they come: \(times - refused) of \(times) paired, \(refused) refused")
        // One in 80 is expected; six in 60 has a probability of one in ten thousand.
        #expect(refused < 6)
    }

    @Test("It reads and writes a lightbulb, and receives the events of changes")
    func lightbulb() async throws {
        try await session(with: "lightbulb") { accessory, controller in
            #expect(try await read("1.51", controller) == false)
            #expect(try await write("1.51", true, controller) == [:])
            #expect(try await write("1.52", 37, controller) == [:])
            #expect(try await read("1.51", controller) == true)
            #expect(try await read("1.52", controller) == 37)

            try await controller.ask("verify", ["session": "b", "controller": "alice"])
            #expect(try await controller.ask("subscribe", ["session": "b", "ids": ["1.51", "1.53"]])["failed"] == [:])
            #expect(try await write("1.51", false, controller) == [:])
            let written = try await controller.ask("event", ["session": "b", "within": 5])["characteristics"]
            #expect(written == [["aid": 1, "iid": 51, "value": false]])
            try accessory.server.set(CharacteristicID(aid: 1, iid: 53), 120)
            let turned = try await controller.ask("event", ["session": "b", "within": 5])["characteristics"]
            #expect(turned?[0]?["iid"] == 53)
            #expect(turned?[0]?["value"]?.doubleValue == 120)

            try await controller.ask("unsubscribe", ["session": "b", "ids": ["1.51", "1.53"]])
            #expect(try await write("1.51", true, controller) == [:])
            #expect(try await controller.ask("event", ["session": "b", "within": 2])["at"] == .null)
            #expect(try await controller.ask("identify", ["session": "a"])["identified"] == true)
        }
    }

    @Test("A write with `r` returns no value without `wr`, and one out of range is rejected")
    func writeResponse() async throws {
        try await session(with: "lightbulb") { _, controller in
            let answer = try await controller.ask(
                "request",
                [
                    "session": "a", "method": "PUT", "target": "/characteristics",
                    "body": ["characteristics": [["aid": 1, "iid": 52, "value": 12, "r": true]]],
                ]
            )
            #expect(answer["status"] == 207)
            #expect(answer["body"]?["characteristics"]?[0]?["value"] == nil)
            let failed = try await write("1.52", 101, controller)
            #expect(failed?["1.52"]?["status"] == -70410)
            #expect(try await read("1.52", controller) == 12)
        }
    }

    @Test("A lock only accepts a timed write")
    func timedWrite() async throws {
        try await session(with: "lock") { accessory, controller in
            #expect(try await write("1.35", 0, controller) != [:])
            #expect(try await read("1.35", controller) == 1)
            let prepared = try await controller.ask(
                "request",
                ["session": "a", "method": "PUT", "target": "/prepare", "body": ["ttl": 5000, "pid": 4711]]
            )
            #expect(prepared["status"] == 200)
            #expect(prepared["body"]?["status"] == 0)
            let executed = try await controller.ask(
                "request",
                [
                    "session": "a", "method": "PUT", "target": "/characteristics",
                    "body": ["pid": 4711, "characteristics": [["aid": 1, "iid": 35, "value": 0]]],
                ]
            )
            #expect(executed["status"] == 204)
            #expect(try await read("1.35", controller) == 0)
        }
    }

    @Test(
        "A button's press arrives as an event, on a switch and behind a bridge",
        arguments: [
            ("switch", CharacteristicID(aid: 1, iid: 34)), ("bridge", CharacteristicID(aid: 4, iid: 50)),
        ]
    )
    func press(name: String, button: CharacteristicID) async throws {
        try await session(with: name) { accessory, controller in
            let ids: JSON = [.string(button.description)]
            #expect(try await controller.ask("subscribe", ["session": "a", "ids": ids])["failed"] == [:])
            for _ in 1...2 {
                try accessory.server.press(button, 0)
                let event = try await controller.ask("event", ["session": "a", "within": 5])["characteristics"]
                #expect(event == [["aid": JSON(button.aid), "iid": JSON(button.iid), "value": 0]])
            }
            #expect(try await read(button.description, controller)?.isNull == true)
        }
    }

    @Test("A second controller cannot pair with a paired accessory, nor one with a wrong code")
    func refusesToPair() async throws {
        try await session(with: "switch") { accessory, controller in
            let taken = await #expect(throws: PeerRefusal.self) {
                try await controller.ask("pair", ["controller": "eve", "port": JSON(accessory.port)])
            }
            #expect(taken?.error == "UnavailableError")
            await accessory.server.factoryReset()
            let wrong = await #expect(throws: PeerRefusal.self) {
                try await controller.ask(
                    "pair",
                    ["controller": "eve", "port": JSON(accessory.port), "code": "482-91-573"]
                )
            }
            #expect(wrong?.error == "AuthenticationError")
            #expect(!accessory.server.snapshot().state.isPaired)
        }
    }
}
