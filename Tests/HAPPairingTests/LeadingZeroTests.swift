import HAPCrypto
import HAPModel
import HAPPairing
import Testing

/// Numbers that begin with a zero byte, which two implementations may hash in different forms.
@Suite struct LeadingZeroTests {
    /// A small group, so that one number in 256 is found quickly, with numbers below 2^136.
    private static let group = Departures.altering("srp.N", .set([0xfe] + [UInt8](repeating: 0x5b, count: 16)))
    private static let length = 17

    private func bench(controller: Departures = .none, accessory: Departures = .none, seed: UInt64) throws
        -> PairingPeers
    {
        try PairingPeers(controller: Self.group + controller, accessory: Self.group + accessory, seed: seed)
    }

    @Test("the controller draws until neither A nor S nor K begins with a zero byte", arguments: 1...200)
    func avoiding(seed: UInt64) throws {
        var bench = try bench(seed: seed)
        let turns = bench.pairSetup()
        #expect(turns[1].answer.facts["proof-right"] == true)
        #expect(turns[1].answer.facts["srp.leading-zeros"] == [])
        let key = try #require(TLV8(decoding: turns[1].request)[.publicKey])
        #expect(key.count == Self.length && key[0] != 0)
    }

    @Test(
        "a case can ask for such a number, and the facts name the form that the accessory accepted",
        arguments: [("A", "srp.form.A"), ("S", "srp.form.S"), ("B", "srp.form.B")]
    )
    func wanting(number: String, fact: String) throws {
        let want = Departures(constants: ["srp.leading-zero.\(number)": 2])
        for form in ["stripped", "padded"] {
            let forms = Departures.altering("srp.form.\(number)", .text(form))
            var bench = try bench(
                controller: (number == "B" ? forms : want + forms),
                accessory: (number == "B" ? want : .none) + forms,
                seed: 3
            )
            let turns = bench.pairSetup()
            #expect(turns[1].answer.facts["proof-right"] == true)
            #expect(turns[1].answer.facts["srp.leading-zeros"]?.arrayValue?.contains(.string(number)) == true)
            #expect(turns[1].answer.facts[fact] == .string(form))
            // An accessory with the other form refuses.
            var other = try self.bench(
                controller: number == "B" ? .none : want,
                accessory: (number == "B" ? want : .none) + forms,
                seed: 3
            )
            #expect((other.pairSetup()[1].answer.error == nil) == (form == "stripped"))
        }
    }

    @Test("K keeps its leading zero, and u those of A and B: stripping is rejected, or named if it is accepted")
    func hashes() throws {
        for (number, fact) in [("K", "srp.form.K"), ("A", "srp.form.u.A"), ("B", "srp.form.u.B")] {
            let want = Departures(constants: ["srp.leading-zero.\(number)": 2])
            let stripping = Departures.altering(fact, .text("stripped"))
            for (controller, accessory) in [(false, false), (false, true), (true, false), (true, true)] {
                var bench = try bench(
                    controller: (number == "B" ? .altering("srp.form.wire", .text("padded")) : want)
                        + (controller ? stripping : .none),
                    accessory: (number == "B" ? want : .none) + (accessory ? stripping : .none),
                    seed: 5
                )
                let answer = bench.pairSetup()[1].answer
                #expect((answer.error == nil) == (controller == accessory), "\(number)")
                guard controller == accessory else { continue }
                #expect(answer.facts["proof-right"] == true)
                #expect(answer.facts[fact] == (controller ? "stripped" : "padded"))
            }
        }
    }

    @Test("B with a leading zero is sent without it, works in both forms, and makes a strict controller start again")
    func accessoryKey() throws {
        for (form, count) in [("stripped", Self.length - 1), ("padded", Self.length)] {
            let want = Departures(constants: ["srp.leading-zero.B": 2])
            var wary = try PairingPeers(accessory: want)
            #expect(wary.pairSetup([.m1])[0].answer.facts["srp.B.length"] == 383)
            #expect(wary.setup.wantsRestart)
            var bench = try bench(accessory: want + .altering("srp.form.wire", .text(form)), seed: 4)
            let turns = bench.pairSetup()
            #expect(turns[0].answer.tlv[.publicKey]?.count == count)
            #expect(turns[1].answer.facts["proof-right"] == true)
        }
    }

    @Test("a case can ask for a B with a leading zero: every other one makes the controller start again")
    func wantedAccessoryKey() throws {
        var bench = try PairingPeers(controller: Departures(constants: ["srp.leading-zero.B": 2]))
        _ = bench.pairSetup([.m1])
        #expect(bench.setup.wantsRestart)
        bench.setup.departures = Departures(constants: ["srp.leading-zero.B": 1])
        _ = bench.pairSetup([.m1])
        #expect(!bench.setup.wantsRestart)
    }

    @Test("A of 383 bytes is the same number as A of 384")
    func shortKey() throws {
        let departures =
            Departures(constants: ["srp.leading-zero.A": 2]) + .altering("srp.form.wire", .text("stripped"))
        var bench = try PairingPeers(controller: departures)
        let turns = bench.pairSetup()
        #expect(TLV8(decoding: turns[1].request)[.publicKey]?.count == 383)
        for turn in turns { #expect(turn.answer.isRight, "\(turn.answer.flaws)") }
    }

    @Test("illegal values of A prove nothing, except to an accessory that accepts them")
    func illegalKeys() throws {
        for (key, secret) in [
            ([0], []), ([UInt8](repeating: 0, count: 384), []), (SRPGroup.hap.modulus, []), ([], []),
        ] as [([UInt8], [UInt8])] {
            let forged = Departures.altering("M3.A", .set(key)) + .altering("srp.S", .set(secret))
            var strict = try PairingPeers(controller: forged, code: "111-22-333")
            #expect(strict.pairSetup([.m1, .m3])[1].reply.body == [6, 1, 4, 7, 1, 2])
            var lax = try PairingPeers(controller: forged, accessory: .skipping(.setupM3KeyZero), code: "111-22-333")
            let turns = lax.pairSetup()
            #expect(turns[1].answer.facts["proof-right"] == true, "anybody proves knowledge of the code")
            #expect(lax.setup.result != nil)
        }
    }
}
