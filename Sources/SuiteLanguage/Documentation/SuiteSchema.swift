package import HAPModel
import Measurement

/// The JSON Schema of suite files, generated from the vocabulary, for completion and checks in editors.
///
/// The loader is stricter: only it knows the names in scope and which predicate applies to which observation.
package enum SuiteSchema {
    /// The schema, in draft 2020-12.
    package static func json(_ vocabulary: Vocabulary) -> JSON {
        [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "A suite of Assay",
            "description": "One section of the protocol: the cases that prove its requirements.",
            "type": "object",
            "additionalProperties": false,
            "required": ["chapter", "section", "title", "cases"],
            "properties": [
                "chapter": text("The chapter of the protocol: the name of the file's folder."),
                "section": text("The section: the file's name without .yaml."),
                "title": text("The section's title, for reports."),
                "over": described(reference("transports"), "The transports that all its cases run over."),
                "cases": [
                    "description": "Cases by id: lower-case words separated by points, without numbers.",
                    "type": "object",
                    "propertyNames": ["pattern": "^[a-z0-9-]+(\\.[a-z0-9-]+)+$"],
                    "additionalProperties": reference("case"),
                ],
            ],
            "$defs": .object(definitions(vocabulary)),
        ]
    }

    private static func definitions(_ vocabulary: Vocabulary) -> JSONObject {
        var definitions = JSONObject([
            "case": caseSchema,
            "requirements": oneOrMore(["type": "string", "pattern": "^[A-Z][A-Z0-9-]*-[0-9]{3}$"]),
            "name": ["type": "string", "pattern": "^[a-z][a-z0-9-]*$"],
            "row": ["type": "string", "pattern": "^row(\\..+)?$"],
            "filter": filter,
            "rows": rows(vocabulary),
            "steps": ["type": "array", "minItems": 1, "items": reference("step")],
            "step": step(vocabulary),
            "expect": oneOrMore(reference("expectation")),
            "expectation": expectation(vocabulary),
            "terms": terms(vocabulary),
            "check": check,
            "operators": operators,
            "outcome": choice(vocabulary.outcomes.map { ($0.name, $0.text) }),
            "transports": oneOrMore(choice(vocabulary.transports.map { ($0.name, $0.meaning) })),
            "value-word": choice(vocabulary.values.filter { !$0.isBoundary }.map { ($0.name, $0.meaning) }),
            "observation": choice(vocabulary.observations.map { ($0.name, $0.meaning) }),
        ])
        for type in ParameterType.allCases {
            definitions["type-\(type.rawValue)"] = described(schema(of: type), type.wanted)
        }
        return definitions
    }

    // MARK: Building blocks

    static func reference(_ name: String) -> JSON { ["$ref": .string("#/$defs/\(name)")] }

    static func text(_ description: String) -> JSON { ["description": .string(description), "type": "string"] }

    static func words(_ description: String, _ words: [String]) -> JSON {
        ["description": .string(description), "enum": .array(words.map { .string($0) })]
    }

    static func oneOrMore(_ schema: JSON) -> JSON {
        ["anyOf": [schema, ["type": "array", "items": schema]]]
    }

    /// One of several words, each with its meaning.
    static func choice(_ words: [(name: String, meaning: String)]) -> JSON {
        ["anyOf": .array(words.map { ["const": .string($0.name), "description": .string($0.meaning)] })]
    }

    static func described(_ schema: JSON, _ description: String) -> JSON {
        guard case .object(var object) = schema else { return schema }
        object.members.removeAll { $0.key == "description" }
        object.members.insert(.init(key: "description", value: .string(description)), at: 0)
        return .object(object)
    }

    /// A mapping with these keys only.
    static func closed(_ properties: JSON, required: [String] = []) -> JSON {
        var object = JSONObject(["type": "object", "additionalProperties": false])
        if !required.isEmpty { object["required"] = .array(required.map { .string($0) }) }
        object["properties"] = properties
        return .object(object)
    }

    private static func schema(of type: ParameterType) -> JSON {
        func orRow(_ schema: JSON) -> JSON { ["anyOf": [schema, reference("row")]] }
        let time: JSON = ["type": "string", "pattern": "^[0-9.]+(us|µs|ms|s|min)$"]
        let stage: JSON = ["enum": .array(ParameterType.stageNames.map { .string($0) })]
        let item: JSON = ["enum": .array(TLVType.allCases.map { .string($0.name) })]
        let plain: JSON = ["type": ["string", "number", "boolean"]]
        let characteristic: JSON = ["type": ["string", "number"]]
        switch type {
        case .value: return ["anyOf": [reference("value-word"), [:]]]
        case .word, .setupCode: return plain
        case .bytes: return ["anyOf": [plain, ["type": ["array", "object"]]]]
        case .words: return oneOrMore(plain)
        case .bool: return orRow(["type": "boolean"])
        case .number: return orRow(["type": "integer"])
        case .numbers: return oneOrMore(orRow(["type": "integer"]))
        case .duration: return orRow(time)
        case .rate: return orRow(["type": "string", "pattern": "^[0-9]+ per [0-9.]+(ms|s|min)$"])
        case .stage: return orRow(stage)
        case .stages: return oneOrMore(orRow(stage))
        case .status: return orRow(["enum": .array(HAPStatus.allCases.map { .string($0.name) })])
        case .item: return orRow(item)
        case .items: return oneOrMore(orRow(item))
        case .outcome: return ["anyOf": [reference("outcome"), reference("row")]]
        case .connection: return reference("name")
        case .characteristic: return characteristic
        case .characteristics: return oneOrMore(characteristic)
        case .alterations, .headers: return orRow(["type": "object"])
        case .json: return [:]
        case .requests: return ["type": "array", "minItems": 1, "items": ["type": "object"]]
        case .budget:
            let names: JSON = [
                "pattern": "^(m[135]\\.)?(\(Percentile.allCases.map(\.rawValue).joined(separator: "|")))$"
            ]
            return ["type": "object", "minProperties": 1, "propertyNames": names, "additionalProperties": time]
        case .fields: return ["type": "object", "additionalProperties": ["anyOf": [reference("operators"), [:]]]]
        }
    }

    private static var operators: JSON {
        var properties = JSONObject()
        for comparison in Test.Operator.allCases {
            properties[comparison.rawValue] = ["description": .string(comparison.meaning)]
        }
        return closed(.object(properties))
    }
}
