import HAPCrypto
import HAPModel
import HAPSession
import Testing

@Suite("Values and descriptions in PDUs")
struct PDUValueTests {
    @Test(
        "a value has the bytes of its format",
        arguments: [
            (CharacteristicFormat.bool, JSON.bool(true), [1] as [UInt8]), (.uint8, 200, [200]),
            (.uint16, 0x1234, [0x34, 0x12]), (.uint32, 1, [1, 0, 0, 0]), (.int, -2, [0xfe, 0xff, 0xff, 0xff]),
            (.uint64, JSON(UInt64.max), [UInt8](repeating: 0xff, count: 8)), (.float, 23.5, [0, 0, 0xbc, 0x41]),
            (.string, "é", [0xc3, 0xa9]), (.data, "AQI=", [1, 2]), (.tlv8, "AQEB", [1, 1, 1]), (.uint8, .null, []),
        ]
    )
    func bytes(format: CharacteristicFormat, value: JSON, bytes: [UInt8]) {
        #expect(PDUValue.bytes(of: value, as: format) == bytes)
        let reading = PDUValue.reading(bytes, as: format)
        #expect(reading.value.map { $0.means(value) } == true)
        #expect(reading.deviation == nil)
    }

    @Test("a value outside its format has no bytes")
    func unfit() {
        #expect(PDUValue.bytes(of: 256, as: .uint8) == nil)
        #expect(PDUValue.bytes(of: -1, as: .uint32) == nil)
        #expect(PDUValue.bytes(of: 1.5, as: .int) == nil)
        #expect(PDUValue.bytes(of: "1", as: .uint8) == nil)
        #expect(PDUValue.bytes(of: "not base64", as: .data) == nil)
        #expect(PDUValue.bytes(of: 2, as: .bool) == nil)
    }

    @Test("malformed values are decoded as far as possible")
    func lenient() {
        #expect(PDUValue.reading([2], as: .bool) == (.bool(true), .content))
        #expect(PDUValue.reading([5, 0], as: .uint8) == (5, .width))
        #expect(PDUValue.reading([0xff], as: .int) == (-1, .width))
        #expect(PDUValue.reading([UInt8](repeating: 0, count: 9), as: .uint64) == (nil, .width))
        #expect(PDUValue.reading([0, 0], as: .float) == (nil, .width))
        #expect(PDUValue.reading([0xff], as: .string).deviation == .content)
    }

    @Test("any float survives, in the fewest digits that mean it", arguments: 1...50)
    func floats(seed: UInt64) {
        let bytes = SeededRandom(seed: seed).bytes(4)
        guard let value = PDUValue.reading(bytes, as: .float).value else {
            #expect(bytes[3] & 0x7f == 0x7f && bytes[2] & 0x80 == 0x80, "only infinities and NaN have no value")
            return
        }
        #expect(PDUValue.bytes(of: value, as: .float) == bytes)
    }

    @Test("types are read from their short and long forms")
    func types() {
        let apple = HAPType(0x23)
        #expect(apple.shortLittleEndian == [0x23])
        #expect(HAPType(littleEndian: [0x23]) == apple)
        #expect(apple.littleEndian.prefix(4) == [0x91, 0x52, 0x76, 0xbb])
        #expect(HAPType(littleEndian: apple.littleEndian) == apple)
        let vendor = HAPType("7A0E1001-6A5B-4C3D-9E2F-A55A10000001")
        #expect(vendor.flatMap { HAPType(littleEndian: $0.shortLittleEndian) } == vendor)
        #expect(HAPType(littleEndian: [1, 2, 3, 4, 5]) == nil)
        #expect(HAPType(littleEndian: []) == nil)
    }

    @Test("property bits and permissions correspond; wr has no bit")
    func properties() {
        #expect(PDUProperties([.pairedRead, .pairedWrite, .events]).rawValue == 0xb0)
        #expect(PDUProperties([.writeResponse]).rawValue == 0)
        let all = Permission.allCases.filter { $0 != .writeResponse }
        #expect(Set(PDUProperties(all).permissions) == Set(all))
    }

    @Test("Brightness has the presentation format and the range of the specification")
    func brightness() {
        let characteristic: JSON = [
            "iid": 52, "type": "8", "perms": ["pr", "pw", "ev"], "format": "int", "unit": "percentage", "minValue": 0,
            "maxValue": 100, "minStep": 1,
        ]
        let items = TLV8(items: PDUSignature.items(of: characteristic))
        #expect(items[.presentation] == [0x10, 0x00, 0xad, 0x27, 0x01, 0x00, 0x00])
        #expect(items[.range] == [0, 0, 0, 0, 0x64, 0, 0, 0])
        #expect(items[.properties] == [0xb0, 0])
        let read = PDUSignature.characteristic(items)
        #expect(read.deviations == [])
        let object = AttributeDatabase(Self.database([read.json]))
        let expected = AttributeDatabase(Self.database([characteristic]))
        #expect(object.places.map(\.characteristic.type) == expected.places.map(\.characteristic.type))
        for key in ["iid", "format", "unit", "minValue", "maxValue", "minStep", "perms"] {
            #expect(read.json[key] == characteristic[key], "\(key)")
        }
    }

    @Test("a database survives PDUs, except for members that they lack")
    func database() {
        let characteristics: [JSON] = [
            ["iid": 2, "type": "23", "perms": ["pr"], "format": "string", "maxLen": 32, "description": "Name"],
            [
                "iid": 3, "type": "B0", "perms": ["pr", "pw"], "format": "uint8", "minValue": 0, "maxValue": 3,
                "valid-values": [0, 1, 3], "valid-values-range": [0, 3],
            ],
            ["iid": 4, "type": "7A0E1001-6A5B-4C3D-9E2F-A55A10000001", "perms": ["pr"], "format": "data"],
        ]
        let whole = Self.database(characteristics)
        let (read, deviations) = PDUDatabase.reading(PDUDatabase.body(of: whole))
        #expect(deviations == [])
        #expect(read == whole)
    }

    @Test("a body without a database, or with pieces of one, is decoded as far as possible")
    func pieces() {
        #expect(PDUDatabase.reading([]).deviations.map(\.kind) == [.missingItem])
        let body = PDUDatabase.body(of: Self.database([["iid": 9, "format": "bool"]]))
        let (read, deviations) = PDUDatabase.reading(body)
        #expect(AttributeDatabase(read).places.map(\.id) == [CharacteristicID(aid: 1, iid: 9)])
        #expect(deviations.map(\.kind) == [.missingItem], "the type")
    }

    private static func database(_ characteristics: [JSON]) -> JSON {
        [
            "accessories": [
                [
                    "aid": 1,
                    "services": [
                        [
                            "iid": 1, "type": "3E", "primary": false, "hidden": false, "linked": [7, 300],
                            "characteristics": .array(characteristics),
                        ]
                    ],
                ]
            ]
        ]
    }
}
