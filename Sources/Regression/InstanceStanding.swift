import Gate
import Judge

/// What the runs of one side say about an instance.
struct InstanceStanding {
    private let verdicts: [Verdict]
    private let runs: Int

    init(_ verdicts: [Verdict], runs: Int) {
        self.verdicts = verdicts
        self.runs = runs
    }

    func verdicts(_ outcomes: Verdict.Outcome...) -> [Verdict] { verdicts.filter { outcomes.contains($0.outcome) } }

    func prints(_ outcome: Verdict.Outcome) -> Set<Fingerprint> { Set(verdicts(outcome).map(Fingerprint.init)) }

    var isJudged: Bool { !verdicts(.passed, .failed, .warned).isEmpty }

    /// `passed`; `failed in 1 of 3 runs` if the runs differ.
    var words: String {
        guard !verdicts.isEmpty else { return "not run" }
        let order: [Verdict.Outcome] = [.failed, .warned, .passed, .inconclusive, .errored, .skipped]
        let found = order.map { outcome in (outcome, verdicts.count { $0.outcome == outcome }) }.filter { $0.1 > 0 }
        if found.count == 1, verdicts.count == runs { return found[0].0.rawValue }
        return found.map { "\($0.rawValue) in \($1) of \(runs) runs" }.joined(separator: ", ")
    }
}
