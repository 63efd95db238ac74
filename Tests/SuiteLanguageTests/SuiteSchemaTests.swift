import Foundation
import HAPModel
import MarkedYAML
import Testing

@testable import SuiteLanguage

@Suite("The schema of suites")
struct SuiteSchemaTests {
    @Test("The committed schema matches the vocabulary; ASSAY_WRITE_SCHEMA=1 writes it")
    func upToDate() throws {
        let path = RealSuites.path + "/schemas/suite.schema.json"
        let schema = SuiteSchema.json(try RealSuites.vocabulary).pretty() + "\n"
        if ProcessInfo.processInfo.environment["ASSAY_WRITE_SCHEMA"] == "1" {
            try Data(schema.utf8).write(to: URL(filePath: path))
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == schema)
    }

    private func problems(_ text: String) throws -> [String] {
        let schema = SuiteSchema.json(try RealSuites.vocabulary)
        return SchemaCheck(root: schema).problems(
            JSON(try YAMLNode.load(text, file: "t.yaml")),
            against: schema,
            at: ""
        )
    }

    @Test("Every suite of this checkout is valid")
    func suites() throws {
        for file in try RealSuites.files.get() where SuiteLibrary.isSuite(file.path) {
            #expect(try problems(file.text) == [], "\(file.path)")
        }
    }

    @Test("The hard cases are valid", arguments: HardCasesTests.cases)
    func hardCases(_ name: String, _ lines: String) throws {
        #expect(try problems(SuiteText(case: lines).text) == [])
    }

    @Test("Every verb's example is valid")
    func examples() throws {
        for verb in try RealSuites.vocabulary.verbs {
            let text = SuiteText(case: "steps:\n- \(verb.example)\n  expect: {answered: true}").text
            #expect(try problems(text) == [], "\(verb.name)")
        }
    }

    @Test("Every reference resolves")
    func references() throws {
        let schema = SuiteSchema.json(try RealSuites.vocabulary)
        func all(_ json: JSON) -> [String] {
            switch json {
            case .array(let elements): return elements.flatMap(all)
            case .object(let object):
                return object.members.flatMap { $0.key == "$ref" ? [$0.value.stringValue ?? ""] : all($0.value) }
            default: return []
            }
        }
        let names = Set(all(schema).map { $0.replacing("#/$defs/", with: "") })
        let defined = Set(schema["$defs"]?.objectValue?.keys ?? [])
        #expect(names.subtracting(defined) == [])
    }

    @Test(
        "Mistakes of an author are invalid",
        arguments: [
            "steps: [{reed: 1.2}]", "steps: []", "stepps: []", "steps: [{pair-setup: {upto: M7}}]",
            "steps: [{read: 1.2, expect: {outcome: refusd}}]", "steps: [{after: 300}]", "needs: unpared",
            "steps: [{pair-setup: {}, expect: {state: six}}]", "steps: [{closed: {within: soon}}]",
            "each: {characteristic: {haz: [pr]}}", "rows: {boundary: [biggest]}", "monitor: everything",
            "document: database\nchecks: [{select: all, expect: {}}]",
            "steps: [{read: 1.2, expect: {seen: {stauts: 0}}}]",
            "proves: hap-read", "steps: [{repeat: {times: 0, do: {read: 1.2}}}]", "steps: [{read: {off: 1.2}}]",
        ]
    )
    func mistyped(_ lines: String) throws {
        #expect(try problems(SuiteText(case: lines).text.replacing("    proves: HAP-READ-001\n", with: "")) != [])
    }
}

/// The subset of JSON Schema that the suites' schema uses.
private struct SchemaCheck {
    let root: JSON

    func problems(_ value: JSON, against schema: JSON, at place: String) -> [String] {
        guard let keys = schema.objectValue else { return schema == false ? ["\(place): not allowed"] : [] }
        return keys.members.flatMap { member in
            problem(value, schema, member.key, member.value, place)
        }
    }

    private func problem(_ value: JSON, _ schema: JSON, _ keyword: String, _ rule: JSON, _ place: String) -> [String] {
        func unless(_ holds: Bool) -> [String] { holds ? [] : ["\(place): \(keyword) \(rule.serialized())"] }
        let members = value.objectValue?.members ?? []
        switch keyword {
        case "$ref":
            let name = rule.stringValue?.replacing("#/$defs/", with: "") ?? ""
            return problems(value, against: root["$defs"]?[name] ?? false, at: place)
        case "type": return unless((rule.arrayValue ?? [rule]).contains { has(value, type: $0.stringValue ?? "") })
        case "enum": return unless(rule.arrayValue?.contains(value) ?? false)
        case "const": return unless(value == rule)
        case "pattern":
            guard let text = value.stringValue, let regex = (rule.stringValue.flatMap { try? Regex($0) }) else {
                return []
            }
            return unless(text.firstMatch(of: regex) != nil)
        case "minimum": return unless((value.doubleValue ?? 0) >= (rule.doubleValue ?? 0))
        case "maximum": return unless((value.doubleValue ?? 0) <= (rule.doubleValue ?? 0))
        case "minItems": return unless((value.arrayValue?.count ?? .max) >= (rule.int64Value ?? 0))
        case "minProperties": return unless(value.objectValue == nil || members.count >= (rule.int64Value ?? 0))
        case "required":
            return (rule.arrayValue ?? []).compactMap(\.stringValue).filter { value.objectValue?[$0] == nil }
                .map { "\(place): \($0) is missing" }
        case "items":
            return (value.arrayValue ?? []).enumerated().flatMap { problems($1, against: rule, at: "\(place)/\($0)") }
        case "properties":
            return members.flatMap { member in
                rule[member.key].map { problems(member.value, against: $0, at: "\(place)/\(member.key)") } ?? []
            }
        case "additionalProperties":
            return members.filter { schema["properties"]?[$0.key] == nil }
                .flatMap { problems($0.value, against: rule, at: "\(place)/\($0.key)") }
        case "propertyNames":
            return members.flatMap { problems(.string($0.key), against: rule, at: "\(place)/\($0.key)") }
        case "anyOf":
            let attempts = (rule.arrayValue ?? []).map { problems(value, against: $0, at: place) }
            return attempts.contains([]) ? [] : attempts.min { $0.count < $1.count } ?? []
        case "$schema", "title", "description", "$defs": return []
        default: return ["\(place): the keyword \(keyword) is not known here"]
        }
    }

    private func has(_ value: JSON, type: String) -> Bool {
        switch (type, value) {
        case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool), ("null", .null):
            return true
        case ("number", .number): return true
        case ("integer", .number(let number)): return number.isIntegerSpelling
        default: return false
        }
    }
}
