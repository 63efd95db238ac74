import Checkout
import HAPController
import HAPModel
import HAPPairing
import Judge
import Measurement
import RunRecord
import SuiteLanguage
import Testing

@testable import Runner

@Suite("Settling pairings")
struct SettlingTests {
    /// Adds bob and a guest in a case, and settles.
    private func settle(_ meeting: Meeting, _ look: @escaping @Sendable (Encounter) async throws -> Void) throws {
        try meeting.run { encounter in
            let runner = try await encounter.instanceInSession()
            try await runner.does("add-pairing", ["controller": "bob"])
            try await runner.does("add-pairing", ["controller": "guest"])
            await encounter.restore(after: runner)
            try await look(encounter)
        }
    }

    @Test(
        "Controllers that a case added go, and their debts are paid; the pairing that a run made stays for the next case"
    )
    func ownPairing() throws {
        try StateFolder.with { folder in
            try settle(Meeting(ledgerFolder: folder)) { encounter in
                let own = try #require(encounter.context.controllers.pairing("alice"))
                #expect(encounter.paired == [own.controller.pairingID])
                #expect(encounter.ledger?.debts().map(\.id) == ["pairing-\(own.controller.pairingID)"])
                #expect(await encounter.keeper.leave() == [])
                #expect(encounter.paired == [] && encounter.ledger?.debts() == [])
            }
        }
    }

    @Test("Only the run's controllers go: those that the accessory knew before stay")
    func strangersStay() throws {
        try settle(Meeting(past: .kept, others: ["neighbour"])) { encounter in
            #expect(encounter.paired == ["kept", "neighbour"])
            let removed = encounter.journal.bodies(.repair).filter { $0["done"] == true }.compactMap {
                $0["controller"]
            }
            #expect(removed.count == 2 && !removed.contains("neighbour"))
        }
    }

    @Test("A controller that the list hides is removed all the same")
    func hidden() throws {
        try settle(Meeting(faults: ["constant: {name: pairings.listed, value: 1}"], past: .kept)) { encounter in
            #expect(encounter.paired == ["kept"])
        }
    }

    @Test("A kept pairing is never removed, and the controllers that stay with it stay owed")
    func keptPairingStays() throws {
        try StateFolder.with { folder in
            let fault = "effect: {of: pairings.remove, do: omit}"
            try settle(Meeting(faults: [fault], past: .kept, ledgerFolder: folder)) { encounter in
                #expect(encounter.paired.first == "kept" && encounter.paired.count == 3)
                // The controllers that stay do not belong to the next case, which has another bob.
                let left = Set(encounter.paired.dropFirst().map { Array($0.utf8) })
                #expect(encounter.context.controllers.leftBehind == left)
                #expect(!encounter.paired.contains(encounter.context.controllers.identity("bob").pairingID))
                #expect(await encounter.keeper.loss == nil)
                #expect(encounter.ledger?.debts().count == 2)
                #expect(await encounter.keeper.leave().count == 2)
                #expect(encounter.paired.first == "kept")
            }
        }
    }

    @Test("After two removals without a response, the next ones have a second for it")
    func unanswered() throws {
        let silence = "effect: {of: response.send, do: omit}, when: {has: remove-pairing}"
        try Meeting(faults: [silence], past: .kept).run { encounter in
            _ = await encounter.keeper.arrive()
            let contact = await encounter.keeper.contact
            var times: [Duration] = []
            for _ in 0..<4 {
                let wire = try #require(await encounter.keeper.verifiedMain()?.wire)
                let start = encounter.context.clock.now
                _ = await contact.remove(Array("other".utf8), on: wire)
                times.append(start.duration(to: encounter.context.clock.now))
            }
            #expect(times == [10, 10, 1, 1].map { .seconds($0) })
        }
    }

    @Test("A pairing that a case made on an unpaired accessory is removed, with the controllers that joined it")
    func madeByCase() throws {
        try StateFolder.with { folder in
            try Meeting(ledgerFolder: folder).run { encounter in
                _ = await encounter.keeper.arrive()
                #expect(await encounter.keeper.bring(to: .contract(.unpaired), run: encounter.context) == nil)
                let runner = try await encounter.instance()
                try await runner.does("pair-setup", ["identifier": "me"], on: "a")
                try await runner.does("pair-verify", on: "a")
                try await runner.does("add-pairing", ["controller": "bob"], on: "a")
                #expect(encounter.paired.first == "me" && encounter.paired.count == 2)
                await encounter.restore(after: runner)
                #expect(encounter.paired == [] && encounter.ledger?.debts() == [])
                #expect(await encounter.keeper.loss == nil)
            }
        }
    }

    @Test(
        "An accessory that lets another key take the place of the tester's own gets it back",
        arguments: [Meeting.Past.kept, .unpaired],
        ["skip", "refuse"]
    )
    func replacedKey(past: Meeting.Past, check: String) throws {
        try StateFolder.with { folder in
            let fault = "guard: {check: pairings.add.other-key, do: \(check)}"
            try Meeting(faults: [fault], past: past, ledgerFolder: folder).run { encounter in
                let runner = try await encounter.instanceInSession()
                try await runner.does("add-pairing", ["controller": "alice", "key-of": "carol", "admin": true])
                await encounter.restore(after: runner)
                let own = try #require(encounter.context.controllers.pairing("alice"))
                #expect(await encounter.keeper.contact.standing(of: own) == .known)
                #expect(await encounter.keeper.loss == nil)
                #expect(await encounter.keeper.leave() == [])
                #expect(encounter.paired == (past == .kept ? ["kept"] : []))
                #expect(encounter.ledger?.debts() == [])
            }
        }
    }

    @Test("A tester that the accessory has forgotten pairs again")
    func forgotten() throws {
        try StateFolder.with { folder in
            try Meeting(ledgerFolder: folder).run { encounter in
                _ = try await encounter.instanceInSession()
                let own = try #require(encounter.context.controllers.pairing("alice"))
                let identifier = Array(own.controller.pairingID.utf8)
                guard case .session(let wire) = await encounter.keeper.contact.session(as: own, "other") else {
                    Issue.record("no session")
                    return
                }
                _ = await wire.pairings(.remove(identifier: identifier), within: .seconds(1))
                #expect(encounter.paired == [])
                #expect(await encounter.keeper.bring(to: .contract(.paired), run: encounter.context) == nil)
                #expect(await encounter.keeper.verifiedMain() != nil)
                #expect(encounter.paired.count == 1)
                #expect(await encounter.keeper.leave() == [] && encounter.paired == [])
            }
        }
    }

    private static let abandoning = """
          own.abandons:
            title: "A pair-setup that is given up"
            proves: HAP-READ-001
            needs: unpaired
            steps:
            - {pair-setup: {upto: M2}, on: a, expect: {ends-at: M2}}
          own.sets-up:
            title: "A pair-setup after that"
            proves: HAP-READ-001
            needs: unpaired
            spends: {pairings: 1}
            steps:
            - {pair-setup: {}, on: a, expect: {ends-at: M6}}

        """

    @Test(
        "An accessory that stays busy after an abandoned pair-setup is not accused by the case after it",
        arguments: [1, 2],
        [true, false]
    )
    func busyBefore(count: Int, hasStimulus: Bool) throws {
        let faults = Array(Self.busyForEver.prefix(count))
        let result = try Meeting(faults: faults, hasStimulus: hasStimulus, section: Self.abandoning).run {
            try await $0.runAll()
        }
        #expect(result.verdicts.first { $0.caseID == "own.abandons" }?.outcome == .passed)
        let later = try #require(result.verdicts.first { $0.caseID == "own.sets-up" })
        let isLost = count == 2 && !hasStimulus
        #expect(later.outcome == (isLost ? .inconclusive : .passed))
        let reason = "since own.abandons[over=ip], the accessory has been busy with another pair-setup"
        #expect(later.reason == (isLost ? reason : nil))
        #expect(later.repetition == (count == 2 && hasStimulus ? .cleared : nil))
    }

    @Test(
        "An accessory that stays busy or paired is accused of that, by the tester's own pair-setup, and of nothing else",
        arguments: [
            (Self.busyForEver, ["HAP-PAIR-SETUP-016"]),
            (["memory: {of: paired, lasts: ever}"], ["HAP-PAIRINGS-037", "HAP-PAIR-SETUP-001"]),
            (["effect: {of: pairing.unpaired, do: omit}"], ["HAP-PAIRINGS-037", "HAP-PAIR-SETUP-001"]),
        ]
    )
    func accused(faults: [String], requirements: [String]) throws {
        let patterns = [
            "pair-setup.m2", "pair-setup.complete", "identify.unpaired", "tlv.harmless-in-setup", "own-pair-setup.*",
        ]
        let result = try Meeting(faults: faults, hasStimulus: false, library: Checkout.library).run {
            try await $0.run(Selection(patterns: patterns))
        }
        let failed = result.verdicts.filter { $0.outcome == .failed }
        #expect(failed.map { $0.findings.map(\.requirement) } == [requirements], "\(failed.map(\.instance))")
        #expect(result.verdicts.contains { $0.outcome == .inconclusive && $0.caseID == "pair-setup.complete" })
    }

    /// An accessory that stays busy for ever after an abandoned pair-setup, and cannot be reset.
    private static let busyForEver = [
        "effect: {of: pair-setup.release, do: omit}", "effect: {of: pair-setup.expire, do: omit}",
    ]

    @Test(
        "Without a reset, an accessory that stays busy is noticed once, and the cases after it name the one that made it so"
    )
    func staysBusy() throws {
        try Meeting(faults: Self.busyForEver, hasStimulus: false).run { encounter in
            let keeper = encounter.keeper
            _ = await keeper.arrive()
            #expect(await keeper.bring(to: .contract(.unpaired), run: encounter.context) == nil)
            let runner = try await encounter.instance()
            try await runner.does("pair-setup", ["upto": "M2"], on: "a")
            await encounter.restore(after: runner)
            let reason = "since a-case[over=ip], the accessory has been busy with another pair-setup"
            #expect(await keeper.bring(to: .contract(.paired), run: encounter.context) == reason)
            let start = encounter.environment.clock.now
            #expect(await keeper.bring(to: .contract(.unpaired), run: encounter.context) == reason)
            #expect(await keeper.bring(to: .contract(.paired), run: encounter.context) == reason)
            #expect(start.duration(to: encounter.environment.clock.now) < .seconds(5))
        }
    }

    @Test("A case that touches no pairings costs no request for the list")
    func untouched() throws {
        try Meeting(past: .kept).run { encounter in
            let runner = try await encounter.instanceInSession()
            let before = encounter.sentPaths.count { $0 == "/pairings" }
            try await runner.does("read", ["of": "1.52"])
            await encounter.restore(after: runner)
            #expect(encounter.sentPaths.count { $0 == "/pairings" } == before)
        }
    }
}
