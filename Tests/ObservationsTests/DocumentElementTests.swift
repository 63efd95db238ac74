import HAPModel
import SuiteLanguage
import Testing

@testable import Observations

@Suite("Elements of documents")
struct DocumentElementTests {
    @Test("A database gives one element for each accessory, service and characteristic")
    func database() throws {
        let json = DatabaseElements(
            database: Sample.database(
                ["iid": 2, "type": "25", "format": "bool", "perms": ["pr", "pw", "ev"], "value": 1],
                ["iid": 2, "type": "FF00", "format": "uint8", "perms": ["pr", "zz"], "value": 300]
            ),
            catalogue: try Sample.catalogue(),
            release: .first
        ).json
        #expect(
            json["database"]?[0]?.only("accessory-count", "aids", "summary") == [
                "accessory-count": 1, "aids": [1], "summary": "1 accessory",
            ]
        )
        #expect(
            json["accessory"]?[0]?.only("aid", "iids", "service-types") == [
                "aid": 1, "iids": [1, 2, 2], "service-types": ["43"],
            ]
        )
        #expect(
            json["service"]?[0]?.only("name", "is-for-users", "missing") == [
                "name": "Lightbulb", "is-for-users": true, "missing": [],
            ]
        )
        #expect(
            json["characteristic"]?[0]?.only("name", "value-fits", "format-fit") == [
                "name": "On", "value-fits": true, "format-fit": "right",
            ]
        )
        #expect(
            json["characteristic"]?[1]?.only("name", "value-fits", "value-in-format", "unknown-perms", "format-fit")
                == [
                    "name": .null, "value-fits": true, "value-in-format": false, "unknown-perms": ["zz"],
                ]
        )
    }

    @Test("A malformed database gives one element that says so")
    func noDatabase() throws {
        let json = DatabaseElements(
            database: AttributeDatabase("text"),
            catalogue: try Sample.catalogue(),
            release: .first
        ).json
        #expect(
            json.only("accessory", "service", "characteristic") == [
                "accessory": [], "service": [], "characteristic": [],
            ]
        )
        #expect(json["database"]?[0]?["deviations"]?.arrayValue?.isEmpty == false)
    }

    @Test("Duplicate keys are listed with their place")
    func duplicateKeys() throws {
        let raw = try JSON.parse(Array(#"{"accessories":[{"aid":1,"aid":2,"services":[]}]}"#.utf8))
        let json = DatabaseElements(
            database: AttributeDatabase(raw),
            catalogue: try Sample.catalogue(),
            release: .first
        ).json
        #expect(json["database"]?[0]?["duplicate-keys"] == ["database.accessories[0].aid"])
    }

    @Test("A label is judged by its parts, without showing them")
    func payload() throws {
        let code = try #require(SetupCode("518-08-582"))
        let id = try #require(SetupID("7OSX"))
        let text = SetupPayload(category: 5, setupCode: code, setupID: id, supportsIP: true).withText { $0 }
        let right = PayloadElement(payload: PrintedPayload(text), setupCode: code, category: 5).json
        #expect(
            right.only("length", "readable", "supports-ip", "code", "category", "setup-id-right") == [
                "length": 20, "readable": true, "supports-ip": true, "code": "right", "category": "right",
                "setup-id-right": true,
            ]
        )
        #expect(!right.serialized().contains(text.dropFirst(7).prefix(9)))
        let other = PayloadElement(payload: PrintedPayload(text), setupCode: SetupCode("111-22-333"), category: 6).json
        #expect(other.only("code", "category") == ["code": "wrong", "category": "wrong"])
        let broken = PayloadElement(payload: PrintedPayload("X-HM://"), setupCode: code, category: 5).json
        #expect(
            broken.only("readable", "code", "summary") == [
                "readable": false, "summary": "a malformed payload of 7 characters",
            ]
        )
    }

    @Test(
        "Digits of the setup code elsewhere count from six in a row, also backwards",
        arguments: [
            ("51808582", "all"), ("28580815", "all"), ("AA-518085", "some"), ("51-80-85", "some"), ("51808", "none"),
            ("", "none"),
        ]
    )
    func digits(_ text: String, _ word: String) throws {
        let code = try #require(SetupCode("518-08-582"))
        let json = SetupCodeElement(setupCode: code, values: [("Serial Number", text)]).json
        #expect(json["digits-elsewhere"] == .string(word))
        #expect(json["places"] == (word == "none" ? [] : ["Serial Number"]))
        #expect(text.isEmpty || !json.serialized().contains(text))
    }
}
