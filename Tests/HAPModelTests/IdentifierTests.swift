import HAPModel
import Testing

@Suite struct IdentifierTests {
    @Test(
        "knows short and full form of a type",
        arguments: [
            ("3E", "3E", "0000003E-0000-1000-8000-0026BB765291", true),
            ("0000003e", "3E", "0000003E-0000-1000-8000-0026BB765291", true),
            ("0000003E-0000-1000-8000-0026bb765291", "3E", "0000003E-0000-1000-8000-0026BB765291", true),
            ("FFFFFFFF", "FFFFFFFF", "FFFFFFFF-0000-1000-8000-0026BB765291", true),
            ("0", "0", "00000000-0000-1000-8000-0026BB765291", true),
            (
                "34ab8811-AC7F-4340-BAC3-FD6A85F9943B", "34AB8811-AC7F-4340-BAC3-FD6A85F9943B",
                "34AB8811-AC7F-4340-BAC3-FD6A85F9943B", false
            ),
            (
                "0000003E-0000-1000-8000-0026BB765292", "0000003E-0000-1000-8000-0026BB765292",
                "0000003E-0000-1000-8000-0026BB765292", false
            ),
        ]
    )
    func types(text: String, short: String, full: String, isApple: Bool) throws {
        let type = try #require(HAPType(text))
        #expect(type.short == short)
        #expect(type.full == full)
        #expect(type.isApple == isApple)
        #expect(HAPType(full) == type)
        #expect(HAPType(short) == type)
    }

    @Test(
        "takes no other text for a type",
        arguments: [
            "", "3G", "123456789", "0x3E", "0000003E00001000800000 26BB765291", "0000003E-0000-1000-8000-0026BB76529",
            "0000003E-0000-1000-80000-026BB765291", "-3E", "ä",
        ]
    )
    func noType(text: String) {
        #expect(HAPType(text) == nil)
    }

    @Test("writes and reads ids as requests spell them")
    func ids() {
        #expect(CharacteristicID(aid: 1, iid: 9).description == "1.9")
        #expect(CharacteristicID("1.9") == CharacteristicID(aid: 1, iid: 9))
        #expect(CharacteristicID("18446744073709551615.0") == CharacteristicID(aid: .max, iid: 0))
        for text in ["", "1", "1.", ".9", "1.9.1", "+1.9", "1.-9", "18446744073709551616.1", "a.b"] {
            #expect(CharacteristicID(text) == nil)
        }
        #expect(CharacteristicID(aid: 1, iid: 10) < CharacteristicID(aid: 2, iid: 1))
    }

    @Test("a meaning with a number in JSON and one in PDUs is one status, and keeps the number that carried it")
    func statusSpaces() {
        #expect(HAPStatus(pdu: 0) == .success)
        #expect(HAPStatus(pdu: 3) == .insufficientAuthorization)
        #expect(Set([HAPStatus(pdu: 3), .insufficientAuthorization]).count == 1)
        #expect(HAPStatus(pdu: 3).rawValue == 3)
        #expect(HAPStatus(pdu: 3).name == "insufficient-authorization")
        #expect(HAPStatus(rawValue: 3) != HAPStatus(pdu: 3))
        #expect(HAPStatus(rawValue: 6) != .invalidRequest)
        #expect(HAPStatus.insufficientAuthorization.pduCode == 3)
        #expect(HAPStatus.invalidRequest.pduCode == 6)
        #expect(HAPStatus.invalidValue.pduCode == nil)
    }

    @Test("names status codes, known and unknown")
    func statuses() {
        let json = HAPStatus.allCases.filter { $0.space == .json }
        #expect(json.map(\.rawValue) == [0] + (1...12).map { -70400 - $0 })
        #expect((0...6).map { HAPStatus(pdu: $0) }.allSatisfy(HAPStatus.allCases.contains))
        #expect(HAPStatus.invalidValue.description == "-70410 (invalid-value)")
        #expect(HAPStatus(name: "invalid-value") == .invalidValue)
        #expect(HAPStatus(rawValue: -5).name == "status -5")
        #expect(HAPStatus(pdu: 9).name == "pdu status 9")
        #expect(Set(HAPStatus.allCases.map(\.name)).count == HAPStatus.allCases.count)
    }

    @Test("knows what integer formats hold")
    func formats() {
        #expect(CharacteristicFormat.uint64.integerBounds?.highest == .max)
        #expect(CharacteristicFormat.int.integerBounds?.lowest == -2_147_483_648)
        #expect(CharacteristicFormat.int.integerBounds?.highest == 2_147_483_647)
        #expect(
            CharacteristicFormat.allCases.filter(\.isNumeric).map(\.rawValue) == [
                "uint8", "uint16", "uint32", "uint64", "int", "float",
            ]
        )
        #expect(!CharacteristicFormat.float.isInteger)
        #expect(!CharacteristicFormat(rawValue: "array").isKnown)
    }
}
