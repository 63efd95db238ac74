import HAPCrypto
import HAPModel
import Testing

@Suite struct SignatureTests {
    private let pair = Ed25519KeyPair(random: SeededRandom(seed: 7))
    private let message = Array("the signed words".utf8)
    private static let identity: [UInt8] = [1] + [UInt8](repeating: 0, count: 31)

    @Test("a right signature holds, and none that differs by a bit")
    func bits() {
        let signature = pair.signature(of: message)
        #expect(Ed25519.verifies(signature, of: message, by: pair.publicKey))
        for bit in stride(from: 0, to: 512, by: 31) {
            #expect(!Ed25519.verifies(signature.flippingBit(bit), of: message, by: pair.publicKey))
        }
        for bit in stride(from: 0, to: 256, by: 31) {
            #expect(!Ed25519.verifies(signature, of: message, by: pair.publicKey.flippingBit(bit)))
        }
        #expect(!Ed25519.verifies(signature, of: message + [0], by: pair.publicKey))
    }

    @Test("keys and signatures of a wrong length never hold", arguments: [0, 31, 33, 63, 65, 255])
    func lengths(count: Int) {
        let bytes = [UInt8](repeating: 1, count: count)
        #expect(!Ed25519.verifies(bytes, of: message, by: pair.publicKey, allowing: [.smallOrder, .unreducedScalar]))
        #expect(!Ed25519.verifies(pair.signature(of: message), of: message, by: bytes, allowing: .smallOrder))
        #expect(!Ed25519.hasSmallOrder(bytes))
    }

    @Test("S + L is rejected unless unreduced scalars are allowed")
    func malleability() {
        let signature = Ed25519.malleated(pair.signature(of: message))
        #expect(signature != pair.signature(of: message))
        #expect(!Ed25519.verifies(signature, of: message, by: pair.publicKey))
        #expect(!Ed25519.verifies(signature, of: message, by: pair.publicKey, allowing: .smallOrder))
        #expect(Ed25519.verifies(signature, of: message, by: pair.publicKey, allowing: .unreducedScalar))
        #expect(
            Ed25519.verifies(signature, of: message, by: pair.publicKey, allowing: [.unreducedScalar, .smallOrder])
        )
    }

    @Test("signatures for a key of small order need no secret, so a strict check rejects it")
    func smallOrder() {
        let forged = Self.identity + [UInt8](repeating: 0, count: 32)
        #expect(!Ed25519.verifies(forged, of: message, by: Self.identity))
        #expect(Ed25519.verifies(forged, of: message, by: Self.identity, allowing: .smallOrder))
    }

    @Test(
        "points of order 1, 2, 4 and 8 are known, in every spelling",
        arguments: [
            "0100000000000000000000000000000000000000000000000000000000000000",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0000000000000000000000000000000000000000000000000000000000000080",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        ]
    )
    func smallOrderPoints(hex: String) throws {
        let key = try #require(Hex.decode(hex))
        #expect(Ed25519.hasSmallOrder(key))
        #expect(!Ed25519.hasSmallOrder(pair.publicKey))
    }

    @Test("the same seed gives the same pair")
    func seeds() throws {
        let again = try #require(Ed25519KeyPair(seed: pair.seed))
        #expect(again.publicKey == pair.publicKey)
        #expect(Ed25519KeyPair(seed: SecretBytes([1, 2, 3])) == nil)
        #expect(Ed25519KeyPair(fitting: SecretBytes([])).publicKey.count == 32)
    }
}
