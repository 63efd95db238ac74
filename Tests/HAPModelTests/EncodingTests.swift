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
}
