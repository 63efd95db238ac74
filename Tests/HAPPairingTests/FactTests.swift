import HAPCrypto
import HAPModel
import HAPPairing
import Testing

/// The facts that a controller finds about a faulty accessory, without revealing a secret.
@Suite struct FactTests {
    typealias SetupRow = (departures: Departures, stage: PairSetupStage, fact: String, value: JSON)

    private static func set(_ point: String, _ action: AlterationAction) -> Departures { .altering(point, action) }

    static let setupRows: [SetupRow] = [
        (set("M2.salt", .truncate(15)), .m2, "srp.salt.length", 15),
        (set("M2.B", .set(SRPGroup.hap.modulus)), .m2, "srp.B.below-modulus", false),
        (set("M2.B", .truncate(383)), .m2, "srp.B.length", 383),
        (set("M4.proof", .flipBit(0)), .m4, "proof-right", false),
        (set("srp.g", .set([2])), .m4, "proof-right", true),
        (set("srp.form.M2", .text("stripped")), .m4, "srp.form.M2", "either"),
        (set("M6.sealed.tag", .flipBit(0)), .m6, "sealed-as", "unknown"),
        (set("M6.sealed.tag", .flipBit(0)), .m6, "tag-opened", false),
        (set("M6.sealed.tag", .truncate(12)), .m6, "sealed-as", "tag:12"),
        (set("M6.nonce", .text("PS-Msg05")), .m6, "sealed-as", "nonce:PS-Msg05"),
        (set("M6.nonce", .append([0, 0, 0, 0])), .m6, "sealed-as", "nonce:right-padded"),
        (set("M6.key.source", .text("secret")), .m6, "sealed-as", "key:secret"),
        (set("M6.aad", .text("PS-Msg06")), .m6, "sealed-as", "aad:label"),
        (set("M6.plain.signature", .random), .m6, "signature-right", false),
        (
            set("M6.signed.order", .order(["identifier", "x", "ltpk"])), .m6, "signed-order",
            ["identifier", "x", "ltpk"]
        ),
        (set("M6.signing-key", .random), .m6, "signed-order", []),
        (set("M6.identifier", .text("E1:91:1A:70:85:AB")), .m6, "identifier-right", false),
        (set("M6.plain.identifier", .append([0])), .m6, "identifier-right", false),
        (set("M6.plain.order", .reverse), .m6, "signature-right", true),
        (.none, .m6, "sealed-as", "right"),
        (.none, .m6, "signed-order", ["x", "identifier", "ltpk"]),
        (.none, .m6, "identifier", "E1:91:1A:70:85:AA"),
    ]

    @Test("Pair Setup", arguments: setupRows.indices)
    func setup(index: Int) throws {
        let row = Self.setupRows[index]
        let isShared = row.departures.alterations.first?.point == "srp.g"
        var bench = try PairingPeers(controller: isShared ? row.departures : .none, accessory: row.departures)
        let turns = bench.pairSetup()
        let answer = turns[row.stage.rawValue / 2 - 1].answer
        #expect(answer.facts[row.fact] == row.value)
        #expect((bench.setup.result != nil) == turns[2].answer.isRight, "only what M6 says right is kept")
        if row.departures == .none {
            for turn in turns { #expect(turn.answer.isRight, "\(turn.answer.flaws)") }
        }
    }

    typealias VerifyRow = (departures: Departures, fact: String, value: JSON)

    static let verifyRows: [VerifyRow] = [
        (set("M2.public-key", .set([UInt8](repeating: 0, count: 32))), "public-key.strong", false),
        (set("M2.public-key", .truncate(31)), "public-key.length", 31),
        (set("M2.nonce", .text("PV-Msg03")), "sealed-as", "nonce:PV-Msg03"),
        (set("M2.nonce", .append([0, 0, 0, 0])), "sealed-as", "nonce:right-padded"),
        (set("M2.key.source", .text("secret")), "sealed-as", "key:secret"),
        (set("M2.sealed.text", .flipBit(0)), "tag-opened", false),
        (set("M2.plain.signature", .flipBit(0)), "signature-right", false),
        (
            set("M2.signed.order", .reverse), "signed-order", ["controller-key", "identifier", "accessory-key"]
        ),
        (set("M2.identifier", .text("E1:91:1A:70:85:AB")), "identifier-right", false),
        (.none, "sealed-as", "right"),
    ]

    @Test("Pair Verify", arguments: verifyRows.indices)
    func verify(index: Int) throws {
        let row = Self.verifyRows[index]
        var bench = try PairingPeers(accessory: row.departures)
        let pairing = bench.pairDirectly()
        let answer = bench.pairVerify(pairing).turns[0].answer
        #expect(answer.facts[row.fact] == row.value)
        #expect(answer.isRight == (row.departures == .none), "\(answer.flaws)")
    }

    @Test(
        "a response with the wrong State has flaws",
        arguments: ["", "060102", "0601020701", "060102070102", "0601040301010201aa", "0601", "ff", "060102030101"]
    )
    func flaws(hex: String) throws {
        var bench = try PairingPeers()
        let answer = bench.setup.receive(.m2, try #require(Hex.decode(hex)))
        #expect(!answer.isRight)
        let m4 = bench.setup.receive(.m4, try #require(Hex.decode(hex)))
        #expect(!m4.isRight)
    }

    @Test("errors are named, and there are no other flaws")
    func errors() throws {
        var bench = try PairingPeers()
        let answer = bench.setup.receive(.m2, [6, 1, 2, 7, 1, 5])
        #expect(answer.error == .maxTries)
        #expect(answer.flaws == ["The response contains Error 5"])
    }
}
