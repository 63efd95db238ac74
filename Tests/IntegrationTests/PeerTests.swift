import Foundation
import HAPModel
import Processes
import Testing

@Suite("Peers", .needsPeers, .takingTurns, .timeLimit(.minutes(10)))
struct PeerTests {
    @Test("HAP-python and aiohomekit pair, read, write, send an event, and unpair")
    func peersUnderstandEachOther() async throws {
        try await Peer.run(.happyAccessory, ["--kind", "light"]) { accessory in
            try await Peer.run(.controller) { controller in
                let port = JSON(try accessory.port)
                try await controller.ask("pair", ["controller": "alice", "port": port])
                try await controller.ask("verify", ["session": "a", "controller": "alice"])
                try await controller.ask("verify", ["session": "b", "controller": "alice"])

                let database = try await controller.ask("accessories", ["session": "a"])
                let on = try #require(characteristic("00000025-0000-1000-8000-0026BB765291", in: database))
                try await controller.ask("subscribe", ["session": "b", "ids": [.string(on)]])
                let written = try await controller.ask(
                    "write",
                    ["session": "a", "values": .object(JSONObject(members: [.init(key: on, value: true)]))]
                )
                #expect(written["failed"] == [:])
                #expect(try await accessory.ask("get", ["characteristic": "on"])["value"] == true)
                let event = try await controller.ask("event", ["session": "b", "within": 5])
                #expect(event["characteristics"]?[0]?["value"] == true)

                try await controller.ask("remove-pairing", ["session": "a", "controller": "alice"])
                #expect(try await accessory.ask("pairings")["pairings"] == [])
            }
        }
    }

    @Test("A wrong setup code is rejected, and the controller reports it")
    func wrongSetupCode() async throws {
        try await Peer.run(.happyAccessory, setupCode: "482-91-573") { accessory in
            try await Peer.run(.controller) { controller in
                let port = JSON(try accessory.port)
                let refusal = await #expect(throws: PeerRefusal.self) {
                    try await controller.ask("pair", ["controller": "alice", "port": port])
                }
                #expect(refusal?.error == "AuthenticationError")
            }
        }
    }

    @Test("A peer ends with the closure that uses it, also if the closure throws")
    func endsWithItsClosure() async throws {
        struct Interrupted: Error {}
        var pid: Int32?
        await #expect(throws: Interrupted.self) {
            try await Peer.run(.hostileAccessory, ["silent"]) { peer in
                pid = peer.ready["pid"]?.int64Value.map(Int32.init)
                throw Interrupted()
            }
        }
        #expect(kill(try #require(pid), 0) == -1)
    }

    @Test("A peer that does not start gives the reason")
    func saysWhyItDoesNotStart() async throws {
        let failure = await #expect(throws: ChildFailure.self) {
            try await Peer.run(.hostileAccessory, ["polite"]) { _ in }
        }
        #expect(failure?.what == "ended with 2 before a ready line")
        #expect(failure?.complaints.contains("invalid choice: 'polite'") == true)
    }

    @Test("A peer that exits fails every caller that waits for its response")
    func endsWhileAsked() async throws {
        try await Peer.run(.hostileAccessory, ["closed"]) { peer in
            let pid = try #require(peer.ready["pid"]?.int64Value)
            kill(Int32(pid), SIGKILL)
            await #expect(throws: (any Error).self) { try await peer.ask("connections") }
        }
    }

    private func characteristic(_ type: String, in database: JSON) -> String? {
        for accessory in database["accessories"]?.arrayValue ?? [] {
            for service in accessory["services"]?.arrayValue ?? [] {
                for characteristic in service["characteristics"]?.arrayValue ?? []
                where characteristic["type"]?.stringValue == type {
                    guard let aid = accessory["aid"]?.uint64Value, let iid = characteristic["iid"]?.uint64Value else {
                        continue
                    }
                    return "\(aid).\(iid)"
                }
            }
        }
        return nil
    }
}
