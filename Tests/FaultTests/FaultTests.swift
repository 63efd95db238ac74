import FaultyLinks
import Foundation
import Judge
import RunRecord
import Testing

@Suite("Faults of the link")
struct FaultTests {
    /// 100 seeds; `.dev/soak` sets another number.
    private static let seeds = ProcessInfo.processInfo.environment["ASSAY_FAULT_SEEDS"].flatMap { UInt64($0) } ?? 100

    /// The results of all seeds, two at a time.
    private static func outcomes() async throws -> [(seed: UInt64, outcome: FaultyRun.Outcome)] {
        let suites = try FaultSuites()
        return try await withThrowingTaskGroup(of: (UInt64, FaultyRun.Outcome).self) { group in
            var outcomes: [(seed: UInt64, outcome: FaultyRun.Outcome)] = []
            for seed in 1...seeds {
                if seed > 2, let done = try await group.next() { outcomes.append(done) }
                group.addTask { (seed, try FaultyRun(suites: suites, seed: seed).carryOut()) }
            }
            for try await done in group { outcomes.append(done) }
            return outcomes.sorted { $0.seed < $1.seed }
        }
    }

    @Test("Nothing is lost, and nearly no run accuses the accessory")
    func faults() async throws {
        let outcomes = try await Self.outcomes()
        let kinds = Set(outcomes.flatMap { $0.outcome.faults.map(\.kind) })
        #expect(kinds == Set(LinkFault.Kind.allCases))
        for (seed, outcome) in outcomes {
            #expect(outcome.unnamed == [], "seed \(seed): neither undone nor named")
            #expect(outcome.leftAfterRecovery == [], "seed \(seed): not undone over a good link either")
            // Several faults in a row can keep the run from the accessory; then it says so.
            #expect(!outcome.verdicts.isEmpty || outcome.end.reason == .unreachable, "seed \(seed): \(outcome.end)")
        }
        let accused = outcomes.filter { !$0.outcome.accusations.isEmpty }
        let names = accused.map { seed, outcome in
            let accusations = outcome.accusations.flatMap { verdict in
                verdict.findings.map { "\(verdict.instance) \($0.requirement) in step \($0.step): \($0.got)" }
            }
            let words = accusations.joined(separator: "; ")
            return "seed \(seed): \(words), faults: \(outcome.faults.map(\.kind.rawValue))"
        }
        let faults = outcomes.reduce(0) { $0 + $1.outcome.faults.count }
        print("\(outcomes.count) seeds, \(faults) faults, \(accused.count) accused")
        for name in names { print(name) }
        // One run in twenty may: the tester cannot tell a wrong bit of a plain HTTP head from a mistake of the accessory.
        #expect(accused.count * 20 <= outcomes.count, "\(names.joined(separator: "\n"))")
    }
}
