import HAPAccessory
import HAPModel
import Testing

/// aiohomekit's CoAP controller, an independent implementation, as the controller of the simulated accessories over
/// Thread.
@Suite("aiohomekit controls the simulators over Thread", .needsPeers, .timeLimit(.minutes(10)))
struct AiohomekitThreadTests {
    /// A simulated accessory, with the writes to it and the changes at the device, in order.
    struct Subject: CustomTestStringConvertible {
        let name: String
        var written: [(iid: UInt64, value: JSON)] = []
        var changed: [(iid: UInt64, value: JSON)] = []

        var testDescription: String { name }
    }

    static let subjects = [
        Subject(name: "lightbulb", written: [(51, true), (52, 37)]),
        Subject(name: "lock", written: [(52, 3600)]),
        Subject(name: "switch", changed: [(50, 23.5)]),
        Subject(name: "kitchen-sink", written: [(101, true), (102, 255), (105, JSON(UInt64.max)), (106, -40)]),
    ]

    @Test(
        "It identifies, pairs, lists, reads, writes, subscribes, receives events, adds and removes pairings",
        arguments: subjects
    )
    func wholeLife(subject: Subject) async throws {
        try await SimulatedAccessory.run(subject.name, over: .thread) { accessory in
            try await Peer.run(.threadController, setupCode: accessory.setupCode) { controller in
                let port = JSON(accessory.port)
                #expect(try await controller.ask("identify", ["port": port])["identified"] == true)
                try await controller.ask("pair", ["controller": "alice", "port": port])
                #expect(accessory.server.snapshot().state.pairings.count == 1)
                try await controller.ask("verify", ["session": "a", "controller": "alice"])
                let listed = try await controller.ask("accessories", ["session": "a"])["accessories"]
                #expect(listed?.arrayValue?.count == 1)

                let services = listed?[0]?["services"]?.arrayValue ?? []
                let readable = services.flatMap { $0["characteristics"]?.arrayValue ?? [] }
                    .filter { $0["perms"]?.arrayValue?.contains("pr") ?? false }
                    .compactMap { $0["iid"]?.uint64Value }
                #expect(readable.count > 5)
                let ids = JSON.array(readable.map { .string("1.\($0)") })
                let read = try await controller.ask("read", ["session": "a", "ids": ids])["read"]
                for iid in readable { #expect(read?["1.\(iid)"]?["value"] != nil, "1.\(iid)") }

                let bob = try await controller.ask(
                    "add-pairing",
                    ["session": "a", "controller": "bob", "admin": false]
                )["id"]
                let pairings = try await controller.ask("pairings", ["session": "a"])["pairings"]?.arrayValue ?? []
                #expect(pairings.count == 2)
                #expect(pairings.first { $0["id"] == bob }?["admin"] == false)
                try await controller.ask("verify", ["session": "b", "controller": "bob"])

                let subscribed = (subject.written + subject.changed).map { JSON.string("1.\($0.iid)") }
                let refused = try await controller.ask("subscribe", ["session": "b", "ids": .array(subscribed)])
                #expect(refused["failed"] == [:])
                for (iid, value) in subject.written {
                    let values = JSON.object(JSONObject(members: [.init(key: "1.\(iid)", value: value)]))
                    let written = try await controller.ask("write", ["session": "a", "values": values])
                    #expect(written["failed"] == [:])
                    try await hears(iid, value, controller)
                }
                for (iid, value) in subject.changed {
                    try accessory.server.set(CharacteristicID(aid: 1, iid: iid), value)
                    try await hears(iid, value, controller)
                }

                try await controller.ask("remove-pairing", ["session": "a", "controller": "bob"])
                #expect(try await controller.ask("closed", ["session": "b"])["closed"] == true)
                #expect(accessory.server.snapshot().state.pairings.count == 1)
                try await controller.ask("remove-pairing", ["session": "a", "controller": "alice"])
                #expect(!accessory.server.snapshot().state.isPaired)
                #expect(try await controller.ask("closed", ["session": "a"])["closed"] == true)
            }
        }
    }

    /// Session `b` gets exactly this event, and session `a` reads the same value.
    private func hears(_ iid: UInt64, _ value: JSON, _ controller: Peer) async throws {
        let event = try await controller.ask("event", ["session": "b", "within": 10])["characteristics"]
        #expect(event == [["aid": 1, "iid": JSON(iid), "value": value]])
        let read = try await controller.ask("read", ["session": "a", "ids": [.string("1.\(iid)")]])["read"]
        #expect(read?["1.\(iid)"]?["value"] == value)
    }

    @Test("It cannot pair with a wrong code, nor with a paired accessory")
    func refusesToPair() async throws {
        try await SimulatedAccessory.run("switch", over: .thread) { accessory in
            try await Peer.run(.threadController, setupCode: accessory.setupCode) { controller in
                let port = JSON(accessory.port)
                let wrong = await #expect(throws: PeerRefusal.self) {
                    try await controller.ask("pair", ["controller": "eve", "port": port, "code": "482-91-573"])
                }
                #expect(wrong?.error == "AuthenticationError")
                try await controller.ask("pair", ["controller": "alice", "port": port])
                let taken = await #expect(throws: PeerRefusal.self) {
                    try await controller.ask("pair", ["controller": "eve", "port": port])
                }
                #expect(taken?.error == "UnavailableError")
                #expect(accessory.server.snapshot().state.pairings.count == 1)
            }
        }
    }
}
