import HAPAccessory
import HAPModel
import MarkedYAML
import Testing

@Suite struct DefectTests {
    static let defects: [Defect] = {
        do {
            return try Project.files(in: "defects").flatMap { file in
                try Defect.load(Project.text("defects/\(file)"), file: "defects/\(file)")
            }
        } catch {
            Issue.record(error)
            return []
        }
    }()

    @Test("every file of defects loads, so that every point is known")
    func loads() {
        #expect(Self.defects.count > 400)
    }

    @Test("no accessory has a duplicate defect")
    func unique() {
        let names = Self.defects.map { "\($0.name) on \($0.accessory)" }
        #expect(Set(names).count == names.count)
    }

    @Test("every defect violates existing requirements, including the one that names it if there is one")
    func requirements() throws {
        var slugs: [String: String] = [:]
        for file in try Project.files(in: "requirements") where file != "applies.yaml" && file != "vectors.yaml" {
            let root = try YAMLNode.load(Project.text("requirements/\(file)"), file: file).mapping()
            for node in try root.required("requirements").list() {
                let requirement = try node.mapping()
                slugs[try requirement.required("id").string()] = try requirement.required("defect").string()
            }
        }
        for defect in Self.defects {
            #expect(defect.breaks.allSatisfy { slugs[$0] != nil }, "\(defect.mark): \(defect.breaks)")
            // A name that is in no requirement is another way to violate one.
            let isNamed = slugs.values.contains(defect.name)
            #expect(!isNamed || defect.breaks.contains { slugs[$0] == defect.name }, "\(defect.mark): \(defect.name)")
        }
    }

    @Test("every defect is for an existing accessory that has the named parts")
    func accessories() throws {
        var definitions: [String: AccessoryDefinition] = [:]
        for file in try Project.files(in: "accessories") {
            let name = String(file.dropLast(".yaml".count))
            definitions[name] = try Project.accessory(name)
        }
        for defect in Self.defects {
            let definition = try #require(definitions[defect.accessory], "\(defect.mark)")
            let services = definition.objects.flatMap(\.services)
            var characteristics = [defect.condition.characteristic]
            for case .database(let patch) in defect.changes {
                characteristics.append(patch.characteristic)
                if let name = patch.service {
                    let isThere = services.contains { $0.name == name || HAPType(name) == $0.type }
                    #expect(isThere, "\(defect.mark): \(name)")
                }
            }
            for name in characteristics.compactMap(\.self) {
                #expect(definition.characteristics.contains { $0.isNamed(name) }, "\(defect.mark): \(name)")
            }
        }
    }

    @Test(
        "a mistake is named with file, line and column",
        arguments: [
            ("guard: { check: value.maximun, do: skip }", "test.yaml:5:19", "unknown point `value.maximun`"),
            ("guard: { check: value.maximum, do: skipp }", "test.yaml:5:38", "unknown word `skipp`"),
            ("gard: { check: value.maximum, do: skip }", "test.yaml:5:3", "unknown key `gard`"),
            ("behaviour: { rule: read.order, is: sortet }", "test.yaml:5:38", "did you mean `sorted`?"),
            ("memory: { of: values, lasts: boot }", "test.yaml:5:32", "expected one of accessory, session"),
            ("constant: { name: json.depth, value: many }", "test.yaml:5:40", "expected a whole number"),
            ("code: { hook: no.such }", "test.yaml:5:17", "unknown point `no.such`"),
            ("link: { at: response, do: { delay: soon } }", "test.yaml:5:38", "expected a time"),
            (
                "database: { at: { service: Lightbulb }, do: { set: { primry: true } } }", "test.yaml:5:56",
                "unknown key `primry`; did you mean `primary`?"
            ), ("database: { do: { drop: prems } }", "test.yaml:5:27", "unknown word `prems`"),
            ("message: { point: M2.salt, do: drop }", "test.yaml:5:21", "unknown point `M2.salt`"),
        ]
    )
    func mistakes(change: String, place: String, message: String) {
        let text = "defects:\n- defect: d\n  breaks: [HAP-HTTP-001]\n  on: lightbulb\n  \(change)\n"
        let problem = #expect(throws: YAMLProblems.self) { try Defect.load(text, file: "test.yaml") }
        #expect(problem?.description.hasPrefix(place) == true, "\(problem?.description ?? "no problem")")
        #expect(problem?.description.contains(message) == true, "\(problem?.description ?? "no problem")")
    }

    @Test(
        "a malformed requirement id and a defect without an effect are rejected",
        arguments: [
            "- { defect: d, breaks: [HTTP-001], on: lightbulb, code: { hook: session.plain-text } }",
            "- { defect: d, breaks: [HAP-HTTP-1], on: lightbulb, code: { hook: session.plain-text } }",
            "- { defect: d, breaks: [hap-http-001], on: lightbulb, code: { hook: session.plain-text } }",
            "- { defect: d, breaks: [], on: lightbulb, code: { hook: session.plain-text } }",
            "- { defect: d, breaks: [HAP-HTTP-001], on: lightbulb }",
            "- { defect: D!, breaks: [HAP-HTTP-001], on: lightbulb, code: { hook: session.plain-text } }",
            "- { defect: d, breaks: [HAP-HTTP-001], code: { hook: session.plain-text } }",
        ]
    )
    func refused(entry: String) {
        #expect(throws: YAMLProblems.self) { try Defect.load("defects:\n\(entry)\n", file: "test.yaml") }
    }

    @Test("every point has a unique name in its kind, and a meaning of one line")
    func points() {
        let names = AccessoryPoint.all.map { "\($0.kind) \($0.name)" }
        #expect(Set(names).count == names.count)
        for point in AccessoryPoint.all {
            #expect(!point.meaning.isEmpty && !point.meaning.contains("\n"), "\(point.name)")
        }
    }
}
