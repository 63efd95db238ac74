import HAPCrypto
import Testing

@Suite struct SecrecyTests {
    private let bytes: [UInt8] = Array("never to be seen".utf8)

    private func shown(_ value: some Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        return "\(value) \(String(reflecting: value)) \(dumped)"
    }

    @Test("secrets show their kind and length, nothing else")
    func descriptions() {
        let secret = SecretBytes(bytes)
        let values: [any Sendable] = [
            secret, EncryptionKey(secret), SharedSecret(secret), SRPSessionKey(secret), SRPPremasterSecret(secret),
            SRPExponent(secret), SRPPrivateKey(secret), SRPVerifier(secret),
        ]
        for value in values {
            let text = shown(value)
            #expect(text.contains("secret bytes"))
            #expect(!text.contains("never") && !text.contains("110"), "\(text)")
        }
        #expect("\(SharedSecret(secret))" == "SharedSecret: 16 secret bytes")
        let pair = Ed25519KeyPair(fitting: secret)
        #expect(!shown(pair).contains("118"), "the seed is not in what a key pair shows")
    }

    @Test("secrets cannot be encoded")
    func encoding() {
        #expect(!(SecretBytes(bytes) as Any is any Encodable))
        #expect(!(EncryptionKey(SecretBytes(bytes)) as Any is any Encodable))
        #expect(!(Ed25519KeyPair(fitting: SecretBytes(bytes)) as Any is any Encodable))
    }

    @Test("taking an array over zeroes it")
    func wiping() {
        var source = bytes
        let secret = SecretBytes(wiping: &source)
        #expect(source.isEmpty)
        #expect(secret.withBytes { $0 } == bytes)
    }

    @Test("equal bytes are equal, others not, of whatever length")
    func equality() {
        #expect(SecretBytes(bytes) == SecretBytes(bytes))
        #expect(SecretBytes(bytes) != SecretBytes(bytes.flippingBit(3)))
        #expect(SecretBytes(bytes) != SecretBytes(bytes + [0]))
        #expect(SecretBytes([]) == SecretBytes([]))
        #expect(ConstantTime.areEqual(bytes, bytes))
        #expect(!ConstantTime.areEqual(bytes, Array(bytes.dropLast())))
        #expect(ConstantTime.areEqual([], []))
    }

    @Test("a key is 32 bytes for any input", arguments: [0, 1, 31, 32, 33, 100])
    func fitting(count: Int) {
        let key = EncryptionKey(SecretBytes([UInt8](repeating: 9, count: count)))
        let kept = min(count, 32)
        #expect(
            key.secret.withBytes { $0 }
                == [UInt8](repeating: 9, count: kept) + [UInt8](repeating: 0, count: 32 - kept)
        )
    }
}
