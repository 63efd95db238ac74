import History
import Testing

@Suite("Flaky instances")
struct FlakyInstanceTests {
    private static func flaky(
        _ runs: [KeptRun],
        _ outcomes: [String],
        prints: [String?] = []
    ) -> [FlakyInstance] {
        var verdicts: [Int64: [HistoryVerdict]] = [:]
        for (index, run) in runs.enumerated() {
            let print = prints.isEmpty ? nil : prints[index]
            verdicts[run.number] = [HistoryVerdict(instance: "read.one", outcome: outcomes[index], fingerprint: print)]
        }
        return HistoryReading(runs, verdicts: verdicts).flaky
    }

    @Test("A verdict that changes between runs of the same firmware and suites is flaky, with its runs and counts")
    func changes() throws {
        let found = Self.flaky((1...4).map { Runs.run($0) }, ["passed", "failed", "passed", "passed"])
        let flaky = try #require(found.first)
        #expect(found.count == 1)
        #expect(flaky.instance == "read.one" && flaky.firmware == "1.0" && flaky.flips == 2)
        #expect(flaky.outcomes.map(\.outcome) == ["passed", "failed"])
        #expect(flaky.outcomes.map(\.count) == [3, 1])
        #expect(flaky.sightings.map(\.run.number) == [1, 2, 3, 4])
    }

    @Test("A verdict that changes with the firmware or with the suites is not flaky")
    func explained() {
        let firmware = [Runs.run(1), Runs.run(2), Runs.run(3, firmware: "1.1"), Runs.run(4, firmware: "1.1")]
        #expect(Self.flaky(firmware, ["passed", "passed", "failed", "failed"]).isEmpty)
        let suites = [Runs.run(1), Runs.run(2, suites: "abd")]
        #expect(Self.flaky(suites, ["passed", "failed"]).isEmpty)
    }

    @Test("A difference that lasts and is found as a change does not make an instance flaky, and one run does")
    func lasting() {
        let runs = (1...20).map { Runs.run($0) }
        let lasting = Array(repeating: "passed", count: 10) + Array(repeating: "failed", count: 10)
        #expect(Self.flaky(runs, lasting).isEmpty)
        #expect(Self.flaky(runs, Array(repeating: "passed", count: 19) + ["failed"]).count == 1)
        // Another failure from some run on leaves the verdict what it was.
        let prints = Array(repeating: "a", count: 10) + Array(repeating: "b", count: 10)
        #expect(Self.flaky(runs, Array(repeating: "failed", count: 20), prints: prints).isEmpty)
        let eightRuns = Array(runs.prefix(8))
        #expect(
            Self.flaky(eightRuns, Array(repeating: "passed", count: 5) + ["failed", "failed", "passed"]).count == 1
        )
        // Of few runs no change can be told from chance: it must not be lost.
        let eight = Array(repeating: "passed", count: 4) + Array(repeating: "failed", count: 4)
        #expect(Self.flaky(eightRuns, eight).count == 1)
        #expect(Self.flaky(Array(runs.prefix(4)), ["passed", "passed", "failed", "failed"]).count == 1)
    }

    @Test("Another failure of the same instance is a change, too")
    func manners() throws {
        let runs = (1...3).map { Runs.run($0) }
        #expect(Self.flaky(runs, ["failed", "failed", "failed"], prints: ["a", "a", "a"]).isEmpty)
        let flaky = try #require(Self.flaky(runs, ["failed", "failed", "failed"], prints: ["a", "b", "a"]).first)
        #expect(flaky.manners == 2 && flaky.flips == 2)
    }

    @Test("Equal verdicts that follow each other are one stretch")
    func stretches() throws {
        let runs = (1...5).map { Runs.run($0) }
        let flaky = try #require(Self.flaky(runs, ["passed", "passed", "failed", "failed", "passed"]).first)
        #expect(flaky.stretches.map { $0.map(\.run.number) } == [[1, 2], [3, 4], [5]])
        let prints = ["a", "b", "b"]
        let other = try #require(
            Self.flaky(Array(runs.prefix(3)), ["failed", "failed", "failed"], prints: prints).first
        )
        #expect(other.stretches.map { $0.map(\.run.number) } == [[1], [2, 3]])
    }

    @Test("A flaky instance can only be found if a run of the same firmware and suites is repeated")
    func repetition() {
        #expect(!FlakyInstance.canBeFound(in: []))
        #expect(!FlakyInstance.canBeFound(in: [Runs.run(1), Runs.run(2, firmware: "1.1"), Runs.run(3, suites: "abd")]))
        #expect(!FlakyInstance.canBeFound(in: [Runs.run(1), Runs.run(2, isWhole: false)]))
        #expect(FlakyInstance.canBeFound(in: [Runs.run(1), Runs.run(2, firmware: "1.1"), Runs.run(3)]))
    }

    @Test("Skips and interrupted runs say nothing")
    func silent() {
        #expect(Self.flaky((1...3).map { Runs.run($0) }, ["passed", "skipped", "passed"]).isEmpty)
        #expect(Self.flaky([Runs.run(1), Runs.run(2, isWhole: false)], ["passed", "inconclusive"]).isEmpty)
    }
}
