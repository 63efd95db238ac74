import HAPModel
import MarkedYAML
import Testing

@Suite struct SetupCodeTests {
    @Test("takes eight digits with both dashes")
    func wellFormed() throws {
        let code = try #require(SetupCode("518-08-582"))
        #expect(code.withText { $0 } == "518-08-582")
        #expect(code == SetupCode(number: 51_808_582))
        #expect(SetupCode("001-02-003")?.withText { $0 } == "001-02-003")
        #expect(!code.isForbidden)
    }

    @Test(
        "takes no other form",
        arguments: [
            "", "51808582", "518-08-58", "518-08-5822", "5180-8-582", "518 08 582", "518-08-58a", "518-08-58٢",
            "518-08–582",
        ]
    )
    func malformed(text: String) {
        #expect(SetupCode(text) == nil)
        #expect(SetupCode(number: 100_000_000) == nil)
    }

    @Test("knows the twelve codes that no accessory may use")
    func forbidden() throws {
        let codes = try SharedFiles.vectors("invalid_setup_codes").required("codes").list().map { try $0.string() }
        #expect(codes.count == 12)
        for code in codes {
            #expect(SetupCode(code)?.isForbidden == true)
        }
    }

    @Test("is never printed, in any way")
    func unprintable() throws {
        let code = try #require(SetupCode("518-08-582"))
        let payload = SetupPayload(
            category: 7,
            setupCode: code,
            setupID: try #require(SetupID("7OSX")),
            supportsIP: true
        )
        var dumped = ""
        dump(code, to: &dumped)
        dump(payload, to: &dumped)
        dump(["code": code], to: &dumped)
        print(code, payload, [code], Optional(code) as Any, to: &dumped)
        dumped += "\(code) \(payload) \(String(reflecting: code)) \(String(reflecting: payload)) \([payload])"
        #expect(dumped.contains("•••-••-•••"))
        for secret in ["518", "582", "51808582", "0071WK4SM"] {
            #expect(!dumped.contains(secret))
        }
    }

    @Test("reads and writes the known payloads")
    func payloads() throws {
        let cases = try SharedFiles.vectors("setup_payload").required("cases").list()
        #expect(cases.count == 5)
        for vector in try cases.map({ try $0.mapping() }) {
            let text = try vector.string("payload")
            let code = try #require(vector["code"])
            let expected = SetupPayload(
                category: UInt8(try vector.required("category").integer()),
                setupCode: code.scalar == .null ? nil : SetupCode(try code.string()),
                setupID: try #require(SetupID(try vector.string("setup_id"))),
                supportsIP: try vector.required("ip").bool(),
                supportsBLE: try vector.required("ble").bool(),
                isPaired: try vector.required("paired").bool(),
                bit30: try vector["bit30"]?.bool() ?? false
            )
            #expect(try SetupPayload(decoding: text) == expected)
            #expect(expected.withText { $0 } == text)
        }
    }

    @Test(
        "refuses malformed payloads, and says why",
        arguments: [
            ("", .prefix), ("x-hm://0071WK4SM7OSX", .prefix), ("X-HM:/0071WK4SM7OSXX", .prefix),
            ("X-HM://0071WK4SM7OS", .length), ("X-HM://0071WK4SM7OSXX", .length), ("X-HM://0071wK4SM7OSX", .character),
            ("X-HM://0071WK4SM7oSX", .character), ("X-HM://0071WK4S-7OSX", .character),
            ("X-HM://0071WK4SMä7OS", .length),
            ("X-HM://0071WK4SMäOS", .character), ("X-HM://ZZZZZZZZZ7OSX", .number),
            // 2^43, version 1; and a code field of 100000000.
            ("X-HM://348VAODFK7OSX", .version), ("X-HM://0072P91J47OSX", .setupCode),
        ] as [(String, SetupPayloadError.Code)]
    )
    func malformedPayloads(text: String, code: SetupPayloadError.Code) {
        let error = #expect(throws: SetupPayloadError.self) { try SetupPayload(decoding: text) }
        #expect(error?.code == code)
    }

    @Test("keeps reserved bits and reads back what it wrote", arguments: 1...100 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let payload = SetupPayload(
            category: .random(in: 0...255, using: &random),
            setupCode: .random(using: &random)
                ? nil : SetupCode(number: .random(in: 1...99_999_999, using: &random)),
            setupID: try #require(SetupID("A0Z9")),
            supportsIP: .random(using: &random),
            supportsBLE: .random(using: &random),
            isPaired: .random(using: &random),
            bit30: .random(using: &random),
            reserved: .random(in: 0...15, using: &random)
        )
        #expect(try payload.withText { text throws in try SetupPayload(decoding: text) } == payload)
    }

    @Test(
        "takes four characters of 0-9 and A-Z for a setup ID",
        arguments: ["7osx", "7OS", "7OSXX", "7OS-", "7OSÄ", ""]
    )
    func setupIDs(text: String) {
        #expect(SetupID(text) == nil)
        #expect(SetupID("7OSX")?.text == "7OSX")
    }

    @Test("hashes setup ID and Device ID to the known results")
    func setupHash() throws {
        // SHA-512 itself lies a layer above; these are its values for the two known inputs.
        let digests = [
            "7OSXE1:91:1A:70:85:AA": """
            c9fe1bcfb89b86e218ab56c5f1986ee9b9cc954a06c3769ac6433d472793ea71
            89de46f2a0e043363d5e1e4401d066f17aac6d9c9a993f439879a331cf55f6cb
            """,
            "7OSXC8:D8:58:C6:63:F5": """
            ef5d8e9bd0635d10cbf528f1dc968d7e7a9380bd7aa216a0affd264d36fcf632
            ca58b4f8618d738e81fe01b3f7d03bbab03c59553ec378720312ff66b49a58a3
            """,
        ]
        let cases = try SharedFiles.vectors("setup_hash").required("cases").list()
        #expect(cases.count == 2)
        for vector in try cases.map({ try $0.mapping() }) {
            let setupID = try #require(SetupID(try vector.string("setup_id")))
            let hash = SetupHash(setupID: setupID, deviceID: try vector.string("device_id")) { input in
                digests[String(decoding: input, as: UTF8.self)].flatMap { Hex.decode($0) } ?? []
            }
            #expect(hash.bytes == (try vector.bytes("hash")))
            #expect(hash.base64 == (try vector.string("sh")))
        }
    }
}
