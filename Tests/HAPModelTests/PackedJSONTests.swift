import HAPModel
import Testing

@Suite struct PackedJSONTests {
    @Test(
        "gives the value back as it was received",
        arguments: [
            "null", "true", "false", "0", "-0", "-1", "1.0", "1e0", "0.1", "127", "128", "9007199254740993",
            "576460752303423487", "576460752303423488", "-576460752303423488", "9223372036854775807",
            "18446744073709551616",
            #""""#, #""0""#, #""00""#, #""ff00""#, #""FF00""#, #""fF""#, #""fg""#, #""abc""#, #""\u0000""#, #""ä""#,
            #""a\u0308""#,
            "[]", "{}", "[[],{},[1,[2]]]", #"{"b":1,"a":{"b":[null]},"b":2}"#, #"{"":"","ff":"ff"}"#,
        ]
    )
    func roundTrip(text: String) throws {
        let json = try JSON.parse(Array(text.utf8))
        let packed = PackedJSON(json)
        #expect(packed.json == json)
        #expect(packed.json.serialized() == json.serialized())
        #expect(packed == PackedJSON(json))
        #expect(packed["b"] == json["b"])
    }

    @Test("gives random values back, and each member of an object", arguments: 1...200 as ClosedRange<UInt64>)
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let json = JSON.random(depth: 5, using: &random)
        let packed = PackedJSON(json)
        #expect(packed.json == json)
        for key in (json.objectValue?.keys ?? []) + ["key0", "key1", "key2", "key", ""] {
            #expect(packed[key] == json[key])
        }
    }

    @Test("differs exactly if the values differ: in the spelling, the order, the case, or how a character is composed")
    func differences() throws {
        let texts = [
            "1", "1.0", #""1""#, #""ab""#, #""AB""#, #""\u00e4""#, #""a\u0308""#, "[1,2]", "[2,1]",
            #"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, #"{"\u00e4":1}"#, #"{"a\u0308":1}"#,
        ]
        #expect(Set(try texts.map { try JSON.parse(Array($0.utf8)) }).count == texts.count)
        let packed = try texts.map { PackedJSON(try JSON.parse(Array($0.utf8))) }
        #expect(Set(packed).count == texts.count)
    }

    @Test("gives lists and objects back that are nested as deep as a JSON text can be")
    func depth() throws {
        let text = String(repeating: #"{"a":["#, count: 256) + String(repeating: "]}", count: 256)
        let json = try JSON.parse(Array(text.utf8), maximumDepth: .max)
        #expect(PackedJSON(json).json == json)
        #expect(PackedJSON(["b": json, "c": 1])["c"] == 1)
    }

    @Test("A reader passes over lists and objects of each length", arguments: 235...265)
    func lengths(_ count: Int) {
        let text = JSON.string(String(repeating: "x", count: count))
        let json: JSON = ["first": [text, []], "second": ["a": text, "b": [:]], "last": ["c": 3]]
        let packed = PackedJSON(json)
        #expect(packed.json == json)
        #expect(packed["second"] == json["second"] && packed["last"] == json["last"])
        #expect(packed.value(at: "last.c") == 3)
        #expect(packed.value(at: "second.b") == [:] && packed.value(at: "first.1") == [])
    }
}
