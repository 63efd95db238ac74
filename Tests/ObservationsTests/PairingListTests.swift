import HAPModel
import HAPPairing
import Testing

@testable import Observations

@Suite("Observations of lists of pairings")
struct PairingListTests {
    private static let key = [UInt8](repeating: 1, count: 32)
    private let members = [
        PairingList.Member(name: "alice", identifier: Array("A".utf8), publicKey: key, permissions: 1),
        PairingList.Member(name: "bob", identifier: Array("B".utf8), publicKey: key, permissions: nil),
        PairingList.Member(name: "guest", identifier: Array("G".utf8), publicKey: key, permissions: 0),
    ]

    private func entry(_ identifier: String, key: [UInt8]? = key, permissions: [UInt8]? = [1]) -> PairingEntry {
        var items = [TLV8.Item(.identifier, text: identifier)]
        if let key { items.append(.init(.publicKey, key)) }
        if let permissions { items.append(.init(.permissions, permissions)) }
        return PairingEntry(items: items)
    }

    private func fields(_ entries: PairingEntry...) -> JSON {
        .object(PairingList(entries, members: members, strangers: [Array("S".utf8)]).fields)
    }

    @Test("An empty list shows no controller")
    func empty() {
        #expect(
            fields() == [
                "pairings": [], "listed": [:], "listed-right": 0, "strangers": [], "malformed-entries": 0,
            ]
        )
    }

    @Test("A controller is right once, with its key and its permissions")
    func right() {
        let json = fields(entry("A"), entry("G", permissions: [0]), entry("S"))
        #expect(json["listed"] == ["alice": ["times": 1, "permissions": 1, "key-right": true]])
        #expect(
            json.only("listed-right", "strangers", "malformed-entries") == [
                "listed-right": 2, "strangers": [], "malformed-entries": 0,
            ]
        )
        #expect(
            json["pairings"]?[0] == [
                "controller": "alice", "identifier": "A", "key-length": 32, "permissions": 1,
                "items": ["identifier", "public-key", "permissions"],
            ]
        )
        #expect(json["pairings"]?[2]?["controller"] == .null)
    }

    @Test("A duplicate entry, a wrong key, a missing item and an unknown identifier are each reported")
    func wrong() {
        let other = [UInt8](repeating: 2, count: 32)
        let json = fields(entry("A"), entry("A", key: other), entry("B"), entry("X", key: nil, permissions: [1, 2]))
        #expect(json["listed"]?["alice"] == ["times": 2, "permissions": 1, "key-right": false])
        #expect(
            json.only("listed-right", "strangers", "malformed-entries") == [
                "listed-right": 0, "strangers": ["X"], "malformed-entries": 1,
            ]
        )
        #expect(json["pairings"]?[3]?.only("key-length", "permissions") == ["key-length": 0, "permissions": 513])
    }

    @Test("The list follows the fields of its exchange")
    func inObservation() throws {
        guard case .pairing(var observation) = try Sample.pairing(.state(2)) else {
            Issue.record("the transcript has no answer")
            return
        }
        #expect(observation.json["listed-right"] == nil)
        observation.list = PairingList([entry("A")], members: members, strangers: [])
        #expect(observation.json["listed-right"] == 1)
    }
}
