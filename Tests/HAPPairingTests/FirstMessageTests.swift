import HAPPairing
import Testing

@Suite("The controller's first message that a point changes")
struct FirstMessageTests {
    @Test(
        "A point acts in its message, or in the first one that is computed from it",
        arguments: [
            ("pair-setup.M1.method", 1), ("pair-setup.M3.A", 3), ("pair-setup.M2.salt", 3),
            ("srp.a", 3), ("pair-setup.hkdf.pair-setup-encrypt-key.salt", 5), ("pair-setup.M5.nonce", 5),
            ("pair-verify.hkdf.pair-verify-session-key.info", 3), ("transient.order", nil),
            ("pair-setup.hkdf.transient-accessory-to-controller", nil),
        ] as [(String, Int?)]
    )
    func message(name: String, number: Int?) throws {
        let point = try #require(PairingPoint.named(name).first, "\(name)")
        #expect(point.firstMessage == number)
    }
}
