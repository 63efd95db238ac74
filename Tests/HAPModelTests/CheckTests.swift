import HAPModel
import Testing

@Suite("Checks of values and declarations")
struct CheckTests {
    private func characteristic(_ members: JSON) throws -> CharacteristicObject {
        let json: JSON = ["accessories": [["aid": 1, "services": [["iid": 1, "characteristics": [members]]]]]]
        return try #require(AttributeDatabase(json).accessories.first?.services.first?.characteristics.first)
    }

    @Test(
        "A value has the kind that its format demands; an absent one fits",
        arguments: [
            ("bool", true, true), ("bool", 1, true), ("bool", 2, false), ("uint8", 1.0, true), ("uint8", 1.5, false),
            ("uint8", "1", false), ("float", 1, true), ("string", 1, false), ("tlv8", "", true), ("own", ["x"], true),
            ("uint8", .null, true),
        ] as [(String, JSON, Bool)]
    )
    func kinds(_ format: String, _ value: JSON, _ fits: Bool) throws {
        #expect(ValueCheck(try characteristic(["format": .string(format), "value": value])).fits == fits)
    }

    @Test("Texts are measured in bytes and characters, data and items in Base64")
    func texts() throws {
        func check(_ format: String, _ value: String, _ limit: String = "maxLen") throws -> ValueCheck {
            ValueCheck(try characteristic(["format": .string(format), limit: 4, "value": .string(value)]))
        }
        #expect(try check("string", "abcd").textLength == .fits)
        #expect(try check("string", "äöü").textLength == .bytes)
        #expect(try check("string", "abcde").textLength == .characters)
        #expect(try !check("string", "abcde").isRight && check("string", "äöü").isRight)
        #expect(try check("string", "1.0012.7").largestPart?.spelling == "12")
        #expect(try check("string", "none").largestPart == nil)
        #expect(try check("data", "AAAAAA==", "maxDataLen").dataFits == true)
        #expect(try check("data", "AAAAAAA=", "maxDataLen").dataFits == false)
        #expect(try check("data", "*", "maxDataLen").isRight == false)
        #expect(try check("tlv8", "BgEC").tlv8Fits == true)
        #expect(try check("tlv8", "BgI=").tlv8Fits == false)
        #expect(try check("tlv8", "BgEC").textLength == nil)
    }

    @Test("Numbers lie within their format, their limits and their valid values")
    func ranges() throws {
        let declared: JSON = [
            "format": "uint8", "maxValue": 200, "valid-values": [1, 300], "valid-values-range": [4, 6],
        ]
        let checked = try characteristic(declared)
        #expect(!ValueCheck(checked, value: 300).isInFormat)
        #expect(!ValueCheck(checked, value: 300).isInRange)
        #expect([1, 4, 6].allSatisfy { ValueCheck(checked, value: JSON($0)).isRight })
        #expect([0, 3, 7].allSatisfy { !ValueCheck(checked, value: JSON($0)).isInRange })
        #expect(!NumericFormat(.int).holds(JSONNumber(2_147_483_648)))
        #expect(NumericFormat(.int).isWhole && !NumericFormat(.float).isWhole)
        #expect(NumericFormat(nil).holds(JSONNumber(Int64.min)))
    }

    @Test("Errors in a declaration are described in sentences")
    func declarations() throws {
        let odd = DeclarationCheck(
            try characteristic([
                "format": "uint8", "perms": ["pr", "zz"], "minValue": 10, "maxValue": 5, "minStep": -1,
                "valid-values": [7, 6, "x"], "valid-values-range": [[9, 8], [1]],
            ])
        )
        #expect(odd.limitsFlaws == ["minValue 10 is above maxValue 5", "minStep -1 is negative"])
        #expect(odd.unknownPermissions == ["zz"])
        #expect(odd.validValuesFlaws == ["7 is too small", "6 is too small", #""x" is not a number"#])
        #expect(odd.validValuesAscend == false)
        #expect(odd.validRangeFlaws == ["[9,8] has a start above its end", "[1] is not a pair of numbers"])
        let plain = DeclarationCheck(try characteristic(["format": "uint8", "maxValue": 256]))
        #expect(!plain.limitsAreInFormat && plain.stepIsInSpan)
        #expect(plain.validValuesFlaws == nil && plain.validValuesAscend == nil && plain.validRangeFlaws == nil)
    }

    @Test("A declaration is compared with the catalogue's entry")
    func catalogue() throws {
        let entry = try #require(try SharedFiles.catalogue.get().characteristic(HAPType(0x73)))
        let right = CatalogueCheck(
            try characteristic(["format": "uint8", "perms": ["pr", "ev"], "value": 2, "valid-values": [0, 1, 2]]),
            entry
        )
        #expect(right.format == .right && right.isEnumerated && right.hasAllPermissions)
        #expect(right.value == .right && right.validValues == .right)
        let wrong = CatalogueCheck(
            try characteristic(["format": "string", "perms": ["pw"], "value": 77, "valid-values-range": [0, 5]]),
            entry
        )
        #expect(wrong.format == .wrong && wrong.value == .wrong && wrong.validValues == .wrong)
        #expect(!wrong.hasAllPermissions && !wrong.hasDefinedPermission)
        #expect(CatalogueCheck(try characteristic(["value": "x"]), entry).value == nil)
        #expect(CatalogueCheck(try characteristic(["value": 1]), entry).validValues == nil)
    }

    @Test("Two databases differ in added, missing and changed parts; at most ten places are named")
    func comparison() {
        let then: JSON = ["accessories": [["aid": 1, "services": [["iid": 1, "type": "3E"]]]]]
        let now: JSON = [
            "accessories": [["services": [["type": "43", "iid": 1, "hidden": true], ["iid": 2]], "aid": 1.0]]
        ]
        #expect(
            DatabaseComparison(now, then: then).differences == [
                "accessories[aid 1].services[iid 1].hidden was added",
                #"accessories[aid 1].services[iid 1].type changed: "3E" to "43""#,
                "accessories[aid 1].services[iid 2] was added",
            ]
        )
        #expect(
            DatabaseComparison(then, then: now).differences.contains("accessories[aid 1].services[iid 2] is missing")
        )
        // The order of lists means nothing.
        let one: JSON = ["iid": 1, "perms": ["pr", "pw"]]
        let same: JSON = ["perms": ["pw", "pr"], "iid": 1]
        let other: JSON = ["iid": 2, "perms": ["pr"]]
        let ordered = { (parts: [JSON]) -> JSON in
            ["accessories": [["aid": 1, "services": [["iid": 9, "characteristics": .array(parts)]]]]]
        }
        #expect(DatabaseComparison(ordered([one, other]), then: ordered([other, same])).differences.isEmpty)
        #expect(
            DatabaseComparison(ordered([one, one]), then: ordered([one])).differences
                == ["accessories[aid 1].services[iid 9].characteristics[1] was added"]
        )
        let range = { (low: JSON, high: JSON) in ordered([["iid": 1, "valid-values-range": [low, high]]]) }
        #expect(DatabaseComparison(range(5, 0), then: range(0, 5)).differences.count == 2)
        let many = JSON.array((0..<40).map { JSON($0) })
        #expect(DatabaseComparison(["accessories": []], then: ["other": many]).differences.count == 2)
        let none = JSON.array((0..<40).map { _ in JSON.null })
        #expect(DatabaseComparison(["accessories": many], then: ["accessories": none]).differences.count == 10)
    }

    @Test("Digits that a text shares with the setup code")
    func sharedDigits() throws {
        let code = try #require(SetupCode("518-08-582"))
        #expect(SharedDigits(code, in: "X51-808").longestRun == 5)
        #expect(SharedDigits(code, in: "285").longestRun == 3)
        #expect(SharedDigits(code, in: "no digits").longestRun == 0)
        #expect(SharedDigits(code, in: "9 518 08 582 9").isWhole)
    }
}
