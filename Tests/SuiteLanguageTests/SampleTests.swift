import HAPModel
import Testing

@testable import SuiteLanguage

@Suite("The sample of the tier smoke")
struct SampleTests {
    @Test("A case runs with at most eight characteristics, each kind first, and always with the same")
    func kinds() throws {
        let sample = try Sample(capabilities: capabilities(lamps: 20)).of(instances(lamps: 20))
        #expect(sample.count == Sample.size)
        // The last characteristic is the only number.
        #expect(sample.last?.characteristics["it"] == CharacteristicID(aid: 1, iid: 120))
        #expect(sample.dropLast().map { $0.characteristics["it"]?.iid } == (100..<107).map { $0 })
    }

    @Test("A case with few instances keeps all of them")
    func few() throws {
        let all = instances(lamps: 7)
        #expect(try Sample(capabilities: capabilities(lamps: 7)).of(all) == all)
    }

    private func capabilities(lamps: Int) throws -> Capabilities {
        let switches: [JSON] = (0..<lamps).map { number in
            [
                "iid": .number(JSONNumber(100 + number)), "type": "25", "format": "bool", "perms": ["pr", "pw"],
                "value": false,
            ]
        }
        let level: JSON = [
            "iid": .number(JSONNumber(100 + lamps)), "type": "8", "format": "int", "perms": ["pr", "pw"], "value": 1,
        ]
        let service: JSON = ["iid": 8, "type": "43", "characteristics": .array(switches + [level])]
        return Capabilities(
            database: AttributeDatabase(["accessories": [["aid": 1, "services": [service]]]]),
            catalogue: try RealSuites.catalogue.get(),
            mayActuate: true,
            mayDestroy: false,
            hasSetupCode: true,
            stimuli: []
        )
    }

    private func instances(lamps: Int) -> [Instance] {
        (0...lamps).map { number in
            Instance(
                caseID: "read.one",
                target: "\(number)",
                row: nil,
                transport: "ip",
                characteristics: ["it": CharacteristicID(aid: 1, iid: UInt64(100 + number))],
                rowValue: nil,
                rowProves: []
            )
        }
    }
}
