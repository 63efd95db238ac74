import HAPModel
import Testing

@Suite struct EncodingTests {
    @Test(
        "reads hexadecimal digits in any case and spacing",
        arguments: [
            ("", []), ("00ff", [0, 255]), ("DE ad\nBe eF", [0xde, 0xad, 0xbe, 0xef]), ("0 1", [1]),
        ] as [(String, [UInt8])]
    )
    func hex(text: String, bytes: [UInt8]) {
        #expect(Hex.decode(text) == bytes)
        #expect(Hex.decode(Hex.encode(bytes)) == bytes)
    }

    @Test("refuses what is not hexadecimal", arguments: ["0", "0g", "0x00", "00-00", "ä0"])
    func notHex(text: String) {
        #expect(Hex.decode(text) == nil)
    }

    @Test(
        "writes and reads the base64 vectors of RFC 4648",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ]
    )
    func base64(text: String, encoded: String) {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(text.utf8))
    }

    @Test(
        "refuses base64 that is not strict",
        arguments: [
            "Zg", "Zg=", "Zg===", "=", "====", "Z===", "Zg==Zg==", "Zm9v\n", "Zm9 ", "-_-_", "Zh==", "Zm9=", "Z=g=",
            "ä===",
        ]
    )
    func notBase64(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test("reads back random base64", arguments: 1...30 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bytes = random.bytes(Int(seed))
        #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        #expect(Hex.decode(Hex.encode(bytes)) == bytes)
    }

    @Test(
        "finds where bytes stop being UTF-8",
        arguments: [
            ("6161", nil), ("c3a4e282acf09f9880", nil), ("61c3", 1), ("61e28261", 1), ("f48fbfbf", nil),
            ("f4908080", 0),
            ("eda080", 0), ("c1bf", 0), ("e08080", 0), ("f0808080", 0), ("6180", 1),
        ] as [(String, Int?)]
    )
    func utf8(hex: String, offset: Int?) {
        #expect(UTF8Text.firstInvalidOffset(in: (Hex.decode(hex) ?? [])[...]) == offset)
    }
}
