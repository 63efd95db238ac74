import HAPAccessory
import HAPController
import HAPModel
import Judge
import Measurement
import SuiteLanguage
import Testing

@testable import Runner

@Suite("Bringing the accessory into a state")
struct BringingTests {
    @Test("After a case that needs no pairing the tester pairs again, with the same controller")
    func pairsAgain() throws {
        try Meeting().run { encounter in
            let keeper = encounter.keeper
            _ = await keeper.arrive()
            let first = encounter.paired
            #expect(await keeper.bring(to: .contract(.unpaired), run: encounter.context) == nil)
            #expect(encounter.paired == [])
            // It is unpaired already: nothing is sent.
            let sent = encounter.tap.items.count
            #expect(await keeper.bring(to: .contract(.unpaired), run: encounter.context) == nil)
            #expect(encounter.tap.items.count == sent)
            #expect(await keeper.bring(to: .contract(.paired), run: encounter.context) == nil)
            #expect(encounter.paired == first && first.count == 1)
            #expect(await keeper.ownPairSetups == 2)
            #expect(await keeper.main?.wire.isSecured == true)
        }
    }

    @Test("A pair-setup with a wrong message is made once more; after three failures no further one is sent")
    func limit() throws {
        try Meeting(faults: ["message: {point: pair-setup.M4.proof, do: flip-bit}"]).run { encounter in
            _ = await encounter.keeper.arrive()
            var reasons: [String?] = []
            for _ in 0..<4 {
                reasons.append(await encounter.keeper.bring(to: .contract(.paired), run: encounter.context))
            }
            let failed = "the accessory could not be paired"
            let flaw = "M4: The accessory's proof is wrong"
            #expect(reasons.allSatisfy { $0?.contains("(\(flaw)") == true }, "\(reasons)")
            #expect(reasons.prefix(2).allSatisfy { $0?.hasPrefix("\(failed) (") == true }, "\(reasons)")
            #expect(
                reasons.suffix(2).allSatisfy { $0?.hasPrefix("\(failed) three times in a row (") == true },
                "\(reasons)"
            )
            #expect(encounter.sentStates("/pair-setup").count { $0 == 1 } == 4)
            // What needs no pairing can still run.
            #expect(await encounter.keeper.bring(to: .contract(.any), run: encounter.context) == nil)
        }
    }

    @Test("Without a setup code nothing is sent, and the reason says so")
    func withoutCode() throws {
        try Meeting(code: .none).run { encounter in
            let reason = await encounter.keeper.bring(to: .contract(.paired), run: encounter.context)
            #expect(reason == "no setup code was given")
            #expect(encounter.sentStates("/pair-setup").isEmpty)
        }
    }

    @Test("A right code comes between wrong ones before the accessory counts too many")
    func ceiling() throws {
        try Meeting().run { encounter in
            let keeper = encounter.keeper
            _ = await keeper.arrive()
            func spend(_ tries: Int) async throws {
                let contract = StateContract.contract(.unpaired, tries: tries)
                #expect(await keeper.bring(to: contract, run: encounter.context) == nil)
                await keeper.spend(contract, in: try await encounter.instance())
            }
            try await spend(30)
            try await spend(20)
            #expect(await keeper.ownPairSetups == 1)
            try await spend(1)
            #expect(await keeper.ownPairSetups == 2)
            #expect(encounter.paired == [])
            // The accessory counts from the start again, and so does the tester.
            try await spend(40)
            #expect(await keeper.ownPairSetups == 2)
        }
    }

    @Test("A case that pairs with the right code makes the count start again")
    func rightCode() throws {
        try Meeting().run { encounter in
            let keeper = encounter.keeper
            _ = await keeper.arrive()
            let contract = StateContract.contract(.unpaired, tries: 30)
            #expect(await keeper.bring(to: contract, run: encounter.context) == nil)
            let runner = try await encounter.instance()
            try await runner.does("pair-setup", on: "a")
            await keeper.spend(contract, in: runner)
            await encounter.restore(after: runner)
            #expect(await keeper.bring(to: contract, run: encounter.context) == nil)
            #expect(await keeper.ownPairSetups == 1)
        }
    }

    @Test("The tester's own pair-setup for another case makes the count start again, too")
    func ownPairSetup() throws {
        try Meeting().run { encounter in
            let keeper = encounter.keeper
            _ = await keeper.arrive()
            let contract = StateContract.contract(.unpaired, tries: 30)
            #expect(await keeper.bring(to: contract, run: encounter.context) == nil)
            await keeper.spend(contract, in: try await encounter.instance())
            #expect(await keeper.bring(to: .contract(.paired), run: encounter.context) == nil)
            #expect(await keeper.bring(to: contract, run: encounter.context) == nil)
            #expect(await keeper.ownPairSetups == 2)
        }
    }

    @Test(
        "Sessions that the accessory no longer starts are waited for once; after the time of a restart they are lost",
        arguments: [(4, false), (20, true)]
    )
    func sessions(_ last: Int, _ areLost: Bool) throws {
        let cases = (1...40).map { number in
            """
                  own.subscribes\(number):
                    title: "A subscription in the session"
                    proves: HAP-EVENT-001
                    one: {it: {has: [ev], other-than: ["73"]}}
                    steps:
                    - {subscribe: it, expect: {outcome: success}}

            """
        }
        // The first two messages are those of the tester's arrival. A case that subscribes ends its session.
        let faults = (3...last).map { "link: {at: response, do: hang}, when: {message: pair-verify, nth: \($0)}" }
        try Meeting(faults: faults, hasStimulus: false, section: cases.joined()).run { encounter in
            let start = encounter.environment.clock.now
            let result = try await encounter.runAll()
            let lost = result.verdicts.filter {
                $0.reason?.hasSuffix("the accessory has not answered pair-verify") == true
            }
            #expect(lost.isEmpty == !areLost, "\(result.verdicts.map { $0.reason ?? "" })")
            #expect(result.verdicts.count { $0.outcome == .passed } + lost.count >= 39)
            #expect(start.duration(to: encounter.environment.clock.now) < .seconds(areLost ? 200 : 60))
        }
    }

    @Test("A pairing that cannot be removed is removed by a reset, where that is possible", arguments: [false, true])
    func reset(_ isPossible: Bool) throws {
        try Meeting(
            faults: ["effect: {of: pairings.remove, do: omit}", "guard: {check: pairings.remove.admin, do: refuse}"],
            hasStimulus: isPossible
        ).run { encounter in
            _ = await encounter.keeper.arrive()
            let reason = await encounter.keeper.bring(to: .contract(.unpaired), run: encounter.context)
            #expect(reason == (isPossible ? nil : "the tester's own pairing could not be removed"))
            #expect(encounter.paired.isEmpty == isPossible)
        }
    }
}
