import HAPCrypto
import Testing

@Suite struct SRPSearchTests {
    @Test("consecutive exponents give the same results as separate computations")
    func sameNumbers() throws {
        let group = SRPGroup.hap
        let random = SeededRandom(seed: 8)
        let x = SRP.privateKey(salt: random.bytes(16), user: SRP.user, password: SecretBytes("518-08-582".utf8))
        let verifier = try #require(SRP.verifier(x, group: group))
        let b = SRPExponent(random.secret(SRPExponent.length))
        let accessoryKey = try #require(SRP.accessoryPublicKey(b, verifier: verifier, group: group))
        let first = SRPExponent(random.secret(SRPExponent.length))
        var search = try #require(
            SRPSearch(from: first, accessoryKey: accessoryKey, privateKey: x, group: group)
        )
        #expect(search.exponent.secret == first.secret)
        for step in 0..<4 {
            let key = try #require(SRP.controllerPublicKey(search.exponent, group: group))
            #expect(search.controllerKey == key)
            let u = SRP.scramble(controllerKey: key, accessoryKey: accessoryKey, group: group)
            let secret = SRP.controllerSecret(
                accessoryKey: accessoryKey,
                exponent: search.exponent,
                scramble: u,
                privateKey: x,
                group: group
            )
            // The first number is read late, so that no state of the start remains.
            let found = step > 0 ? search.secret(scramble: u) : secret
            #expect(found?.secret == secret?.secret)
            let goesOn = search.advance()
            #expect(goesOn)
        }
    }

    @Test("an exponent that cannot grow ends the search")
    func end() throws {
        let last = SRPExponent(SecretBytes([UInt8](repeating: 0xff, count: 32)))
        let x = SRP.privateKey(salt: [1], user: SRP.user, password: SecretBytes("518-08-582".utf8))
        var search = try #require(
            SRPSearch(from: last, accessoryKey: [5], privateKey: x, group: .hap)
        )
        let goesOn = search.advance()
        #expect(!goesOn)
        #expect(search.exponent.secret == last.secret)
    }
}
