import HAPModel
import Judge
import RunRecord
import SuiteLanguage
import Testing

@testable import Runner

@Suite("Pairings that the accessory forgets")
struct ForgottenPairingTests {
    /// What monitors see of the tester's own pairing: whether the accessory knew it.
    private func seen(_ meeting: Meeting, _ work: @escaping @Sendable (Encounter) async throws -> Void) throws -> [Bool]
    {
        try meeting.run { encounter in
            #expect(await encounter.keeper.pairAgain() == nil)
            try await work(encounter)
            return encounter.journal.bodies(.observation).filter { $0["watched"] == "own-pairing" }
                .compactMap { $0["known"]?.boolValue }
        }
    }

    @Test("A pairing that is known in a later session is kept")
    func kept() throws {
        let seen = try seen(Meeting()) { encounter in
            for _ in 0..<3 {
                _ = await encounter.keeper.verifiedMain()
                await encounter.keeper.closeMain()
            }
        }
        #expect(seen == [true])
    }

    @Test("A pairing that ends with its session is forgotten; the tester pairs again")
    func forgotten() throws {
        let seen = try seen(Meeting(faults: ["effect: {of: pairing.outlive, do: omit}"])) { encounter in
            _ = await encounter.keeper.verifiedMain()
            await encounter.keeper.closeMain()
            #expect(await encounter.keeper.regainPairing() == nil)
            #expect(await encounter.keeper.verifiedMain() != nil)
        }
        #expect(seen == [false])
    }

    @Test("A pairing that the tester removes is not forgotten")
    func removed() throws {
        let seen = try seen(Meeting()) { encounter in
            _ = await encounter.keeper.verifiedMain()
            #expect(await encounter.keeper.unpair())
            #expect(await encounter.keeper.regainPairing() == nil)
        }
        #expect(seen == [])
    }
}
