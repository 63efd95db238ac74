import HAPCrypto
import Testing

@Suite struct SealingTests {
    private let key = EncryptionKey(SeededRandom(seed: 3).secret(32))
    private let nonce = AEADNonce(.pairSetupM5)

    @Test("what is sealed opens again, with and without associated data", arguments: [0, 1, 15, 16, 17, 1024, 5000])
    func roundTrip(count: Int) {
        let plain = SeededRandom(seed: UInt64(count)).bytes(count)
        for aad in [[], [1], Array("length".utf8)] {
            let sealed = ChaChaPoly.seal(plain, key: key, nonce: nonce, aad: aad)
            #expect(sealed.count == count + 16)
            #expect(ChaChaPoly.open(sealed, key: key, nonce: nonce, aad: aad) == plain)
            #expect(ChaChaPoly.open(sealed, key: key, nonce: nonce, aad: aad + [0]) == nil)
        }
        let sealed = ChaChaPoly.seal(plain, key: key, nonce: nonce)
        #expect(ChaChaPoly.openUnchecked(sealed, key: key, nonce: nonce) == plain)
    }

    @Test("any inverted bit and any cut keeps it closed")
    func tampering() {
        let sealed = ChaChaPoly.seal(Array("text".utf8), key: key, nonce: nonce)
        for bit in 0..<(sealed.count * 8) {
            #expect(ChaChaPoly.open(sealed.flippingBit(bit), key: key, nonce: nonce) == nil)
        }
        for count in 0..<sealed.count {
            #expect(ChaChaPoly.open(Array(sealed.prefix(count)), key: key, nonce: nonce) == nil)
        }
        #expect(ChaChaPoly.openUnchecked([1, 2, 3], key: key, nonce: nonce) == [])
    }

    @Test("a seed gives the same bytes again, and others the next time")
    func seeds() {
        let (one, two) = (SeededRandom(seed: 5), SeededRandom(seed: 5))
        let first = one.bytes(40)
        #expect(first == two.bytes(40))
        #expect(one.bytes(40) != first)
        #expect(SeededRandom(seed: 6).bytes(40) != first)
        #expect(one.bytes(0) == [])
        #expect(SystemRandom().bytes(32) != SystemRandom().bytes(32))
    }
}
