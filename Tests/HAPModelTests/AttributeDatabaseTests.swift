import HAPModel
import Testing

@Suite struct AttributeDatabaseTests {
    private func database(_ text: String) throws -> AttributeDatabase {
        AttributeDatabase(try JSON.parse(Array(text.utf8)))
    }

    private static let lightbulb = #"""
        {"accessories":[{"aid":1,"services":[
          {"type":"3E","iid":1,"characteristics":[
            {"type":"23","iid":2,"perms":["pr"],"format":"string","value":"Lamp","maxLen":64,"vendor":{"x":1}}]},
          {"type":"43","iid":10,"primary":true,"hidden":false,"linked":[1],"characteristics":[
            {"type":"25","iid":11,"perms":["pr","pw","ev"],"format":"bool","value":true,"ev":false},
            {"type":"8","iid":12,"perms":["pr","pw","ev","xx"],"format":"int","value":50,"minValue":0,"maxValue":100,
             "minStep":1,"unit":"percentage","description":"Brightness"},
            {"type":"34AB8811-AC7F-4340-BAC3-FD6A85F9943B","iid":18446744073709551615,"perms":["pr"],
             "format":"uint64","value":18446744073709551615,"valid-values":[1,3],"valid-values-range":[5,2],
             "minStep":0.10},
            {"type":"33","iid":14,"perms":["pr"],"format":"uint8","value":null,
             "valid-values-range":[[0,1],[3,4]]}]}]}]}
        """#

    @Test("reads a database and keeps what was sent")
    func wellFormed() throws {
        let database = try database(Self.lightbulb)
        #expect(database.deviations == [])
        #expect(try database.raw == JSON.parse(Array(Self.lightbulb.utf8)))
        let accessory = try #require(database.accessory(1))
        let service = try #require(accessory.service(HAPType(0x43)))
        #expect(service.primary == true)
        #expect(service.hidden == false)
        #expect(service.linked == [1])
        #expect(accessory.services[0].primary == nil)
        let brightness = try #require(service.characteristic(HAPType(0x8)))
        #expect(brightness.permissions == [.pairedRead, .pairedWrite, .events, Permission(rawValue: "xx")])
        #expect(brightness.format == .int)
        #expect(brightness.unit == .percentage)
        #expect(brightness.userDescription == "Brightness")
        #expect(brightness.minValue?.spelling == "0")
        #expect(brightness.has(.pairedWrite))
        let custom = try #require(database.characteristic(CharacteristicID(aid: 1, iid: .max)))
        #expect(custom.value?.uint64Value == .max)
        #expect(custom.minStep?.spelling == "0.10")
        #expect(custom.validValues == [1, 3])
        #expect(custom.validValuesRange == [ValueRange(start: 5, end: 2)])
        #expect(custom.type?.isApple == false)
        let state = try #require(database.characteristic(CharacteristicID(aid: 1, iid: 14)))
        #expect(state.validValuesRange == [ValueRange(start: 0, end: 1), ValueRange(start: 3, end: 4)])
        #expect(state.value == .null)
        let name = try #require(database.place(of: CharacteristicID(aid: 1, iid: 2)))
        #expect(name.characteristic.raw["vendor"] == ["x": 1])
        #expect(name.service.iid == 1)
        #expect(name.characteristic.path == "accessories[0].services[0].characteristics[0]")
        #expect(name.characteristic.lengthLimit == 64)
        #expect(name.characteristic.dataLengthLimit == 2_097_152)
        #expect(database.places.map(\.id.iid) == [2, 11, 12, .max, 14])
        #expect(database.characteristic(CharacteristicID(aid: 1, iid: 1)) == nil)
    }

    @Test(
        "lists wrong forms with their place",
        arguments: [
            ("[]", "is an array, expected an object"),
            ("{}", "accessories: is missing"),
            (#"{"accessories":{}}"#, "accessories: is an object, expected an array"),
            (#"{"accessories":[7]}"#, "accessories[0]: is a number, expected an object"),
            (#"{"accessories":[],"accessories":[]}"#, "accessories: occurs more than once, the first one counts"),
            (#"{"accessories":[{"aid":"1","services":[]}]}"#, "accessories[0].aid: is a string, expected a number"),
            (
                #"{"accessories":[{"aid":1.0,"services":[]}]}"#,
                "accessories[0].aid: is spelled 1.0, expected an integer"
            ),
            (
                #"{"accessories":[{"aid":-1,"services":[]}]}"#,
                "accessories[0].aid: is -1, expected a whole number from 0 to 18446744073709551615"
            ),
            (#"{"accessories":[{"aid":1}]}"#, "accessories[0].services: is missing"),
        ]
    )
    func wrongForms(text: String, deviation: String) throws {
        #expect(try database(text).deviations.map(\.description) == [deviation])
    }

    @Test("continues after an error in a characteristic")
    func wrongCharacteristic() throws {
        let text = #"""
            {"accessories":[{"aid":1,"services":[{"type":5,"iid":1e1,"primary":1,"linked":[2,"3"],"characteristics":[
              {"type":"XY","iid":9,"iid":10,"perms":["pr",7],"format":"bool","ev":0,"maxLen":1.5,
               "valid-values":[1,"2"],"valid-values-range":[1,2,3]},
              {"iid":9,"perms":"pr"}]}]}]}
            """#
        let database = try database(text)
        let place = "accessories[0].services[0]"
        #expect(
            database.deviations.map(\.description) == [
                "\(place).type: is a number, expected a string",
                "\(place).iid: is spelled 1e1, expected an integer",
                "\(place).primary: is a number, expected true or false",
                "\(place).linked[1]: is a string, expected a number",
                "\(place).characteristics[0].iid: occurs more than once, the first one counts",
                "\(place).characteristics[0].perms[1]: is a number, expected a string",
                "\(place).characteristics[0].ev: is a number, expected true or false",
                "\(place).characteristics[0].maxLen: is 1.5, expected a whole number",
                "\(place).characteristics[0].valid-values[1]: is a string, expected a number",
                "\(place).characteristics[0].valid-values-range: expected two whole numbers, first and last value",
                "\(place).characteristics[1].type: is missing",
                "\(place).characteristics[1].perms: is a string, expected an array",
                "\(place).characteristics[1].format: is missing",
            ]
        )
        let service = database.accessories[0].services[0]
        #expect(service.iid == 10)
        #expect(service.linked == [2])
        #expect(service.characteristics[0].typeText == "XY")
        #expect(service.characteristics[0].type == nil)
        // Both have iid 9; the first is found, and both are listed.
        #expect(database.characteristic(CharacteristicID(aid: 1, iid: 9))?.typeText == "XY")
        #expect(database.places.count == 2)
    }

    @Test("compares structure without values and subscriptions")
    func structure() throws {
        let changed = Self.lightbulb.replacing(#""value":true,"ev":false"#, with: #""value":false,"ev":true"#)
        #expect(changed != Self.lightbulb)
        #expect(try database(changed).structure == database(Self.lightbulb).structure)
        let renamed = Self.lightbulb.replacing(#""maxLen":64"#, with: #""maxLen":63"#)
        #expect(try database(renamed).structure != database(Self.lightbulb).structure)
        #expect(AttributeDatabase(7).structure == 7)
    }

    @Test("reads any JSON that one changed byte leaves", arguments: 1...20 as ClosedRange<UInt64>)
    func mutations(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let whole = Array(Self.lightbulb.utf8)
        for index in whole.indices {
            var bytes = whole
            bytes[index] = Array(#"{}[],:"0 9.-etruefalsnull"#.utf8).randomElement(using: &random) ?? 0
            guard let json = try? JSON.parse(bytes) else { continue }
            let database = AttributeDatabase(json)
            #expect(database.raw == json)
        }
    }
}
