import HAPModel
import Testing

@Suite struct JSONValueTests {
    @Test("distinguishes bytes of canonically equivalent characters")
    func exactStrings() throws {
        let composed: JSON = "\u{e9}"
        let decomposed: JSON = "e\u{301}"
        #expect(composed != decomposed)
        let object = try JSON.parse(Array("{\"\u{e9}\":1,\"e\u{301}\":2}".utf8)).objectValue
        #expect(object?["e\u{301}"] == 2)
        #expect(object?.duplicateKeys == [])
    }

    @Test(
        "stays the same value when it shares memory with another one",
        arguments: [
            #"{"a":[1,2,{"b":"x"}],"c":null}"#, #"{"a":[1.0,2,{"b":"x"}],"c":null}"#, #"{"c":null,"a":[1]}"#,
            #"{"a":[1,2,{"b":"x"},4],"c":null,"c":1}"#, #"[1]"#, #""a""#, "null",
        ]
    )
    func sharing(text: String) throws {
        let value = try JSON.parse(Array(text.utf8))
        let known = try JSON.parse(Array(#"{"a":[1,2,{"b":"x"}],"c":null}"#.utf8))
        #expect(value.sharing(with: known) == value)
        #expect(known.sharing(with: value) == known)
    }

    @Test("compares what values mean, whatever the order and the spelling")
    func meaning() {
        let one: JSON = ["a": 1, "b": [1.5, "x"]]
        let other = try? JSON.parse(Array(#"{"b":[15e-1,"x"],"a":1.0}"#.utf8))
        #expect(other.map { one.means($0) } == true)
        #expect(other != one)
        #expect(!one.means(["a": 1]))
        #expect(!one.means(["a": 1, "b": [1.5, "y"]]))
        #expect(!one.means(["a": 1, "c": [1.5, "x"]]))
        #expect(!JSON.bool(true).means(1))
    }

    @Test("writes readable text, one member a line")
    func pretty() {
        let json: JSON = ["aid": 1, "list": [1, []], "numbers": [1, -2.5], "none": [:], "text": "a\"\u{1}"]
        #expect(
            json.pretty() == """
                {
                  "aid": 1,
                  "list": [
                    1,
                    []
                  ],
                  "numbers": [1, -2.5],
                  "none": {},
                  "text": "a\\"\\u0001"
                }
                """
        )
        #expect(json.serialized() == #"{"aid":1,"list":[1,[]],"numbers":[1,-2.5],"none":{},"text":"a\"\u0001"}"#)
    }

    @Test("changes the first of repeated members and removes all of them")
    func editing() {
        var object = JSONObject(["a": 1, "b": 2, "a": 3])
        object["a"] = 4
        object["c"] = 5
        #expect(JSON.object(object).serialized() == #"{"a":4,"b":2,"a":3,"c":5}"#)
        object["a"] = nil
        #expect(object.keys == ["b", "c"])
    }

    @Test("keeps 64-bit integers and doubles exactly")
    func literals() {
        #expect(JSON(UInt64.max).serialized() == "18446744073709551615")
        #expect(JSON(Int64.min).serialized() == "-9223372036854775808")
        #expect((21.0 as JSON).serialized() == "21")
        #expect((0.1 as JSON).serialized() == "0.1")
        #expect(JSONNumber(1e300)?.double == 1e300)
        #expect(JSONNumber(-0.0)?.spelling == "-0.0")
        #expect(JSONNumber(Double.infinity) == nil)
        #expect(JSONNumber(Double.nan) == nil)
    }

    @Test(
        "knows the whole numbers behind any spelling",
        arguments: [
            ("0", 0, 0), ("-0", 0, 0), ("-0.0e5", 0, 0), ("1.0", 1, 1), ("1e2", 100, 100), ("12300e-2", 123, 123),
            ("1.5", nil, nil), ("15e-1", nil, nil), ("-1", nil, -1), ("18446744073709551615", .max, nil),
            ("18446744073709551616", nil, nil), ("1844674407370955161.5e1", .max, nil),
            ("-9223372036854775808", nil, .min), ("-9223372036854775808.0", nil, .min),
            ("-9223372036854775809", nil, nil),
            ("9223372036854775808", 9_223_372_036_854_775_808, nil), ("1e19", 10_000_000_000_000_000_000, nil),
            ("1e20", nil, nil), ("1e999999999999999999999", nil, nil), ("1e-999999999999999999999", nil, nil),
            ("0e999999999999999999999", 0, 0),
        ] as [(String, UInt64?, Int64?)]
    )
    func wholeNumbers(spelling: String, unsigned: UInt64?, signed: Int64?) throws {
        let number = try #require(JSONNumber(spelling: spelling))
        #expect(number.uint64 == unsigned)
        #expect(number.int64 == signed)
        #expect(number.spelling == spelling)
    }

    @Test(
        "orders numbers exactly, beyond the precision of doubles",
        arguments: [
            ("9007199254740992", "9007199254740993"), ("-1", "0"), ("-2", "-1"), ("-1e400", "-1"), ("1e399", "1e400"),
            ("0.1", "0.10000000000000000001"), ("18446744073709551614", "18446744073709551615"), ("0", "1e-400"),
            ("99", "100"), ("-0.5", "1e-9"),
        ]
    )
    func order(lower: String, higher: String) throws {
        let (lower, higher) = (try #require(JSONNumber(spelling: lower)), try #require(JSONNumber(spelling: higher)))
        #expect(lower.isLess(than: higher))
        #expect(!higher.isLess(than: lower))
        #expect(!lower.hasSameValue(as: higher))
        #expect(lower.hasSameValue(as: lower))
    }

    @Test(
        "takes different spellings of one value for the same value",
        arguments: [
            ("1", "1.0"), ("100", "1e2"), ("0", "-0.000e9"), ("0.25", "25E-2"), ("-1.50", "-15e-1"),
        ]
    )
    func sameValue(one: String, other: String) throws {
        let (one, other) = (try #require(JSONNumber(spelling: one)), try #require(JSONNumber(spelling: other)))
        #expect(one.hasSameValue(as: other))
        #expect(one != other)
    }

    @Test(
        "takes no spelling for a number that JSON does not",
        arguments: ["", "01", "1.", "+1", " 1", "1 ", "0x1", "1e"]
    )
    func noNumber(spelling: String) {
        #expect(JSONNumber(spelling: spelling) == nil)
    }

    @Test(
        "tells integer spellings from others",
        arguments: [("1", true), ("-1", true), ("1.0", false), ("1e0", false)]
    )
    func integerSpelling(spelling: String, isInteger: Bool) {
        #expect(JSONNumber(spelling: spelling)?.isIntegerSpelling == isInteger)
    }
}
