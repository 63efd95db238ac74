import MarkedYAML
import Testing

@Suite("Scalars of YAML")
struct YAMLScalarTests {
    private func scalar(_ text: String) throws -> YAMLScalar? {
        try YAMLNode.load("key: \(text)", file: "t.yaml").mapping()["key"]?.scalar
    }

    @Test(
        "YAML 1.1's truth values, base 60, octal numbers and dates stay as written",
        arguments: [
            ("on", .string("on")), ("off", .string("off")), ("yes", .string("yes")), ("No", .string("No")),
            ("y", .string("y")), ("12:30", .string("12:30")), ("11:22:33:44:55:06", .string("11:22:33:44:55:06")),
            ("017", .integer("17")), ("2017-06-07", .string("2017-06-07")), ("1_000", .string("1_000")),
            ("0b101", .string("0b101")), ("=", .string("=")), ("<<", .string("<<")),
        ] as [(String, YAMLScalar)]
    )
    func oldTraps(_ text: String, _ meaning: YAMLScalar) throws {
        #expect(try scalar(text) == meaning)
    }

    @Test(
        "Plain scalars have the meaning of YAML 1.2's core schema",
        arguments: [
            ("null", .null), ("~", .null), ("", .null), ("true", .bool(true)), ("False", .bool(false)),
            ("0", .integer("0")), ("-0", .integer("-0")), ("+12", .integer("12")), ("0x1F", .integer("31")),
            ("0o17", .integer("15")), ("18446744073709551615", .integer("18446744073709551615")),
            ("1.10", .float("1.10")), (".5", .float("0.5")), ("1.", .float("1")), ("-01.50", .float("-1.50")),
            ("1e3", .float("1e3")), ("+1.5E-3", .float("1.5e-3")), (".", .string(".")), ("1e", .string("1e")),
            ("0x", .string("0x")), ("-0x1", .string("-0x1")), (".inf", .string(".inf")), ("1.2.3", .string("1.2.3")),
        ] as [(String, YAMLScalar)]
    )
    func coreSchema(_ text: String, _ meaning: YAMLScalar) throws {
        #expect(try scalar(text) == meaning)
    }

    @Test("Quoted scalars are text", arguments: ["'12'", "\"true\"", "\"\"", "'null'"])
    func quoted(_ text: String) throws {
        #expect(try scalar(text) == .string(String(text.dropFirst().dropLast())))
    }
}
