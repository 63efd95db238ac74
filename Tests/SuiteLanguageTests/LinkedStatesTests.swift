import HAPModel
import Testing

@testable import SuiteLanguage

@Suite("States of linked services")
struct LinkedStatesTests {
    private static func service(_ type: String, _ iid: Int, _ state: String, linked: [JSON] = []) -> JSON {
        [
            "type": .string(type), "iid": JSON(iid), "linked": .array(linked),
            "characteristics": [
                ["type": .string(state), "iid": JSON(iid + 1)], ["type": "29", "iid": JSON(iid + 2)],
            ],
        ]
    }

    @Test("States of linked services may follow each other in both directions; others do not")
    func followers() {
        let database: JSON = [
            "accessories": [
                [
                    "aid": 1,
                    "services": [
                        Self.service("BB", 10, "B0", linked: [20, 99]), Self.service("B7", 20, "B0"),
                        Self.service("43", 30, "25"),
                    ],
                ],
                ["aid": 2, "services": [Self.service("B7", 20, "B0")]],
            ]
        ]
        let linked = LinkedStates(AttributeDatabase(database))
        func followers(_ aid: UInt64, _ iid: UInt64) -> Set<String> {
            Set(linked.followers(of: [CharacteristicID(aid: aid, iid: iid)]).map(\.description))
        }
        #expect(followers(1, 11) == ["1.11", "1.21"])
        #expect(followers(1, 21) == ["1.11", "1.21"])
        #expect(followers(1, 31) == ["1.31"])
        #expect(followers(1, 12) == ["1.12"])
        #expect(followers(2, 21) == ["2.21"])
    }
}
