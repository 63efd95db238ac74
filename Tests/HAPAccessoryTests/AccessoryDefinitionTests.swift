import HAPAccessory
import HAPModel
import MarkedYAML
import Testing

@Suite struct AccessoryDefinitionTests {
    @Test("every simulated accessory loads, and is named after its file")
    func loads() throws {
        let files = try Project.files(in: "accessories")
        #expect(files.count >= 5)
        for file in files {
            let name = String(file.dropLast(".yaml".count))
            #expect(try Project.accessory(name).name == name)
        }
    }

    @Test("members that a file omits come from the catalogue")
    func catalogueFillsIn() throws {
        let brightness = try #require(
            try Project.accessory("lightbulb").characteristics.first { $0.name == "Brightness" }
        )
        #expect(brightness.id == CharacteristicID(aid: 1, iid: 52))
        #expect(brightness.format == .int)
        #expect(brightness.permissions == [.pairedRead, .pairedWrite, .events])
        #expect(brightness.unit == .percentage)
        #expect(brightness.maxValue?.int64 == 100)
    }

    @Test("the kitchen sink has every format and every permission")
    func kitchenSink() throws {
        let characteristics = try Project.accessory("kitchen-sink").characteristics
        #expect(Set(characteristics.map(\.format)) == Set(CharacteristicFormat.allCases))
        #expect(Set(characteristics.flatMap(\.permissions)) == Set(Permission.allCases))
        #expect(characteristics.contains { $0.isAdminOnly })
    }

    @Test(
        "a mistake is named with file, line and column",
        arguments: [
            (
                "- { iid: 2, type: Identify }", "- { iid: 2, type: Identifi }",
                "neither a characteristic of the catalogue"
            ),
            ("iid: 50,", "iid: 51,", "duplicate iid 51"),
            ("value: 100", "value: 101", "violates the rule value.maximum"),
            ("type: Hue, value: 0", "type: Hue", "`value` is missing"),
            ("primary: true", "primari: true", "unknown key `primari`"),
            ("518-08-582", "111-11-111", "expected a setup code XXX-XX-XXX"),
        ]
    )
    func mistakes(old: String, new: String, message: String) throws {
        let text = try Project.text("accessories/lightbulb.yaml")
        #expect(text.contains(old))
        let catalogue = try Project.catalogue()
        let problem = #expect(throws: YAMLProblem.self) {
            _ = try AccessoryDefinition(text.replacing(old, with: new), file: "bulb.yaml", catalogue: catalogue)
        }
        #expect(problem?.description.hasPrefix("bulb.yaml:") == true)
        #expect(problem?.message.contains(message) == true, "\(problem?.description ?? "no problem")")
    }
}
