import HAPAccessory
import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import RunRecord
import Testing

@testable import Runner

@Suite("Recovery without a run")
struct RecoveryTests {
    private func recover(
        _ meeting: Meeting,
        owing body: @escaping @Sendable (Encounter, Ledger) async throws -> Void,
        look: @escaping @Sendable (Encounter, Ledger, Recovery.Outcome) async throws -> Void
    ) throws {
        try StateFolder.with { folder in
            var meeting = meeting
            meeting.ledgerFolder = folder
            try meeting.run { encounter in
                let ledger = try #require(encounter.ledger)
                try await body(encounter, ledger)
                let outcome = await encounter.keeper.recovery(ledger).run()
                try await look(encounter, ledger, outcome)
            }
        }
    }

    @Test("Without debts it does not connect")
    func nothingOwed() throws {
        try recover(Meeting(past: .kept)) { _, _ in
        } look: { encounter, _, outcome in
            #expect(outcome == Recovery.Outcome())
            #expect(encounter.tap.items == [])
        }
    }

    @Test("An accessory that refuses removals is left with one helping administrator, however many removals fail")
    func oneHelper() throws {
        let fault = "guard: {check: pairings.remove.admin, do: refuse}"
        try recover(Meeting(faults: [fault])) { encounter, _ in
            _ = await encounter.keeper.arrive()
            #expect(encounter.paired.count == 1)
            for _ in 0..<3 { #expect(await !encounter.keeper.unpair()) }
            #expect(encounter.paired.count == 2, "\(encounter.paired)")
        } look: { encounter, ledger, outcome in
            #expect(encounter.paired.count == 2, "\(encounter.paired)")
            // Another recovery starts with the ledger only.
            _ = await Recovery(environment: encounter.environment, ledger: ledger).run()
            #expect(encounter.paired.count == 2, "\(encounter.paired)")
            #expect(Set(outcome.left) == Set(encounter.paired.map { "the pairing of \($0)" }))
            #expect(ledger.debts().count == 2)
        }
    }

    @Test("Of several debts of a characteristic the oldest has the value, and it counts once")
    func repeatedValue() throws {
        try recover(Meeting(accessory: "kitchen-sink", past: .kept)) { encounter, ledger in
            let id = try #require(CharacteristicID("1.102"))
            try encounter.server.set(id, 7)
            for (number, value) in [3, 5, 9].enumerated() {
                #expect(encounter.context.owe(value: JSON(value), of: id, debt: "value-\(number)"))
            }
            #expect(ledger.debts().count == 3)
        } look: { encounter, ledger, outcome in
            #expect(outcome.restoredValues == 1 && outcome.left == [])
            #expect(encounter.value("1.102") == 3 && ledger.debts() == [])
        }
    }

    @Test("Old values are written back with the kept pairing, by a timed write where one is demanded")
    func values() throws {
        try recover(Meeting(accessory: "kitchen-sink", past: .kept)) { encounter, ledger in
            for id in ["1.102", "1.304"] {
                let id = try #require(CharacteristicID(id))
                try encounter.server.set(id, 7)
                #expect(encounter.context.owe(value: 0, of: id, debt: "value-\(id)"))
            }
        } look: { encounter, ledger, outcome in
            #expect(outcome.restoredValues == 2 && outcome.left == [] && outcome.removedPairings == 0)
            #expect(encounter.value("1.102") == 0 && encounter.value("1.304") == 0)
            #expect(ledger.debts() == [] && encounter.paired == ["kept"])
        }
    }

    @Test("A value that is accepted only in another state of its service is written back in that state")
    func valueInAnotherState() throws {
        let fault = "guard: {check: write.while-off, do: refuse}"
        try recover(Meeting(faults: [fault], past: .kept)) { encounter, _ in
            let id = try #require(CharacteristicID("1.52"))
            try encounter.server.set(id, 7)
            #expect(encounter.context.owe(value: 100, of: id, debt: "value"))
        } look: { encounter, ledger, outcome in
            #expect(outcome.restoredValues == 1 && outcome.left == [])
            #expect(encounter.value("1.52") == 100 && encounter.value("1.51") == false)
            #expect(ledger.debts() == [])
        }
    }

    @Test(
        "A case that gave the kept pairing's identifier another key costs the kept pairing nothing",
        arguments: [[], ["guard: {check: pairings.add.other-key, do: skip}"]]
    )
    func keptIdentifier(faults: [String]) throws {
        try recover(Meeting(faults: faults, past: .kept)) { encounter, ledger in
            _ = await encounter.keeper.arrive()
            let runner = try await encounter.instance()
            try await runner.does("add-pairing", ["controller": "alice", "key-of": "carol", "admin": true])
            await encounter.keeper.closeMain()
            #expect(ledger.debts().count == 1)
        } look: { encounter, ledger, outcome in
            #expect(outcome.removedPairings == 0 && outcome.left == [])
            #expect(encounter.paired == ["kept"] && ledger.debts() == [])
            let kept = try #require(encounter.settings.keptPairing)
            #expect(await encounter.keeper.contact.standing(of: kept) == .known)
        }
    }

    @Test("A controller that cannot remove itself is removed by another one that the run added")
    func removedByAnother() throws {
        try recover(Meeting(faults: ["effect: {of: pairings.remove-others, do: omit}"])) { encounter, ledger in
            _ = await encounter.keeper.arrive()
            let own = try #require(encounter.context.controllers.pairing("alice"))
            let runner = try await encounter.instance()
            try await runner.does("add-pairing", ["controller": "bob"])
            try await runner.does("add-pairing", ["controller": "carol", "admin": true])
            let identifier = Array(own.controller.pairingID.utf8)
            _ = await encounter.keeper.verifiedMain()?.wire.pairings(
                .remove(identifier: identifier),
                within: .seconds(1)
            )
            await encounter.keeper.closeMain()
            #expect(encounter.paired.count == 2 && ledger.debts().count == 3)
        } look: { encounter, ledger, outcome in
            #expect(outcome.left == [])
            #expect(encounter.paired == [] && ledger.debts() == [])
        }
    }

    @Test("A value that the accessory refuses stays owed, and is named")
    func refusedValue() throws {
        let fault = "guard: {check: write.permission, do: refuse}"
        try recover(Meeting(accessory: "kitchen-sink", faults: [fault], past: .kept)) { encounter, _ in
            let id = try #require(CharacteristicID("1.102"))
            try encounter.server.set(id, 7)
            #expect(encounter.context.owe(value: 0, of: id, debt: "value"))
        } look: { _, ledger, outcome in
            #expect(outcome.restoredValues == 0 && outcome.left == ["the old value of 1.102"])
            #expect(ledger.debts().map(\.id) == ["value"])
        }
    }

    @Test(
        "A value of an accessory that has lost the run's pairing is put back with the setup code, and stays owed without"
    )
    func lostPairing() throws {
        for code in [Meeting.Code.right, .none] {
            try recover(Meeting(code: code)) { encounter, _ in
                let id = try #require(CharacteristicID("1.52"))
                try encounter.server.set(id, 7)
                #expect(encounter.context.owe(value: 100, of: id, debt: "value"))
            } look: { encounter, ledger, outcome in
                let isBack = code == .right
                #expect(encounter.value("1.52") == (isBack ? 100 : 7))
                #expect(outcome.left == (isBack ? [] : ["the old value of 1.52"]))
                #expect(ledger.debts().map(\.id) == (isBack ? [] : ["value"]))
                #expect(encounter.paired == [])
            }
        }
    }

    @Test("A run's own pairing is removed, with the controllers that joined it, after the values were put back")
    func ownPairing() throws {
        try recover(Meeting()) { encounter, ledger in
            _ = await encounter.keeper.arrive()
            let runner = try await encounter.instance(of: ["it": "1.52"])
            try await runner.does("add-pairing", ["controller": "bob"])
            try await runner.does("write", ["1.52": 40])
            await encounter.keeper.closeMain()
            #expect(ledger.debts().count == 3 && encounter.paired.count == 2)
        } look: { encounter, ledger, outcome in
            #expect(outcome.removedPairings == 2 && outcome.restoredValues == 1 && outcome.left == [])
            #expect(encounter.paired == [] && encounter.value("1.52") == 100)
            #expect(ledger.debts() == [])
        }
    }

    @Test("Controllers that joined a kept pairing are removed, and that pairing and others stay")
    func joined() throws {
        try recover(Meeting(past: .kept, others: ["neighbour"])) { encounter, ledger in
            _ = await encounter.keeper.arrive()
            let runner = try await encounter.instance()
            try await runner.does("add-pairing", ["controller": "bob"])
            await encounter.keeper.closeMain()
            #expect(ledger.debts().count == 1 && encounter.paired.count == 3)
        } look: { encounter, ledger, outcome in
            #expect(outcome.removedPairings == 1 && outcome.left == [])
            #expect(encounter.paired == ["kept", "neighbour"] && ledger.debts() == [])
        }
    }

    @Test(
        "Controllers that joined a kept pairing are removed in one recovery, although the accessory closes or drops removals",
        arguments: [
            "link: {at: response, do: close}, when: {has: remove-pairing}",
            "link: {at: request, do: close}, when: {has: remove-pairing, nth: 1}",
        ]
    )
    func closedRemovals(_ fault: String) throws {
        try recover(Meeting(faults: [fault], past: .kept)) { encounter, ledger in
            _ = await encounter.keeper.arrive()
            let runner = try await encounter.instance()
            for name in ["bob", "carol"] { try await runner.does("add-pairing", ["controller": .string(name)]) }
            await encounter.keeper.closeMain()
            #expect(ledger.debts().count == 2 && encounter.paired.count == 3)
        } look: { encounter, ledger, outcome in
            #expect(outcome.removedPairings == 2 && outcome.left == [])
            #expect(encounter.paired == ["kept"] && ledger.debts() == [])
        }
    }

    /// The false answer Error Authentication to one message of pair-verify, counted from the first one; even numbers are those of M3.
    private static func refusal(_ number: Int) -> String {
        #"answer: {to: pair-verify, body: "\x06\x01\x04\x07\x01\x02"}, when: {nth: \#(number)}"#
    }

    @Test(
        "One false refusal of pair-verify costs no key, because the next one on a new connection succeeds; two in a row do",
        arguments: [1, 2]
    )
    func falseRefusals(_ count: Int) throws {
        // The arrival made the first pair-verify.
        try recover(Meeting(faults: [4, 6].prefix(count).map(Self.refusal))) { encounter, ledger in
            _ = await encounter.keeper.arrive()
            await encounter.keeper.closeMain()
            #expect(encounter.paired.count == 1 && ledger.debts().count == 1)
        } look: { encounter, ledger, outcome in
            #expect(outcome.removedPairings == (count == 1 ? 1 : 0) && outcome.left == [])
            #expect(encounter.paired.count == (count == 1 ? 0 : 1))
            #expect(ledger.debts() == [])
            let links = encounter.linksOfPairVerify
            #expect(links.count > 2 && Set(links).count == links.count, "\(links)")
        }
    }

    @Test(
        "The clean-up of a run does not believe one false refusal of pair-verify either, but two in a row",
        arguments: [1, 2]
    )
    func falseRefusalsAtEnd(_ count: Int) throws {
        try StateFolder.with { folder in
            // Pair-verify comes before the second removal only if the accessory drops the first one; and once before it, to see whether
            // the accessory has forgotten the pairing.
            let drop = "link: {at: request, do: close}, when: {has: remove-pairing, nth: 1}"
            let faults = [drop] + [6, 8].prefix(count).map(Self.refusal)
            try Meeting(faults: faults, ledgerFolder: folder).run { encounter in
                _ = await encounter.keeper.arrive()
                #expect(encounter.paired.count == 1)
                #expect(await encounter.keeper.leave() == [])
                #expect(encounter.paired.count == (count == 1 ? 0 : 1))
                #expect(encounter.ledger?.debts() == [])
            }
        }
    }

    @Test("An accessory that cannot be reached keeps all its debts, and that is said")
    func unreachable() throws {
        try recover(Meeting(past: .kept, isListening: false)) { encounter, _ in
            let id = try #require(CharacteristicID("1.52"))
            #expect(encounter.context.owe(value: 0, of: id, debt: "value"))
        } look: { _, ledger, outcome in
            #expect(outcome.left.count == 2 && outcome.left.last == "the old value of 1.52")
            #expect(outcome.left.first?.hasPrefix("accessory is not reachable: ") == true)
            #expect(ledger.debts().map(\.id) == ["value"])
        }
    }

    @Test("The next arrival pays the debts of a run that was cut off, and notes that")
    func arrival() throws {
        try StateFolder.with { folder in
            try Meeting(past: .kept, ledgerFolder: folder).run { encounter in
                let id = try #require(CharacteristicID("1.52"))
                try encounter.server.set(id, 7)
                #expect(encounter.context.owe(value: 100, of: id, debt: "value"))
                let arrival = await encounter.keeper.arrive()
                #expect(
                    arrival.notes == [
                        "cleaned up after an earlier run that was killed: 0 pairings removed, 1 value restored"
                    ]
                )
                #expect(encounter.value("1.52") == 100 && encounter.ledger?.debts() == [])
            }
        }
    }
}
