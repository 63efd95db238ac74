import AssayKit
import Foundation
import SelfTest
import SuiteLanguage
import Testing

@Suite("The proofs that could go")
struct PruningTests {
    private static func prune(_ patterns: [String], _ defects: [String]) async throws -> Pruning {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Suites").path
        let library = try SuiteLibrary(try SuitesFolder(path: path).read())
        let simulators = try SimulatorLibrary(library.files, requirements: library.requirements)
        let selection = Selection(patterns: patterns, requirements: ["HAP-SRP-*"])
        let matrix = DefectMatrix(
            library: library,
            simulators: simulators,
            entrance: InProcessIP(),
            selection: selection
        )
        let rows = await matrix.rows(defects.compactMap(simulators.defect), pruning: true)
        #expect(rows.count == defects.count)
        return Pruning(rows, library: library, selection: selection)
    }

    @Test("The only expectation that kills a defect is needed")
    func needed() async throws {
        let pruning = try await Self.prune(["srp.fresh-key"], ["srp-b-reused"])
        #expect(pruning.count == 1)
        #expect(pruning.spares.isEmpty)
    }

    @Test("An expectation that kills nothing is not, and is said to kill nothing")
    func idle() async throws {
        let pruning = try await Self.prune(["srp.fresh-key", "srp.fresh-salt"], ["srp-b-reused"])
        #expect(pruning.spares.map(\.caseID) == ["srp.fresh-salt"])
        #expect(pruning.spares.map(\.kills) == [[]])
    }

    @Test("Of two cases that kill one defect neither is needed, and both are said to kill it")
    func twoDoors() async throws {
        let pruning = try await Self.prune(["srp.zero-key", "srp.modulus-as-key"], ["srp-a-zero-accepted"])
        #expect(pruning.spares.map(\.caseID) == ["srp.zero-key", "srp.modulus-as-key"])
        #expect(pruning.spares.map(\.kills) == [["srp-a-zero-accepted"], ["srp-a-zero-accepted"]])
    }

    @Test("Of alternatives each is needed: without one of them nothing can be said of any")
    func alternatives() async throws {
        let pruning = try await Self.prune(["srp.leading-zero-s"], ["srp-s-padded"])
        #expect(pruning.count == 2)
        #expect(pruning.spares.map(\.step) == [])
    }
}
