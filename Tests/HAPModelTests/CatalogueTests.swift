import HAPModel
import Testing

@Suite struct CatalogueTests {
    private let catalogue: Catalogue

    init() throws {
        catalogue = try SharedFiles.catalogue.get()
    }

    private func characteristic(_ type: UInt32) throws -> CatalogueCharacteristic {
        try #require(catalogue.characteristic(HAPType(type)))
    }

    private func service(_ type: UInt32) throws -> CatalogueService {
        try #require(catalogue.service(HAPType(type)))
    }

    private func types(_ numbers: UInt32...) -> Set<HAPType> { Set(numbers.map { HAPType($0) }) }

    @Test("holds all entries of the files")
    func complete() throws {
        #expect(catalogue.characteristics.count == 257)
        #expect(catalogue.services.count == 76)
        #expect(catalogue.categories.count == 36)
        #expect(catalogue.category(5)?.name == "Lightbulb")
        let types = catalogue.services.values.flatMap { $0.required + $0.optional }
        #expect(types.allSatisfy { catalogue.characteristic($0) != nil })
    }

    @Test("describes a characteristic")
    func entry() throws {
        let brightness = try characteristic(0x8)
        #expect(brightness.name == "Brightness")
        #expect(brightness.format == .int)
        #expect(brightness.unit == .percentage)
        #expect(brightness.permissions == [.pairedRead, .pairedWrite, .events])
        #expect(brightness.maxValue?.int64 == 100)
        #expect(brightness.isSpecified)
        #expect(brightness.since == "R1")
        #expect(try characteristic(0x23).maxLength == 64)
        let door = try characteristic(0xe)
        #expect(door.validValues?.map(\.value) == [0, 1, 2, 3, 4])
        #expect(door.validValues?.first?.name == "Open")
        #expect(try characteristic(0x124).adminOnlyWrite || characteristic(0x124).adminOnlyRead)
    }

    @Test("judges formats: own, accepted, and other")
    func formats() throws {
        let temperature = try characteristic(0xce)
        #expect(temperature.fit(format: .uint32) == .right)
        #expect(temperature.fit(format: .int) == .right)
        #expect(temperature.fit(format: .float) == .wrong)
    }

    @Test("judges units: absent is right, a known slip warns")
    func units() throws {
        let monoxide = try characteristic(0x90)
        #expect(monoxide.fit(unit: nil) == .right)
        #expect(monoxide.fit(unit: CharacteristicUnit(rawValue: "ppm")) == .warning)
        #expect(monoxide.fit(unit: .lux) == .wrong)
        #expect(try characteristic(0x8).fit(unit: .percentage) == .right)
        #expect(try characteristic(0x8).fit(unit: .celsius) == .wrong)
    }

    @Test("judges permissions: a subset plus aa, tw, hd and wr is right")
    func permissions() throws {
        let on = try characteristic(0x25)
        #expect(on.fit(permissions: [.pairedRead, .pairedWrite]) == .right)
        #expect(on.fit(permissions: [.pairedRead, .timedWrite, .hidden, .additionalAuthorization]) == .right)
        #expect(on.fit(permissions: [.pairedRead, Permission(rawValue: "xx")]) == .wrong)
        #expect(try characteristic(0x11).fit(permissions: [.pairedRead, .pairedWrite]) == .wrong)
        // Version with ev is accepted; Firmware Revision with ev is a known slip.
        #expect(try characteristic(0x37).fit(permissions: [.pairedRead, .events]) == .right)
        #expect(try characteristic(0x52).fit(permissions: [.pairedRead, .events]) == .warning)
        #expect(try characteristic(0x4c).fit(permissions: [.pairedRead, .pairedWrite]) == .right)
    }

    @Test("judges values of enumerations, and accepts all other values")
    func values() throws {
        let action = try characteristic(0x1c)
        #expect(action.fit(value: 8) == .right)
        #expect(action.fit(value: 10) == .right)
        #expect(action.fit(value: 11) == .wrong)
        let slat = try characteristic(0xaa)
        #expect(slat.fit(value: 3) == .warning)
        #expect(slat.fit(value: 4) == .wrong)
        #expect(try characteristic(0x8).fit(value: 1000) == .right)
    }

    @Test("judges limits of enumerations by the widest alternative, and accepts all other limits")
    func limits() throws {
        let action = try characteristic(0x1c)
        #expect(action.fit(minValue: JSONNumber(0), maxValue: JSONNumber(10)) == .right)
        #expect(action.fit(minValue: JSONNumber(2), maxValue: nil) == .right)
        #expect(action.fit(minValue: JSONNumber(0), maxValue: JSONNumber(11)) == .wrong)
        #expect(action.fit(minValue: JSONNumber(-1), maxValue: nil) == .wrong)
        let slat = try characteristic(0xaa)
        #expect(slat.fit(minValue: nil, maxValue: JSONNumber(3)) == .warning)
        #expect(try characteristic(0x11).fit(minValue: JSONNumber(-500), maxValue: JSONNumber(5000)) == .right)
    }

    @Test("only warns about types that only implementations define")
    func implementationsOnly() throws {
        let later = try #require(catalogue.characteristics.values.first { $0.since == "later" })
        #expect(!later.isSpecified)
        #expect(later.fit(format: CharacteristicFormat(rawValue: "array")) == .warning)
    }

    @Test("judges whether a service is complete")
    func services() throws {
        let lightbulb = try service(0x43)
        #expect(lightbulb.fit(types: types(0x25, 0x8)) == .right)
        #expect(lightbulb.fit(types: types(0x8)) == .wrong)
        #expect(lightbulb.missing(from: types(0x8)) == [HAPType(0x25)])
        // Outlet In Use is left out by known sources; On by none.
        #expect(try service(0x47).fit(types: types(0x25)) == .warning)
        #expect(try service(0x47).fit(types: types(0x26)) == .wrong)
        #expect(try service(0x113).fit(types: types(0xe9, 0xea)) == .right)
        #expect(try service(0x122).fit(types: []) == .warning)
    }

    @Test(
        "says where a file is wrong",
        arguments: [
            ("{}", "services.json: items: expected an array"),
            (#"{"items":[{"type":"3G"}]}"#, "services.json: items[0].type: expected a type"),
            (#"{"items":[{"type":"3E"}]}"#, "services.json: items[0].name: expected a string"),
            (
                #"{"items":[{"type":"3E","name":"x","aliases":[],"required":["14",3]}]}"#,
                "services.json: items[0].required[1]: has the wrong form"
            ),
        ]
    )
    func wrongFile(services: String, message: String) throws {
        let services = try JSON.parse(Array(services.utf8))
        let empty: JSON = ["items": []]
        let error = #expect(throws: CatalogueError.self) {
            try Catalogue(services: services, characteristics: empty, categories: empty)
        }
        #expect(error?.description == message)
    }
}
