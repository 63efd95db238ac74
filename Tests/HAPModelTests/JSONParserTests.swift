import HAPModel
import Testing

@Suite struct JSONParserTests {
    private func parse(_ text: String) throws -> JSON { try JSON.parse(Array(text.utf8)) }

    @Test("reads every kind of value")
    func kinds() throws {
        let json = try parse(#" {"a":[null,true,false,-1.50e+3,"x"], "b":{} ,"c":[]}"# + "\r\n\t ")
        #expect(json["a"]?[0]?.isNull == true)
        #expect(json["a"]?[1]?.boolValue == true)
        #expect(json["a"]?[2]?.boolValue == false)
        #expect(json["a"]?[3]?.numberValue?.spelling == "-1.50e+3")
        #expect(json["a"]?[3]?.int64Value == -1500)
        #expect(json["a"]?[4]?.stringValue == "x")
        #expect(json["a"]?[5] == nil)
        #expect(json["b"] == [:])
        #expect(json["c"] == [])
        #expect(json["d"] == nil)
    }

    @Test("keeps order, repeated keys and the spelling of numbers")
    func keeps() throws {
        let text = #"{"b":1.0,"a":1e2,"b":18446744073709551615,"":-0,"a":null,"b":0.10}"#
        let json = try parse(text)
        #expect(json.serialized() == text)
        #expect(json.objectValue?.keys == ["b", "a", "b", "", "a", "b"])
        #expect(json.objectValue?.duplicateKeys == ["b", "a"])
        #expect(json["b"]?.numberValue?.spelling == "1.0")
    }

    @Test(
        "reads escapes",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
            (#""\u0041\u00e4\u20AC""#, "Aä€"),
            (#""\ud83d\ude00 x""#, "😀 x"),
            (#""a\u0000b""#, "a\u{0}b"),
            (#""ä\u0301""#, "ä\u{301}"),
            (#""\u0065\u0301""#, "e\u{301}"),
        ]
    )
    func escapes(text: String, value: String) throws {
        let json = try parse(text)
        #expect(json == .string(value))
        #expect(try parse(json.serialized()) == json)
    }

    @Test(
        "refuses what RFC 8259 does not allow, and says where",
        arguments: [
            ("", 0), (" ", 1), ("nul", 0), ("truE", 0), ("[1,]", 3), ("[1 2]", 3), ("[1", 2), ("{", 1), ("{\"a\"}", 4),
            ("{\"a\":1,}", 7), ("{a:1}", 1), ("{\"a\":}", 5), ("01", 1), ("1.", 0), (".5", 0), ("+1", 0), ("-", 0),
            ("1e", 0), ("1e+", 0), ("0x1", 1), ("NaN", 0), ("-Infinity", 0), ("1 1", 2), ("\"a", 0), ("\"\\x\"", 1),
            ("\"\\u12g4\"", 1), ("\"\\u12", 1), ("\"\t\"", 1), ("\"\n\"", 1), ("'a'", 0), ("\"\\ud800\"", 1),
            ("\"\\udc00\"", 1), ("\"\\ud800\\u0041\"", 1), ("[\"x\\ud800x\"]", 3), ("\u{feff}1", 0), ("[1,/**/2]", 3),
        ]
    )
    func refuses(text: String, offset: Int) {
        let error = #expect(throws: JSONError.self) { try parse(text) }
        #expect(error?.offset == offset)
    }

    @Test(
        "refuses bytes that are not UTF-8, and says where",
        arguments: [
            ([0x22, 0x61, 0xff, 0x22], 2), ([0x22, 0xc0, 0x80, 0x22], 1), ([0x22, 0xed, 0xa0, 0x80, 0x22], 1),
            ([0x22, 0xe2, 0x82, 0x22], 1), ([0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], 1),
            ([0x22, 0x5c, 0x6e, 0x80, 0x22], 3),
            ([0x22, 0xf0, 0x9f, 0x98, 0x22], 1), ([0xff], 0), ([0x22, 0x61, 0xc3, 0x22], 2),
            ([0x22, 0xc1, 0xbf, 0x22], 1), ([0x22, 0xe0, 0x80, 0x80, 0x22], 1),
            ([0x22, 0xf0, 0x80, 0x80, 0x80, 0x22], 1), ([0x22, 0x61, 0x80, 0x22], 2),
            ([0x22, 0x61, 0xe2, 0x82, 0x61, 0x22], 2), ([0x22, 0xf4, 0x8f, 0xbf, 0xbf, 0xf4, 0x22], 5),
        ] as [([UInt8], Int)]
    )
    func notUTF8(bytes: [UInt8], offset: Int) {
        let error = #expect(throws: JSONError.self) { try JSON.parse(bytes) }
        #expect(error?.offset == offset)
    }

    @Test("accepts nesting up to the limit and rejects deeper nesting")
    func depth() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(throws: Never.self) { try JSON.parse(nested(64)) }
        #expect(throws: JSONError(offset: 64, message: "nested deeper than 64")) { try JSON.parse(nested(65)) }
        #expect(throws: JSONError(offset: 3, message: "nested deeper than 3")) {
            try JSON.parse(nested(4), maximumDepth: 3)
        }
        #expect(throws: JSONError.self) { try JSON.parse(Array(repeating: 0x5b, count: 1_000_000)) }
        #expect(throws: JSONError(offset: 512, message: "nested deeper than 512")) {
            try JSON.parse(nested(100_000), maximumDepth: .max)
        }
        let objects = String(repeating: "{\"a\":", count: 100_000)
        #expect(throws: JSONError.self) { try parse(objects) }
    }

    @Test("refuses every prefix of an object")
    func prefixes() throws {
        let whole = Array(#"{"accessories":[{"aid":1,"x":"\u00e4ä\ud83d\ude00","y":[true,null,-1.5e-3]}]}"#.utf8)
        for count in 0..<whole.count {
            let error = #expect(throws: JSONError.self) { try JSON.parse(Array(whole.prefix(count))) }
            #expect((0...count).contains(error?.offset ?? -1))
        }
        #expect(throws: Never.self) { try JSON.parse(whole) }
        #expect(throws: JSONError.self) { try JSON.parse(whole + whole) }
    }

    @Test("survives one changed byte anywhere", arguments: 1...20 as ClosedRange<UInt64>)
    func mutations(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let whole = Array(#"{"a":[{"aid":1,"x":"\u00e4ä\ud83d\ude00","y":[true,null,-1.5e-3]}],"b":"c"}"#.utf8)
        for index in whole.indices {
            var bytes = whole
            bytes[index] = UInt8.random(in: 0...255, using: &random)
            guard let json = try? JSON.parse(bytes) else { continue }
            #expect((try? JSON.parse(json.encoded())) == json)
        }
    }

    @Test("reads back what it wrote, for random values", arguments: 1...50 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let json = JSON.random(depth: 4, using: &random)
        #expect(try JSON.parse(json.encoded()) == json)
        #expect(try JSON.parse(Array(json.pretty().utf8)) == json)
    }
}
