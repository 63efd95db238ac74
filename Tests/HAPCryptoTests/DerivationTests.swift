import HAPCrypto
import Testing
import Vectors

@Suite struct DerivationTests {
    private static let keys = Vectors.all["hkdf_sha512"]["keys"].elements

    @Test("the labels are those of the vectors, no more and no fewer")
    func labels() {
        let names = Self.keys.map { $0["name"].text.replacing("_", with: "-") }
        #expect(names.sorted() == KeyLabel.allCases.map(\.rawValue).sorted())
    }

    @Test("each label has its salt, info and length", arguments: KeyLabel.allCases)
    func texts(label: KeyLabel) throws {
        let name = label.rawValue.replacing("-", with: "_")
        let expected = try #require(Self.keys.first { $0["name"].text == name })
        #expect(String(decoding: label.info, as: UTF8.self) == expected["info"].text)
        #expect(label.length == expected["length"].number)
        let salt = expected["salt"].text
        #expect(label.salt.map { String(decoding: $0, as: UTF8.self) } == (salt.hasPrefix("<") ? nil : salt))
    }

    @Test("RFC 5869's lengths: no bytes, a part of a block, several blocks, the most there can be")
    func lengths() {
        let secret = SecretBytes([1, 2, 3])
        let long = HKDF.derive(from: secret, salt: [4], info: [5], count: 255 * 64)
        for count in [0, 1, 63, 64, 65, 200, 255 * 64] {
            let bytes = HKDF.derive(from: secret, salt: [4], info: [5], count: count)
            #expect(bytes.withBytes { $0 } == long.withBytes { Array($0.prefix(count)) })
        }
        #expect(HKDF.derive(from: secret, salt: [4], info: [5], count: 99_999).count == 255 * 64)
    }

    @Test("the nonce labels are those of the vectors")
    func nonceLabels() {
        let labels = Vectors.all["aead_nonces"]["labels"]
        let names: [NonceLabel: String] = [
            .pairSetupM5: "pair_setup_m5", .pairSetupM6: "pair_setup_m6", .pairVerifyM2: "pair_verify_m2",
            .pairVerifyM3: "pair_verify_m3", .pairResumeM2: "pair_resume_m2",
        ]
        for label in NonceLabel.allCases { #expect(names[label].map { labels[$0].text } == label.rawValue) }
    }

    @Test("a nonce is four zero bytes and eight of label or counter")
    func nonces() {
        #expect(AEADNonce(.pairVerifyM2).bytes == [0, 0, 0, 0, 0x50, 0x56, 0x2d, 0x4d, 0x73, 0x67, 0x30, 0x32])
        #expect(AEADNonce(counter: 0x0102).bytes == [0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0])
        #expect(AEADNonce(fitting: []).bytes == [UInt8](repeating: 0, count: 12))
        #expect(AEADNonce(fitting: Array(0..<20)).bytes == Array(0..<12))
    }
}
