import HAPModel
import MarkedYAML
import SuiteLanguage
import Testing

@testable import Judge

@Suite("Evaluating tests")
struct EvaluatorTests {
    private static let absent: JSON? = nil

    @Test("Operators compare by value, and are defined for all values", arguments: table)
    func operators(_ left: JSON?, _ comparison: SuiteLanguage.Test.Operator, _ right: JSON, _ holds: Bool) {
        #expect(Comparison.holds(left, comparison, right) == holds)
    }

    static let table: [(JSON?, SuiteLanguage.Test.Operator, JSON, Bool)] = [
        (1, .equals, 1, true), (1.0, .equals, 1, true), ("1", .equals, 1, false), (true, .equals, 1, true),
        (false, .equals, 1, false), (absent, .equals, .null, true), (absent, .equals, 0, false),
        (.null, .equals, .null, true),
        ([1, 2], .equals, [1.0, 2], true), (["a": 1, "b": 2], .equals, ["b": 2, "a": 1], true),
        ("é", .equals, "é", true),
        (1, .differs, 2, true), (1, .differs, 1, false), (absent, .differs, 1, true), (absent, .differs, .null, false),
        (2, .oneOf, [1, 2], true), (3, .oneOf, [1, 2], false), (2, .oneOf, 2, true),
        (absent, .oneOf, [1, .null], true),
        (absent, .oneOf, [], false), (3, .noneOf, [1, 2], true), (1, .noneOf, [1, 2], false),
        (absent, .noneOf, [1], true),
        (0, .present, true, true), (absent, .present, true, false), (.null, .present, true, false),
        (absent, .present, false, true), (0, .present, false, false), (0, .present, "yes", false),
        (0, .present, .null, false),
        (5, .atLeast, 5, true), (4.9, .atLeast, 5, false), ("5", .atLeast, 5, true), ("x", .atLeast, 5, false),
        (absent, .atLeast, 0, false), (2500, .atLeast, "2s", true), ("3s", .atLeast, "2s", false),
        (5, .atMost, 5, true), (6, .atMost, 5, false), (absent, .atMost, 5, false), (1999, .atMost, "2s", true),
        (2001, .atMost, "2s", false), (1, .atMost, .null, false), ("18446744073709551615", .atMost, 5, false),
        ("99999999999999999999999999s", .atMost, "2s", false),
        ([0, 100], .atMost, "1 per 1s", false), ([0, 1000], .atMost, "1 per 1s", true), ([], .atMost, "1 per 1s", true),
        (absent, .atMost, "1 per 1s", false), (["x"], .atMost, "1 per 1s", false), (5, .atMost, "1 per 1s", false),
        ("abc", .matches, "a.c", true), ("abcd", .matches, "a.c", false), (5, .matches, ".", false),
        ("a", .matches, "[", false),
        ("abc", .length, 3, true), ([1, 2], .length, 2, true), (["a": 1], .length, 1, true), (5, .length, 1, false),
        (absent, .length, 0, false), ("abc", .length, "3", false),
        ([1, "a"], .includes, "a", true), ([1, 2], .includes, [1, 2], true), ([1, 2], .includes, [1, 3], false),
        ("abc", .includes, "b", true), (["a": 1], .includes, "a", true), (["a": 1], .includes, "b", false),
        (absent, .includes, "a", false), (5, .includes, 5, false), ([1], .includes, [], false),
        ([1, "a"], .excludes, "b", true), ([1, "a"], .excludes, "a", false), ([1, 2], .excludes, [3, 2], false),
        ([1, 2], .excludes, [3, 4], true), ("abc", .excludes, "x", true), (["a": 1], .excludes, "b", true),
        (absent, .excludes, "a", false), (.null, .excludes, "a", false), (5, .excludes, 6, false),
        (5, .kind, "integer", true), (5, .kind, "number", true), (5.5, .kind, "integer", false),
        (5.5, .kind, "number", true),
        ("x", .kind, "string", true), (absent, .kind, "absent", true), (absent, .kind, "null", false),
        (.null, .kind, "null", true),
        (true, .kind, ["integer", "bool"], true), ([], .kind, "array", true), ([:], .kind, "object", true),
        (5, .kind, "odd", false), ([1, 2], .unique, true, true), ([1, 1.0], .unique, true, false),
        (["a", "A"], .unique, true, true), ([1, 1], .unique, false, true), ([], .unique, true, true),
        (5, .unique, true, false),
        (absent, .unique, true, false),
    ]

    /// A vocabulary of one predicate with this test.
    private func holds(_ test: String, _ observation: JSON, argument: JSON) throws -> Bool {
        let text =
            "predicates: [{predicate: p, meaning: m, argument: a, type: json, keys: {a: json, b: json}, says: s, test: \(test)}]"
        let evaluator = Evaluator(vocabulary: try Vocabulary([SuiteFile(path: "v.yaml", text: text)]), transport: "ip")
        let mark = SourceMark(file: "", line: 1, column: 1)
        let term = Expectation.Term(predicate: "p", argument: .literal(argument), mark: mark)
        return evaluator.holds(term, of: observation, scope: [:])
    }

    @Test(
        "Conditions are joined by all, any and not, and the argument may be on either side",
        arguments: [
            ("{path: x, equals: argument}", 1, true), ("{path: x, equals: argument}", 2, false),
            ("{path: argument, equals: 7}", 7, true), ("[{path: x, equals: 1}, {path: x, equals: 2}]", 1, false),
            ("{any-of: [{path: x, equals: 1}, {path: x, equals: 2}]}", 1, true),
            ("{all-of: [{path: x, equals: 1}, {path: y, present: false}]}", 1, true),
            ("{not: {path: x, equals: 1}}", 1, false), ("{path: x, equals: argument.a}", ["a": 1], true),
            ("{path: x, at-least: 1, at-most: 1}", 0, true), ("{path: x, equals: {field: z}}", 0, true),
            ("{path: argument.a, present: false}", ["b": 1], true),
            ("{path: argument.a, present: false}", ["a": 1], false),
        ] as [(String, JSON, Bool)]
    )
    func conditions(_ test: String, _ argument: JSON, _ expected: Bool) throws {
        #expect(try holds(test, ["x": 1, "z": 1], argument: argument) == expected)
    }

    @Test(
        "A part that the argument does not have never holds, with any comparison",
        arguments: SuiteLanguage.Test.Operator.allCases
    )
    func missingPart(_ comparison: SuiteLanguage.Test.Operator) throws {
        #expect(try !holds("{path: q, \(comparison.rawValue): argument.a}", [:], argument: ["b": 1]))
        #expect(try !holds("{path: q, \(comparison.rawValue): argument.a}", [:], argument: 5))
    }

    @Test(
        "Outcomes distinguish responses",
        arguments: [
            ("success", Seen.pairing(2), true), ("success", Seen.pairing(2, error: "busy"), false),
            ("success", Seen.http(204), true),
            ("success", Seen.http(207, entry: ["status": "success"]), true),
            ("success", Seen.http(207, entry: ["status": "invalid-value"]), false),
            ("success", Seen.http(207, entry: ["status": "success"]).with("failed", ["1.9"]), false),
            ("success", Seen.http(207, entry: ["status": "success"]).with("failed", []), true),
            ("success", Seen.nothing, false), ("refused", Seen.http(400), true),
            ("refused", Seen.pairing(4, error: "busy"), true),
            ("refused", Seen.pairing(4), false), ("refused", Seen.nothing, false),
            ("busy", Seen.pairing(2, error: "busy"), true),
            ("busy", Seen.pairing(2, error: "unavailable"), false), ("closed", ["failure": "reset"], true),
            ("silence", Seen.nothing, true), ("silence", Seen.http(200), false),
            ("invalid-value", Seen.http(207, entry: ["status": "invalid-value"]), true),
            ("invalid-value", Seen.http(400), true),
            ("invalid-value", Seen.http(400, entry: ["status": "unable-to-communicate"]), false),
            ("invalid-value", Seen.http(204), false),
            ("refused-somehow", Seen.http(470), true), ("refused-somehow", Seen.nothing, false),
            ("unheard-of", Seen.http(200), false),
        ] as [(String, JSON, Bool)]
    )
    func outcomes(_ name: String, _ seen: JSON, _ holds: Bool) throws {
        let evaluator = Evaluator(vocabulary: try Vocabulary(HandMadeRun.vocabulary.get()), transport: "ip")
        #expect(evaluator.outcome(name, of: seen) == holds)
    }

    @Test(
        "The transport decides how an outcome is recognized",
        arguments: [
            ("success", ["kind": "entries", "answered": true, "entry": ["status": "success"]], true),
            ("success", ["kind": "exchange", "answered": true], true),
            ("success", ["kind": "exchange", "answered": true, "status": "invalid-request"], false),
            ("success", ["kind": "pairing", "answered": true, "state-right": true], true),
            ("success", ["kind": "pairing", "answered": true, "state-right": false], false),
            ("success", Seen.nothing, false),
            ("invalid-value", ["answered": true, "entry": ["status": "invalid-request"]], true),
            ("invalid-value", ["answered": true, "entry": ["status": "invalid-value"]], false),
            ("read-only", ["answered": true, "entry": ["status": "unsupported-pdu"]], true),
            ("no-timed-write", ["answered": true, "entry": ["status": "invalid-request"]], true),
            ("not-found", ["answered": true, "entry": ["status": "invalid-instance-id"]], true),
            ("no-privileges", ["answered": true, "status": "insufficient-authentication"], true),
            ("refused", ["answered": true, "error": "busy", "state-right": true], true),
            ("refused", ["answered": true, "status": "unsupported-pdu"], true),
            ("refused", ["answered": true, "status": "success"], false),
            ("bad-request", ["http": ["status": 400]], false),
        ] as [(String, JSON, Bool)]
    )
    func outcomesOverPDUs(_ name: String, _ seen: JSON, _ holds: Bool) throws {
        let vocabulary = try Vocabulary(HandMadeRun.vocabulary.get())
        for transport in ["ble", "thread"] {
            #expect(Evaluator(vocabulary: vocabulary, transport: transport).outcome(name, of: seen) == holds)
        }
    }

    @Test("No outcome and no predicate of the vocabulary holds for an empty observation")
    func nothingHoldsOfNothing() throws {
        let vocabulary = try Vocabulary(HandMadeRun.vocabulary.get())
        let evaluator = Evaluator(vocabulary: vocabulary, transport: "ip")
        for transport in vocabulary.transportNames {
            let evaluator = Evaluator(vocabulary: vocabulary, transport: transport)
            for outcome in vocabulary.outcomes {
                #expect(!evaluator.outcome(outcome.name, of: JSON.object([:])), "\(outcome.name)")
            }
        }
        let mark = SourceMark(file: "", line: 1, column: 1)
        // Only a test for absence holds for an empty observation.
        for predicate in vocabulary.predicates where predicate.type != .bool {
            var arguments: [JSON] = predicate.keys.map {
                .object(JSONObject(members: [.init(key: $0.name, value: "1s")]))
            }
            if predicate.type != nil { arguments += ["x", 1, "none", [1], ["x"], "1 per 1s"] }
            for argument in arguments where predicate.type != .fields {
                let term = Expectation.Term(predicate: predicate.name, argument: .literal(argument), mark: mark)
                #expect(
                    !evaluator.holds(term, of: JSON.object([:]), scope: [:]),
                    "\(predicate.name): \(argument.serialized())"
                )
            }
        }
    }

    @Test(
        "Predicates with two forms evaluate each form separately",
        arguments: [
            ("closed", true, ["closed": ["after-ms": 9]], true), ("closed", true, [:], false),
            ("closed", false, [:], true),
            ("closed", false, ["closed": ["after-ms": 9]], false),
            ("closed", ["within": "2s"], ["closed": ["after-ms": 2000]], true),
            ("closed", ["within": "2s"], ["closed": ["after-ms": 2001]], false),
            ("closed", ["within": "2s"], [:], false),
            ("http", 200, ["http": ["status": 200]], true), ("http", ["status": 200], ["http": ["status": 200]], true),
            ("http", 200, [:], false), ("http", ["status": 200], ["http": ["status": 204]], false),
            ("error", "none", ["answered": true], true), ("error", "none", ["answered": false], false),
            ("error", "none", ["answered": true, "error": "busy"], false), ("error", "busy", ["error": "busy"], true),
            ("entry", ["has": ["value"]], ["entry": ["value": 1]], true),
            ("entry", ["has": ["value"]], ["entry": [:]], false),
            ("entry", ["lacks": ["value"]], ["entry": ["value": 1]], false),
            ("entry", ["lacks": ["value"]], ["entry": [:]], true),
            ("entry", ["lacks": ["value"]], [:], false),
            ("entry", ["has": ["a"], "lacks": ["b"]], ["entry": ["a": 1]], true),
            ("entry", ["has": ["a"], "lacks": ["b"]], ["entry": ["a": 1, "b": 1]], false),
            ("lacks", ["salt"], ["answered": false], false),
            ("lacks", ["salt"], ["answered": true, "items": ["state"]], true),
            ("never", ["tlv": "proof"], ["all-items": ["state"]], true),
            ("never", ["tlv": "proof"], ["all-items": ["proof"]], false),
            ("unchanged", true, ["entry": ["value": 1, "before": 1]], true), ("unchanged", true, ["entry": [:]], false),
            ("unchanged", false, ["entry": ["value": 2, "before": 1]], true),
            ("unchanged", false, ["entry": [:]], false),
            ("unchanged", true, ["entry": ["value": .null, "before": .null]], true),
            ("unchanged", false, ["entry": ["value": .null, "before": .null]], false),
            ("unchanged", true, ["entry": ["value": .null]], false),
            ("unchanged", true, ["entry": ["value": 5, "before": .null]], false),
            ("unchanged", false, ["entry": ["value": .null, "before": 5]], true),
            ("unchanged", true, ["entry": ["value": 1.01, "value-within": 0.04, "before": 1]], true),
            ("unchanged", true, ["entry": ["value": 1.1, "value-within": 0.04, "before": 1]], false),
            ("value", 32.2, ["entry": ["value": 32.20000076293945, "value-within": 0.049]], true),
            ("value", 32.2, ["entry": ["value": 32.20000076293945]], false),
            ("value", 32.2, ["entry": ["value": 32.3, "value-within": 0.049]], false),
            ("value", 32.2, ["entry": ["value": "32.2", "value-within": 0.049]], false),
            ("last", 32.2, ["last": 32.20000076293945, "last-within": 0.049], true),
            (
                "field", ["entry.value": ["one-of": [1, 32.2]]], ["entry": ["value": 32.2001, "value-within": 0.049]],
                true
            ),
            ("field", ["entry.value": ["differs": 32.2]], ["entry": ["value": 32.2001, "value-within": 0.049]], false),
            ("field", ["of.it.value": 32.2], ["of": ["it": ["value": 32.2001, "value-within": 0.049]]], true),
            ("waited", "10s", ["took-ms": 5000], true),
            ("waited", "10s", ["took-ms": 5000, "failure": "timed-out"], false),
            ("waited", "10s", ["took-ms": 10000, "failure": "timed-out"], true),
            ("waited", "10s", ["failure": "timed-out"], false), ("waited", "10s", [:], false),
            ("at-most", "1 per 1s", ["density": [0, 1500]], true),
            ("at-most", "1 per 1s", ["density": [0, 500]], false),
            ("each-after-stimulus", ["at-most": "300ms"], ["delays-ms": [5], "slowest-ms": 5], true),
            ("each-after-stimulus", ["at-most": "300ms"], ["delays-ms": [5], "slowest-ms": 301], false),
            ("each-after-stimulus", ["at-most": "300ms"], ["delays-ms": .null, "slowest-ms": .null], false),
        ] as [(String, JSON, JSON, Bool)]
    )
    func forms(_ predicate: String, _ argument: JSON, _ seen: JSON, _ holds: Bool) throws {
        let evaluator = Evaluator(vocabulary: try Vocabulary(HandMadeRun.vocabulary.get()), transport: "ip")
        let mark = SourceMark(file: "", line: 1, column: 1)
        let term = Expectation.Term(predicate: predicate, argument: .literal(argument), mark: mark)
        #expect(evaluator.holds(term, of: seen, scope: [:]) == holds)
    }
}
