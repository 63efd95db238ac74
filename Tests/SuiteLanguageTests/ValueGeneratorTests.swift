import HAPModel
import Measurement
import Testing

@testable import SuiteLanguage

@Suite("Generated values")
struct ValueGeneratorTests {
    private func generator(_ members: JSON, seed: UInt64 = 1) throws -> ValueGenerator {
        var object = try #require(members.objectValue)
        object["iid"] = 2
        let characteristic = AttributeDatabase(
            ["accessories": [["aid": 1, "services": [["iid": 1, "characteristics": [.object(object)]]]]]]
        ).accessories[0].services[0].characteristics[0]
        let catalogue = try RealSuites.catalogue.get()
        return ValueGenerator(characteristic, catalogue: catalogue, random: SeededGenerator(seed: seed, purpose: "x"))
    }

    @Test(
        "Valid values are in the range and on its steps, and differ from each other and the current one",
        arguments: [
            ["format": "bool"], ["format": "uint8", "minValue": 0, "maxValue": 2],
            ["format": "float", "minValue": 10, "maxValue": 38, "minStep": 0.1], ["format": "uint64"],
            ["format": "int", "minValue": -20, "maxValue": 20, "minStep": 5], ["format": "string", "maxLen": 1],
            ["format": "uint8", "valid-values": [1, 3]], ["format": "data"], ["format": "int"],
        ] as [JSON]
    )
    func values(_ members: JSON) throws {
        for seed in 1...50 as ClosedRange<UInt64> {
            var generator = try generator(members, seed: seed)
            let drawn = generator.distinct(1, from: nil)
            let first = try #require(drawn?.first)
            let others = generator.distinct(1, from: first)
            #expect(!ValueGenerator.same(try #require(others?.first), first))
            guard let low = members["minValue"]?.doubleValue, let high = members["maxValue"]?.doubleValue else {
                continue
            }
            let value = try #require(first.doubleValue)
            #expect((low...high).contains(value))
            let steps = (value - low) / (members["minStep"]?.doubleValue ?? 1)
            #expect(abs(steps - steps.rounded()) < 1e-6, "\(value)")
        }
    }

    @Test("Floats are spelled like the steps, without additional digits")
    func exactFloats() throws {
        for seed in 1...200 as ClosedRange<UInt64> {
            var generator = try generator(
                ["format": "float", "minValue": 10.1, "maxValue": 38, "minStep": 0.1],
                seed: seed
            )
            let values = generator.distinct(2, from: 20.200000762939453)
            for value in try #require(values) {
                let spelling = try #require(value.numberValue?.spelling)
                #expect(spelling.count <= 4, "\(spelling)")
                let double = try #require(value.doubleValue)
                #expect(abs(double - 20.2) > 0.05)
            }
        }
    }

    @Test("A characteristic with too few values gives none")
    func tooFew() throws {
        var bool = try generator(["format": "bool"])
        let two = bool.distinct(2, from: false)
        #expect(two == nil)
        var single = try generator(["format": "uint8", "minValue": 3, "maxValue": 3])
        let one = single.distinct(1, from: 3)
        #expect(one == nil)
    }

    @Test("The same seed and purpose give the same values")
    func seeded() throws {
        var (one, two) = (try generator(["format": "uint32"], seed: 7), try generator(["format": "uint32"], seed: 7))
        let (first, second) = (one.distinct(3, from: nil), two.distinct(3, from: nil))
        #expect(first != nil && first == second)
    }

    @Test(
        "Boundary words give the boundary value, or none",
        arguments: [
            ("minimum", ["format": "int", "minValue": -3], "-3"), ("maximum", ["format": "uint8"], "255"),
            ("below-minimum", ["format": "uint8", "minValue": 0], "-1"),
            ("below-minimum", ["format": "uint8", "minValue": 5, "minStep": 0.5], "4"),
            ("above-maximum", ["format": "uint8", "maxValue": 5, "minStep": 0.5], "6"),
            ("below-minimum", ["format": "float", "minValue": 10, "minStep": 0.5], "9.5"),
            // An accessory that keeps numbers in 32 bits means 0.1.
            (
                "next-to-minimum",
                ["format": "float", "minValue": 4.5, "maxValue": 38, "minStep": 0.10000000149011612], "4.6"
            ),
            ("next-to-maximum", ["format": "int", "minValue": 0, "maxValue": 100, "minStep": 5], "95"),
            ("next-to-minimum", ["format": "uint8", "minValue": 0, "maxValue": 100, "minStep": 0.5], "1"),
            ("next-to-minimum", ["format": "uint8", "minValue": 0, "maxValue": 1, "minStep": 1], nil),
            ("zero", ["format": "uint32"], "0"), ("zero", ["format": "uint8", "valid-values": [1, 3]], nil),
            ("zero", ["format": "float", "minValue": -4.5, "maxValue": 9, "minStep": 0.5], "0"),
            ("zero", ["format": "int", "minValue": -4, "maxValue": 9, "minStep": 3], nil),
            ("zero", ["format": "bool"], nil), ("inner-zero", ["format": "uint8"], nil),
            ("inner-zero", ["format": "int", "minValue": -90, "maxValue": 90], "0"),
            ("next-to-minimum", ["format": "float", "minValue": 0, "maxValue": 9], nil),
            ("above-maximum", ["format": "uint64"], "18446744073709551616"), ("above-maximum", ["format": "bool"], nil),
            ("maximum", ["format": "uint64"], "18446744073709551615"),
            ("below-minimum", ["format": "float", "minValue": 0.3, "minStep": 0.1], "0.2"),
            ("above-maximum", ["format": "float", "maxValue": 30.6, "minStep": 0.1], "30.7"),
            ("between-steps", ["format": "float", "minValue": 10.1, "minStep": 0.1], "10.15"),
            ("between-steps", ["format": "float", "minValue": 1000000, "minStep": 0.1], nil),
            ("whole-float", ["format": "float", "minValue": 10.4, "maxValue": 38, "minStep": 0.1], "11"),
            ("between-steps", ["format": "int", "minValue": 0, "minStep": 5], "1"),
            ("between-steps", ["format": "int", "minValue": 0, "minStep": 1], nil),
            ("fraction", ["format": "uint8"], "0.5"), ("fraction", ["format": "float"], nil),
            ("not-in-valid-values", ["format": "uint8", "valid-values": [0, 1, 3]], "2"),
            ("not-in-valid-values", ["format": "uint8"], nil), ("text-for-number", ["format": "int"], "\"12\""),
            ("text-for-bool", ["format": "bool"], "\"true\""), ("two-for-bool", ["format": "bool"], "2"),
            ("number-for-text", ["format": "string"], "7"), ("null", ["format": "bool"], "null"),
            ("list", ["format": "bool"], "[1]"), ("object", ["format": "bool"], "{\"value\":1}"),
            ("longest-text", ["format": "string", "maxLen": 3], "\"aaa\""),
            ("too-long-text", ["format": "string", "maxLen": 3], "\"aaaa\""),
            ("too-long-accented-text", ["format": "string", "maxLen": 1], "\"\u{e9}\u{e9}\""),
            ("spaced-text", ["format": "string"], "\" a b \""),
            ("spaced-text", ["format": "string", "maxLen": 4], nil),
            ("empty-text", ["format": "string"], "\"\""), ("empty-text", ["format": "data"], nil),
            ("wide-text", ["format": "string", "maxLen": 9], "\"\u{e9}\u{706f}\u{1f4a1}\""),
            ("wide-text", ["format": "string", "maxLen": 8], nil),
            ("highest-of-format", ["format": "uint8", "maxValue": 100], "255"),
            ("highest-of-format", ["format": "uint64", "maxValue": 100], "18446744073709551615"),
            ("highest-of-format", ["format": "int", "maxValue": 100], "2147483647"),
            ("highest-of-format", ["format": "uint8"], nil), ("highest-of-format", ["format": "float"], nil),
            ("below-format", ["format": "int"], "-2147483649"), ("above-format", ["format": "uint32"], "4294967296"),
            ("above-format", ["format": "float"], nil), ("wrapping", ["format": "uint8"], "257"),
            ("largest-uint64", ["format": "uint64"], "18446744073709551615"),
            ("largest-uint64", ["format": "uint64", "maxValue": 5], nil), ("odd-uint64", ["format": "uint8"], nil),
            ("odd-uint64", ["format": "uint64"], "9007199254740993"),
            ("whole-float", ["format": "float", "minValue": 0.5, "maxValue": 3, "minStep": 0.5, "value": 1], "2"),
            ("whole-float", ["format": "float", "minValue": 0.5, "maxValue": 3, "minStep": 1], nil),
            ("accented-text", ["format": "string", "maxLen": 2], "\"\u{e9}\u{e9}\""),
            ("longest-data", ["format": "data", "maxDataLen": 0], "\"\""), ("longest-data", ["format": "data"], nil),
            ("twice-padded-data", ["format": "data"], "\"AQKrzQ==\""),
            ("twice-padded-data", ["format": "tlv8", "maxDataLen": 3], nil),
            ("once-padded-data", ["format": "tlv8"], "\"AQOrAM0=\""),
            ("slashed-data", ["format": "data"], "\"AQTv+///\""),
            ("lengthy-data", ["format": "data", "maxDataLen": 101], nil), ("lengthy-data", ["format": "string"], nil),
            ("decomposed-text", ["format": "string"], "\"e\u{301}x\""),
            ("nul-text", ["format": "string", "maxLen": 2], nil),
            ("bad-padding", ["format": "data"], "\"AAA\""), ("truncated-tlv8", ["format": "tlv8"], "\"AQWq\""),
            ("lone-tlv8-type", ["format": "data"], nil), ("defined-1", ["type": "32", "format": "uint8"], "0"),
            ("defined-2", ["type": "32", "format": "uint8", "valid-values": [1]], nil),
            ("defined-1", ["type": "32", "format": "uint8", "valid-values": [1]], "1"),
            ("reserved-value", ["type": "32", "format": "uint8"], "2"),
            ("reserved-byte", ["type": "32", "format": "uint8"], "255"),
            ("reserved-value", ["type": "25", "format": "bool"], nil),
            ("defined-9", ["type": "32", "format": "uint8"], nil),
            ("not-base64", ["format": "tlv8"], "\"*not base64*\""), ("not-base64", ["format": "string"], nil),
            ("edge-1", ["format": "int"], "-129"), ("edge-1", ["format": "int", "value": -129], nil),
            ("edge-2", ["format": "int", "value": -129], "256"), ("edge-1", ["format": "uint8"], "128"),
        ] as [(String, JSON, String?)]
    )
    func boundaries(_ word: String, _ members: JSON, _ value: String?) throws {
        #expect(try generator(members).boundary(word)?.serialized() == value)
    }

    @Test("The generator supports every boundary word of the vocabulary")
    func vocabulary() throws {
        let formats: [JSON] = [
            ["format": "bool"], ["format": "int", "minValue": 0, "maxValue": 10, "minStep": 2], ["format": "string"],
            ["format": "int", "minValue": -90, "maxValue": 90],
            ["format": "tlv8", "maxDataLen": 3], ["format": "uint8", "valid-values": [1]], ["format": "uint64"],
            ["format": "float", "minValue": 0, "maxValue": 3], ["type": "95", "format": "uint8"], ["format": "data"],
        ]
        for word in try RealSuites.vocabulary.values where word.isBoundary {
            #expect(try formats.contains { try generator($0).boundary(word.name) != nil }, "\(word.name)")
        }
    }

    @Test("With any declaration, values have their format, and boundary values are where they should be")
    func hostileDeclarations() throws {
        var wrong: [String] = []
        var made = 0
        let numbers: [JSON] = [0, -1e308, 1e-300, 18_446_744_073_709_551_615.0, "x", 1e308]
        for format in ["bool", "uint8", "uint64", "int", "float", "string", "data", "odd"] as [JSON] {
            for low in numbers {
                for high in numbers {
                    for step in numbers {
                        var generator = try generator(
                            ["format": format, "minValue": low, "maxValue": high, "minStep": step, "maxLen": high]
                        )
                        let values = generator.distinct(2, from: nil) ?? []
                        made += values.count
                        if values.count == 2, ValueGenerator.same(values[0], values[1]) { wrong.append("\(values)") }
                        wrong += values.filter { !Self.isOf(generator, $0) }.map { "\(format): \($0)" }
                        for word in try RealSuites.vocabulary.values where word.isBoundary {
                            guard let value = generator.boundary(word.name) else { continue }
                            made += 1
                            guard try JSON.parse(Array(value.serialized().utf8)) == value,
                                Self.isWhereItShould(value, word.name, generator)
                            else {
                                wrong.append("\(format) \(low) \(high) \(step), \(word.name): \(value)")
                                continue
                            }
                        }
                    }
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(8))")
        #expect(made > 10_000)
    }

    /// Whether a value is of the characteristic's format.
    private static func isOf(_ generator: ValueGenerator, _ value: JSON) -> Bool {
        switch generator.format {
        case .bool: value.boolValue != nil
        case .string, .data, .tlv8: value.stringValue != nil
        default: value.numberValue != nil
        }
    }

    /// Whether a value that should be out of range is not in it.
    private static func isWhereItShould(_ value: JSON, _ word: String, _ generator: ValueGenerator) -> Bool {
        guard let number = value.doubleValue else { return !["below-minimum", "above-maximum"].contains(word) }
        return switch word {
        case "below-minimum": generator.minimum.map { number < $0 } ?? false
        // The largest 64-bit number has no exact double.
        case "above-maximum": generator.maximum.map { number > $0 || $0 >= 0x1p64 } ?? false
        default: true
        }
    }
}
