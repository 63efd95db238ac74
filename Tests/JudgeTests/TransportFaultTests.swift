import HAPModel
import Judge
import Measurement
import RunRecord
import Testing

@Suite("Faults of a connection")
struct TransportFaultTests {
    private func kind(
        _ failure: String,
        _ bytes: String,
        isRepeated: Bool = false,
        more: [String: JSON] = [:]
    ) -> TransportFault.Kind? {
        var object: JSONObject = [
            "direction": "in", "kind": "failure",
            "decoded": ["failure": .string(failure), "repeated": .bool(isRepeated)],
            "hex": .string(Hex.encode(Array(bytes.utf8))),
        ]
        for (key, value) in more { object[key] = value }
        return TransportFault(
            JournalEvent(
                sequence: 1,
                at: Moment(nanoseconds: 0),
                kind: .wire,
                instance: nil,
                step: nil,
                body: .object(object)
            )
        )?.kind
    }

    @Test(
        "A message in plain text in the place of a frame is the accessory's; other bytes may be damaged",
        arguments: [
            ("frame", "HTTP/1.1 200 OK\r\n", nil), ("frame", "EVENT/1.0 200 OK\r\n", nil),
            ("frame", "\u{10}\u{0}x", .undecodable), ("frame", "HTTQ/1.1 200 OK\r\n", .undecodable),
            // Outside a session a damaged response still begins like one.
            ("garbage", "HTTP/1.1 200 OK\r\nContent-Lengti: 5\r\n", .undecodable),
        ] as [(String, String, TransportFault.Kind?)]
    )
    func undecodable(_ failure: String, _ bytes: String, _ expected: TransportFault.Kind?) {
        #expect(kind(failure, bytes) == expected)
    }

    @Test(
        "A frame that is sealed wrongly is the accessory's; one with a near counter may be lost or repeated by the link"
    )
    func sealedWrongly() {
        #expect(kind("frame", "x", more: ["opened-otherwise": "other-counter", "counter-restarted": true]) == nil)
        #expect(kind("frame", "x", more: ["opened-otherwise": "no-aad"]) == nil)
        #expect(kind("frame", "x", more: ["opened-otherwise": "swapped-keys"]) == nil)
        #expect(kind("frame", "x", more: ["opened-otherwise": "other-counter"]) == .undecodable)
    }

    @Test("What the frames of a session hold is the accessory's, even if it cannot be read")
    func garbageInSession() {
        #expect(kind("garbage", "EVENT/1.0 200 OK\r\nHTTP/1.1", more: ["session": 1]) == nil)
        #expect(kind("garbage", "EVENT/1.0 200 OK\r\nHTTP/1.1", more: ["session": 0]) == .undecodable)
    }

    @Test("The second copy of a message in plain text may be the link's")
    func repeated() {
        #expect(kind("frame", "HTTP/1.1 200 OK\r\n", isRepeated: true) == .undecodable)
    }
}
