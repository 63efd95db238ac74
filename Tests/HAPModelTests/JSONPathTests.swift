import HAPModel
import Testing

@Suite struct JSONPathTests {
    @Test(
        "A path follows keys and positions, and ends at the first missing one",
        arguments: [
            ("a.b", 1), ("list.0", 5), ("list.last", 6), ("list.2", nil), ("list.-1", nil), ("list.x", nil),
            ("a.b.c", nil),
            ("x", nil), ("a", ["b": 1]), ("dots.in.key", 7), ("dots.in", nil), ("dots.in.key.more", nil),
        ] as [(String, JSON?)]
    )
    func paths(_ path: String, _ value: JSON?) {
        let json: JSON = ["a": ["b": 1], "list": [5, 6], "dots": ["in.key": 7]]
        #expect(json.value(at: path) == value)
        #expect(PackedJSON(json).value(at: path) == value)
    }

    @Test(
        "A packed value has the same value at a path as the value itself",
        arguments: [
            "", "a", "a.b", "a.b.c", "a.b.c.d", "a.x", "list", "list.0", "list.2", "list.3", "list.-1", "list.+1",
            "list.last",
            "list.last.k.0", "list.last.k.last", "list.first", "none.last", "b", "b.", ".", ".a", "..", "a..b",
            "text.0", "nothing.a",
        ]
    )
    func packed(path: String) throws {
        let text = """
            {"a": {"b": {"c": 1}, "b.c": {"d": 2}, "x.y": 3, "b.c.d": null}, "a.b": {"c": 4}, "a.b.c": {"q": 5}, "b": 6, "b": 7,
             "list": [8, "9", {"k": [10]}], "none": [], "": {"a": 11, "": 12}, "b.": 13, "text": "14", "nothing": null}
            """
        let json = try JSON.parse(Array(text.utf8))
        #expect(PackedJSON(json).value(at: path) == json.value(at: path))
    }

    @Test(
        "A packed value has the same values in random ones, at all paths of two steps",
        arguments: 1...100 as ClosedRange<UInt64>
    )
    func randomPaths(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let json = JSON.random(depth: 5, using: &random)
        let packed = PackedJSON(json)
        let steps = ["key0", "key1", "key2", "0", "1", "last", "key"]
        for first in steps {
            for path in [first] + steps.map({ "\(first).\($0)" }) {
                #expect(packed.value(at: path) == json.value(at: path))
            }
        }
    }
}
