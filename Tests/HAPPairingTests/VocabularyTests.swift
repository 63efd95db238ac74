import HAPCrypto
import HAPModel
import HAPPairing
import Testing

/// Each name for defects has an effect; a name without an effect would make a defect that no case can detect.
@Suite struct VocabularyTests {
    /// The results of all scenarios without departures.
    private static let baseline: [(Scenario, clean: [PairingReply])] = Scenario.all.map { scenario in
        (scenario, (try? scenario.run(.none)) ?? [])
    }

    /// The first scenario that a departure changes, of the procedure that the name is of.
    private func changed(_ name: String, by departures: Departures) throws -> String? {
        let procedure = PairingProcedure.allCases.first { name.hasPrefix($0.rawValue + ".") }
        for (scenario, clean) in Self.baseline {
            guard procedure.map({ scenario.name.hasPrefix($0.rawValue) }) ?? true else { continue }
            if try scenario.run(departures) != clean { return scenario.name }
        }
        return nil
    }

    @Test(
        "an omitted check accepts something; an additional check rejects something",
        arguments: PairingGuard.all
    )
    func guards(check: PairingGuard) throws {
        let isForeign = check.meaning.hasPrefix("reached by")
        let departure: GuardDeparture = isForeign ? .refuse : .skip
        let scenario = try changed(check.name, by: Departures(guards: [check.name: departure]))
        #expect(scenario != nil, "\(check.name) changes nothing anywhere")
    }

    @Test("a consequence that is omitted, repeated or late has an effect", arguments: PairingEffect.all)
    func effects(effect: PairingEffect) throws {
        let departures: [EffectDeparture] =
            [.setupReset, .setupTransientEnd, .verifyReset].contains(effect) ? [.omit] : [.omit, .twice, .delay(500)]
        for departure in departures {
            let altered = Departures(effects: [effect.name: departure])
            if effect == .pairingsAddToFull {
                // Only an accessory that does not refuse the pairing comes there.
                let open =
                    Departures(guards: [PairingGuard.pairingsAddFull.name: .skip])
                    + Departures(constants: [PairingConstant.capacity.name: 1])
                #expect(try Self.trace(accessory: open + altered) != Self.trace(accessory: open), "\(departure)")
                continue
            }
            let scenario = try changed(effect.name, by: altered)
            #expect(scenario != nil, "\(effect.name) \(departure) changes nothing anywhere")
        }
    }

    @Test("a constant with another value has an effect", arguments: PairingConstant.all)
    func constants(constant: PairingConstant) throws {
        if constant.name.hasPrefix("srp.leading-zero"), constant != .leadingZeroB {
            let traces = try [0, 2].map { try Self.trace(controller: Departures(constants: [constant.name: $0])) }
            #expect(traces[0] != traces[1])
            return
        }
        var shows = false
        for value: Int64 in [0, 1, 2, 20] where !shows {
            let departures = Departures(constants: [constant.name: value])
            shows = try changed("", by: departures) != nil
        }
        #expect(shows, "\(constant.name) changes nothing anywhere")
    }

    @Test("an alteration at the point has an effect on at least one side", arguments: PairingPoint.all.map(\.fullName))
    func points(name: String) throws {
        let point = try #require(PairingPoint.named(name).first)
        #expect(PairingPoint.isKnown(name))
        // K is a hash: in the small group, too, it begins with a zero byte once in 256 times.
        let rare = name.hasSuffix("srp.form.K") ? Departures(constants: ["srp.leading-zero.K": 2]) : .none
        let clean = try rare.constants.isEmpty ? Self.clean : Self.trace(controller: rare)
        var shows = false
        for action in Self.actions(for: point) {
            let altered = Departures.altering(name, action)
            for (controller, accessory) in [(altered, Departures.none), (.none, altered)] where !shows {
                shows = try Self.trace(controller: rare + controller, accessory: accessory) != clean
            }
        }
        #expect(shows, "\(name) changes nothing anywhere")
    }

    private static func actions(for point: PairingPoint) -> [AlterationAction] {
        switch point.kind {
        case .value, .field: [.flipBit(1), .append([3]), .set([4, 0, 0, 0, 0])]
        case .message: [.flipBit(1), .drop]
        case .order: [.reverse, .order([])]
        case .choice(let ways): ways.map { .text($0) }
        }
    }

    private static let clean: [String] = (try? trace()) ?? []

    /// All messages and facts of both sides, through all three procedures.
    private static func trace(
        controller: Departures = .none,
        accessory: Departures = .none
    ) throws -> [String] {
        var trace: [String] = []
        let small = Scenario.smallGroup
        var bench = try PairingPeers(controller: small + controller, accessory: small + accessory, seed: 5)
        for stages in [[PairSetupStage.m1, .m3, .m5], [.m1]] {
            for turn in bench.pairSetup(stages) { trace.append(contentsOf: lines(turn)) }
        }
        bench.accessory.pairings = []
        let pairing = bench.pairDirectly()
        let run = bench.pairVerify(pairing)
        for turn in run.turns { trace.append(contentsOf: lines(turn)) }
        trace.append(run.controller.sessionKeys == bench.accessory.sessions.last?.keys ? "same keys" : "other keys")
        // Two that are rejected, so that the refusals are included.
        bench.accessory.pairings = []
        for turn in bench.pairVerify(pairing).turns { trace.append(contentsOf: lines(turn)) }
        for stages in [[PairSetupStage.m1, .m3, .m5], [.m1, .m3]] {
            bench.setup.setupCode = SetupCode(number: stages.count == 2 ? 1 : 51_808_582) ?? bench.setup.setupCode
            for stage in stages {
                if stage == .m5 { bench.accessory.pairings = [PairingsTests.admin] }
                for turn in bench.pairSetup([stage]) { trace.append(contentsOf: lines(turn)) }
            }
            bench.accessory.pairings = []
        }
        // A transient one, and messages in the session after it.
        var transient = try PairingPeers(
            controller: small + controller,
            accessory: small + accessory,
            flags: [.transient, .split],
            seed: 5
        )
        for turn in transient.pairSetup([.m1, .m3]) { trace.append(contentsOf: lines(turn)) }
        trace.append(transient.setup.transientKeys == transient.accessory.transientKeys ? "same keys" : "other keys")
        _ = bench.pairDirectly()
        var sender = PairingsController(departures: controller, random: SeededRandom(seed: 6))
        let own = Array(bench.identity.pairingID.utf8)
        for request in [
            PairingsRequest.add(PairingsTests.regular), .list, .remove(identifier: [1]),
            .remove(identifier: PairingsTests.regular.identifier),
        ] {
            let body = sender.compose(request)
            let reply = bench.accessory.answerList(body, from: own)
            trace.append("\(Hex.encode(body)) \(Hex.encode(reply.body)) \(reply.consequences)")
        }
        trace.append("\(Hex.encode(sender.compose(.list)))")
        trace.append("\(bench.accessory.answerList(sender.compose(.list), from: [0]).body)")
        return trace
    }

    private static func lines(_ turn: PairingPeers.Turn) -> [String] {
        let facts = turn.answer.facts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.serialized())" }
        return [
            Hex.encode(turn.request), Hex.encode(turn.reply.body), "\(turn.reply.consequences)",
            "\(turn.answer.flaws) \(facts)",
        ]
    }

    @Test("names are unique, and every one has a meaning of one line")
    func names() {
        let names =
            PairingPoint.all.map(\.fullName) + PairingGuard.all.map(\.name) + PairingEffect.all.map(\.name)
            + PairingConstant.all.map(\.name)
        let points = PairingPoint.all.map(\.fullName)
        #expect(Set(points).count == points.count)
        let meanings =
            PairingPoint.all.map(\.meaning) + PairingGuard.all.map(\.meaning) + PairingEffect.all.map(\.meaning)
            + PairingConstant.all.map(\.meaning)
        #expect(meanings.count == names.count)
        for meaning in meanings {
            #expect(!meaning.isEmpty && !meaning.contains("\n") && !meaning.hasSuffix("."))
        }
    }

    @Test(
        "the names that suites use are known, bare, with their procedure, and by their other names",
        arguments: [
            "M3.A", "M3.public-key", "pair-setup.M3.public-key", "M3.proof", "M1.method", "M1.state", "M1.flags",
            "M1.public-key", "M2.B", "M2.salt", "M4.proof", "M5.plain.identifier", "M5.plain.public-key",
            "M5.plain.signature", "M5.signed.order", "M5.signed.x", "M5.signed.identifier", "M5.signed.ltpk",
            "M5.sealed.text", "M5.sealed.tag", "M5.nonce", "M5.key", "M5.aad", "M5.encrypted", "M3.order", "M3.extra",
            "srp.user", "srp.code", "srp.a", "srp.S", "srp.K", "srp.u", "srp.x", "srp.salt", "shared-secret",
            "M3.plain.signature", "M2.signed.order", "hkdf.pair-setup-encrypt-key.salt",
            "hkdf.pair-verify-session-key.info", "hkdf.ios-device-x.info", "M1", "M6", "pairings.M1.identifier",
        ]
    )
    func known(name: String) {
        #expect(PairingPoint.isKnown(name))
        #expect(!PairingPoint.named(name).isEmpty)
        #expect(!PairingPoint.isKnown(name + "x"))
    }
}
