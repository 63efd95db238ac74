import HAPModel
import Testing

@Suite("Exact sums and tolerances")
struct ToleranceTests {
    @Test(
        "Sums are exact, in plain digits",
        arguments: [
            ("10", "0.1", 207, 0, "30.7"), ("10.1", "0.1", -1, 0, "10"), ("0.3", "-0.1", 1, 0, "0.2"),
            ("-0.5", "0.25", 1, 0, "-0.25"), ("-0.5", "0.5", 1, 0, "0"), ("1e2", "1E-2", 1, 0, "100.01"),
            ("10", "0.1", 5, -1, "10.05"), ("0", "18446744073709551615", 2, 0, nil), ("1e30", "1", 1, 0, nil),
            ("1", "1e-30", 1, 0, nil), ("0", "1e999999999", 1, 0, nil),
            ("9223372036854775807", "1", 1, 0, "9223372036854775808"),
            ("0", "9223372036854775807", .max, 0, "85070591730234615847396907784232501249"),
        ] as [(String, String, Int64, Int, String?)]
    )
    func sums(_ left: String, _ right: String, _ count: Int64, _ exponent: Int, _ sum: String?) throws {
        let (left, right) = (try #require(JSONNumber(spelling: left)), try #require(JSONNumber(spelling: right)))
        #expect(left.adding(right, times: count, exponent: exponent)?.spelling == sum)
    }

    private func characteristic(_ members: JSON) -> CharacteristicObject {
        AttributeDatabase(
            ["accessories": [["aid": 1, "services": [["iid": 1, "characteristics": [members]]]]]]
        ).accessories[0].services[0].characteristics[0]
    }

    @Test(
        "A float is the same within half a step, but not between two of them; anything else is exact",
        arguments: [
            (["format": "float", "minStep": 0.1], 32.20000076293945, 32.2, true),
            (["format": "float", "minStep": 0.1], 32.16, 32.2, true),
            (["format": "float", "minStep": 0.1], 32.3, 32.2, false),
            (["format": "float", "minStep": 0.1], 32.25, 32.2, false),
            (["format": "float", "minStep": 0.1], 30.700000762939453, 30.75, false),
            (["format": "float", "minStep": 1], 0, 0.5, false), (["format": "float", "minStep": 1], 1, 0.5, false),
            (["format": "float", "minStep": 1], 0, 0.4, true), (["format": "float"], 32.20000076293945, 32.2, true),
            (["format": "float"], 32.2001, 32.2, false),
            (["format": "float"], 0, 0.001, false), (["format": "float", "minStep": -1], 1.5, 1.6, false),
            (["format": "int", "minStep": 5], 12, 10, nil), (["format": "float"], "12", 12, nil),
            (["format": "float"], 1e300, 1e300, nil), (["format": "float"], .null, 1, nil),
            (["format": "bool"], 1, 1, nil),
        ] as [(JSON, JSON, Double, Bool?)]
    )
    func tolerances(_ members: JSON, _ value: JSON, _ other: Double, _ isSame: Bool?) {
        let within = characteristic(members).tolerance(of: value)?.double
        #expect(within.map { ((value.doubleValue ?? .nan) - other).magnitude <= $0 } == isSame)
    }
}
