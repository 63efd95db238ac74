import HAPCrypto
import HAPModel
import HAPPairing
import Testing
import Vectors

/// Pair Setup with the flags Transient and Split, both roles against each other.
@Suite struct TransientTests {
    @Test("the flags are the bits of the vectors")
    func bits() {
        let flags = Vectors.all["pairing_flags"]
        #expect(PairSetupFlags.transient.rawValue == 1 << flags["transient"]["bit"].number)
        #expect(PairSetupFlags.split.rawValue == 1 << flags["split"]["bit"].number)
    }

    @Test(
        "M2 repeats the flags where Split was asked for",
        arguments: [
            (nil, nil), ([], nil), (.transient, nil), ([.transient, .split], [0x10, 0, 0, 1]),
            (PairSetupFlags(rawValue: 0x0100_0011), [0x10, 0, 0, 1]),
        ] as [(PairSetupFlags?, [UInt8]?)]
    )
    func flagsOfM2(asked: PairSetupFlags?, answered: [UInt8]?) throws {
        var bench = try PairingPeers(flags: asked)
        let turn = try #require(bench.pairSetup([.m1]).first)
        #expect(turn.answer.tlv[.flags] == answered)
        #expect(turn.answer.isRight)
    }

    @Test("a transient procedure stores nothing, and M5 after it is out of order")
    func endsWithM4() throws {
        for flags: PairSetupFlags in [.transient, [.transient, .split]] {
            var bench = try PairingPeers(flags: flags)
            let turns = bench.pairSetup()
            #expect(turns.map(\.answer.isRight) == [true, true, false])
            #expect(turns.last?.reply.status == .invalidValue)
            #expect(bench.accessory.pairings == [])
            #expect(!bench.accessory.isHeld)
            let keys = try #require(bench.accessory.transientKeys)
            #expect(bench.setup.transientKeys == keys)
            #expect(keys.accessoryToController != keys.controllerToAccessory)
            #expect((bench.accessory.keptSetup != nil) == flags.contains(.split))
        }
    }

    @Test("Split after it has the same salt and pairs; after that nothing is kept any more")
    func split() throws {
        var bench = try PairingPeers(flags: [.transient, .split], salt: nil)
        let first = bench.pairSetup([.m1, .m3])
        bench.restart(.split)
        let second = bench.pairSetup()
        #expect(second.map(\.answer.isRight) == [true, true, true])
        #expect(second[0].answer.tlv[.salt] == first[0].answer.tlv[.salt])
        #expect(second[0].answer.tlv[.publicKey] != first[0].answer.tlv[.publicKey])
        #expect(second[0].answer.facts["flags"] == 0x0100_0000)
        #expect(bench.setup.transientKeys == nil)
        #expect(bench.accessory.pairings.count == 1)
        #expect(bench.accessory.keptSetup == nil)
    }

    @Test("Split alone gets Authentication: at first, and once another procedure has begun")
    func splitFirst() throws {
        var bench = try PairingPeers(flags: .split, salt: nil)
        #expect(bench.pairSetup([.m1]).map(\.answer.error) == [.authentication])
        bench.restart([.transient, .split])
        _ = bench.pairSetup([.m1, .m3])
        bench.restart(nil)
        _ = bench.pairSetup([.m1])
        bench.restart(.split)
        let refused = bench.pairSetup([.m1])
        #expect(refused.map(\.answer.error) == [.authentication])
        #expect(refused.map(\.answer.state) == [2])
        #expect(!bench.accessory.isHeld)
    }

    @Test("the flags do not count with Method 1, nor without software authentication")
    func ignored() throws {
        var auth = try PairingPeers(accessory: .skipping(.setupM1AuthMethod), method: 1, flags: [.transient, .split])
        var plain = try PairingPeers(flags: [.transient, .split])
        plain.accessory.supportsSoftwareAuthentication = false
        for index in 0..<2 {
            let turns = index == 0 ? auth.pairSetup() : plain.pairSetup()
            #expect(turns.map(\.answer.isRight) == [true, true, true])
            #expect(turns.allSatisfy { $0.answer.tlv[.flags] == nil })
        }
        #expect(auth.accessory.transientKeys == nil && auth.setup.transientKeys == nil)
        #expect(plain.accessory.transientKeys == nil && plain.setup.transientKeys == nil)
    }

    @Test("a controller accepts a B with a leading zero if a new attempt would lose the kept salt")
    func noRestart() throws {
        for (flags, wants) in [([.transient, .split], true), (.split, false)] as [(PairSetupFlags, Bool)] {
            // B of a small group is short, and so begins with zero bytes.
            var bench = try PairingPeers(accessory: Scenario.smallGroup, flags: flags)
            bench.accessory.keptSetup = KeptSetup(salt: TestAccessory.salt, verifier: SRPVerifier(SecretBytes([2])))
            let turn = try #require(bench.pairSetup([.m1]).first)
            #expect(turn.answer.facts["srp.B.leading-zero"] == true)
            #expect(bench.setup.wantsRestart == wants)
        }
    }
}
