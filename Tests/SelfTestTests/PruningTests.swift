import AssayKit
import Checkout
import SelfTest
import SuiteLanguage
import Testing

@Suite("The unneeded proofs")
struct PruningTests {
    private static func prune(_ patterns: [String], _ defects: [String]) async throws -> Pruning {
        let (library, simulators) = (try Checkout.library, try Checkout.simulators)
        let selection = Selection(patterns: patterns, requirements: ["HAP-SRP-*"])
        let matrix = DefectMatrix(
            library: library,
            simulators: simulators,
            entrance: InProcessIP(),
            selection: selection
        )
        let rows = await matrix.rows(defects.compactMap(simulators.defect), .proofs)
        #expect(rows.count == defects.count)
        return Pruning(rows, library: library, selection: selection)
    }

    @Test("The only expectation that kills a defect is needed")
    func needed() async throws {
        let pruning = try await Self.prune(["srp.fresh-key"], ["srp-b-reused"])
        #expect(pruning.count == 1)
        #expect(pruning.spares.isEmpty)
    }

    @Test("An expectation that kills nothing is not needed, and the result says that it kills nothing")
    func idle() async throws {
        let pruning = try await Self.prune(["srp.fresh-key", "srp.fresh-salt"], ["srp-b-reused"])
        #expect(pruning.spares.map(\.caseID) == ["srp.fresh-salt"])
        #expect(pruning.spares.map(\.kills) == [[]])
    }

    @Test("Of two cases that kill one defect, neither is needed, and both are listed as killing it")
    func twoDoors() async throws {
        let pruning = try await Self.prune(["srp.zero-key", "srp.modulus-as-key"], ["srp-a-zero-accepted"])
        #expect(pruning.spares.map(\.caseID) == ["srp.zero-key", "srp.modulus-as-key"])
        #expect(pruning.spares.map(\.kills) == [["srp-a-zero-accepted"], ["srp-a-zero-accepted"]])
    }

    @Test("Every alternative is needed: without one of them, the others cannot be judged")
    func alternatives() async throws {
        let pruning = try await Self.prune(["srp.leading-zero-s"], ["srp-s-padded"])
        #expect(pruning.count == 2)
        #expect(pruning.spares.map(\.step) == [])
    }
}
