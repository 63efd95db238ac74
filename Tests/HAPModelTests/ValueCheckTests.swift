import HAPModel
import Testing

struct ValueCheckTests {
    private func check(_ format: String, _ value: JSON) -> ValueCheck {
        let characteristic: JSON = [
            "iid": 2, "format": .string(format), "minValue": 10.1, "maxValue": 30.1, "minStep": 0.1, "value": value,
        ]
        let database = AttributeDatabase(
            ["accessories": [["aid": 1, "services": [["iid": 1, "characteristics": [characteristic]]]]]]
        )
        return ValueCheck(database.accessories[0].services[0].characteristics[0])
    }

    @Test(
        "What a float of 32 bits makes of a limit or a step is in range and on it; more is not",
        arguments: [
            (30.1, true, true), (30.100000381469727, true, true), (10.100000381469727, true, true),
            (30.2, false, true), (30.11, false, false), (10.0, false, true), (20.25, true, false),
        ]
    )
    func floats(_ value: Double, _ isInRange: Bool, _ isOnStep: Bool) throws {
        let check = check("float", .number(try #require(JSONNumber(value))))
        #expect(check.isInRange == isInRange)
        #expect(check.isOnStep == isOnStep)
    }
}
