import HAPModel
import Testing

@testable import Observations

@Suite("Changes since the earlier run")
struct ConfigurationElementTests {
    private func sighting(
        _ number: UInt64,
        _ iids: [Int] = [2],
        firmware: String? = nil,
        id: String = "AA:BB:CC:DD:EE:01"
    ) -> AccessorySighting {
        var sighting = AccessorySighting(
            AttributeDatabase([
                "accessories": [
                    [
                        "aid": 1,
                        "services": [
                            [
                                "iid": 1, "type": "43",
                                "characteristics": .array(iids.map { ["iid": JSON($0), "type": "25"] }),
                            ]
                        ],
                    ]
                ]
            ]),
            configurationNumber: number,
            deviceID: id,
            key: [UInt8](repeating: 7, count: 32)
        )
        sighting.firmware = firmware
        return sighting
    }

    @Test(
        "c# is the same, higher, lower, or 1 again after the last number",
        arguments: [
            (3, 3, "same"), (3, 4, "higher"), (4, 3, "lower"), (65535, 1, "wrapped"), (4_294_967_295, 2, "wrapped"),
            (64000, 1, "lower"), (65535, 5000, "lower"),
        ] as [(UInt64, UInt64, String)]
    )
    func change(before: UInt64, after: UInt64, word: String) {
        let json = ConfigurationElement(earlier: sighting(before), now: sighting(after)).json
        #expect(json["config-change"]?.stringValue == word)
        #expect(json["structure"] == "same")
        #expect(json["firmware"] == nil)
        #expect(json["device-id"] == "same")
    }

    @Test("Another Device ID with the same long-term key is named")
    func deviceID() {
        let json = ConfigurationElement(earlier: sighting(3), now: sighting(3, id: "AA:BB:CC:DD:EE:02")).json
        #expect(json["device-id"] == "changed")
        #expect(
            json["summary"]
                == "c# 3 after 3; Device ID AA:BB:CC:DD:EE:02 after AA:BB:CC:DD:EE:01, with the same long-term key"
        )
    }

    @Test("What was added and removed is named")
    func structure() {
        let before = sighting(3, [2, 3], firmware: "1.0")
        let json = ConfigurationElement(earlier: before, now: sighting(3, [2, 4], firmware: "1.1")).json
        #expect(json["structure"] == "changed")
        #expect(json["added"] == ["1.4 25"])
        #expect(json["removed"] == ["1.3 25"])
        #expect(json["firmware"] == "changed")
        #expect(json["summary"] == "c# 3 after 3; firmware 1.1 after 1.0; added: 1.4 25; removed: 1.3 25")
    }

    @Test("A sighting is the same after it was kept as JSON")
    func kept() throws {
        for one in [sighting(3, [2, 9]), sighting(1, firmware: "2.0")] {
            #expect(AccessorySighting(try JSON.parse(Array(one.json.pretty().utf8))) == one)
        }
        for wrong: JSON in [
            ["key": "00", "device-id": "AA", "c#": "3", "structure": []], ["key": "00", "c#": 3, "structure": []],
        ] {
            #expect(AccessorySighting(wrong) == nil)
        }
    }
}
