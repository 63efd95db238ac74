import HAPModel
import Judge
import SuiteLanguage
import Testing

@Suite("Judging without a proof")
struct ProofTests {
    private static let lines = """
        steps:
        - {read: 1.2, expect: [{value: 5, proves: R-MUST}, {outcome: success, proves: [R-MUST, R-MUST-2]}]}
        """

    private func bench() throws -> HandMadeRun {
        var bench = try HandMadeRun(Self.lines)
        bench.saw("1", Seen.read(7))
        return bench
    }

    @Test("A case lists the proofs of each of its expectations, with the step")
    func proofs() throws {
        let item = try #require(try bench().library.case("a.b"))
        #expect(item.proofs.map(\.step) == ["1", "1", "1"])
        #expect(item.proofs.map(\.proof.requirement) == ["R-MUST", "R-MUST", "R-MUST-2"])
        #expect(Set(item.proofs.map(\.proof)).count == 3)
    }

    @Test("A proof that is left out proves nothing, and the others still do")
    func without() throws {
        let bench = try bench()
        let proofs = try #require(bench.library.case("a.b")).proofs.map(\.proof)
        #expect(bench.verdict.outcome == .failed)
        #expect(bench.verdict(without: [proofs[0]]).outcome == .passed)
        #expect(bench.verdict(without: [proofs[1]]).outcome == .failed)
        #expect(bench.verdict(without: Set(proofs)).outcome == .inconclusive)
    }
}
