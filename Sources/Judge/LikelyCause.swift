package import SuiteLanguage

/// The violated requirement that most likely is the fault of the accessory. One fault violates many expectations, and
/// most findings of a run are only its consequences.
///
/// It is a function of the verdicts of a run, without knowledge of how the accessory works. The findings are ordered
/// by these criteria, and the first finding is the cause:
///
/// 1. ``Bearing``: a wrong response or a forbidden action comes before an exchange that failed as a whole, and that
/// before a missing value.
/// 2. Severity: failures come before warnings.
/// 3. The share of checks of the requirement that failed: a requirement that was met elsewhere is a less likely
/// cause.
/// 4. The number of requirements that the expectation proves: an expectation of one requirement is the most specific.
/// 5. The number of conditions of the expectation: with one condition, it is clear which one failed.
/// 6. The number of steps before: the shortest way to the fault has the fewest side effects.
/// 7. The order of the run.
package struct LikelyCause: Sendable, Hashable {
    /// The finding that shows it.
    package var finding: Finding
    /// The instance in which it was found.
    package var instance: String
    package var caseID: String
    /// The number of instances with findings.
    package var instances: Int
    /// The number of requirements in the findings.
    package var requirements: Int

    /// The requirement.
    package var requirement: String { finding.requirement }

    /// - Parameter verdicts: the verdicts of a run that count, in its order.
    /// - Returns: `nil` if there are no findings.
    package init?(_ verdicts: [Verdict], library: SuiteLibrary) {
        let chances = Chances(verdicts, library: library)
        var best: (candidate: Candidate, verdict: Verdict)?
        for verdict in verdicts {
            for finding in verdict.findings {
                let candidate = Candidate(finding, in: verdict, chances: chances)
                if best.map({ candidate.comesBefore($0.candidate) }) ?? true { best = (candidate, verdict) }
            }
        }
        guard let best else { return nil }
        finding = best.candidate.finding
        instance = best.verdict.instance
        caseID = best.verdict.caseID
        instances = verdicts.count { !$0.findings.isEmpty }
        requirements = Set(verdicts.flatMap { $0.findings.map(\.requirement) }).count
    }
}

/// A finding with the criteria that order it.
private struct Candidate {
    let finding: Finding
    private let brokenShare: Double
    private let citing: Int
    private let step: Int

    init(_ finding: Finding, in verdict: Verdict, chances: Chances) {
        self.finding = finding
        brokenShare = chances.brokenShare(of: finding.requirement)
        citing = verdict.findings.count {
            $0.step == finding.step && $0.expected == finding.expected && $0.got == finding.got
        }
        step = finding.firstStep
    }

    /// Whether this candidate is more likely. If both are equal, the earlier one stays.
    func comesBefore(_ other: Candidate) -> Bool {
        if finding.bearing != other.finding.bearing { return finding.bearing < other.finding.bearing }
        if finding.severity != other.finding.severity { return finding.severity == .failed }
        if brokenShare != other.brokenShare { return brokenShare > other.brokenShare }
        if citing != other.citing { return citing < other.citing }
        if finding.asks != other.finding.asks { return finding.asks < other.finding.asks }
        return step < other.step
    }
}

/// How often each requirement was checked, and how often it was violated.
private struct Chances {
    private struct Place: Hashable {
        var instance: String
        var step: Int
    }

    private var all: [String: Set<Place>] = [:]
    private var broken: [String: Set<Place>] = [:]

    init(_ verdicts: [Verdict], library: SuiteLibrary) {
        var proofs: [String: [(requirement: String, step: Int)]] = [:]
        for verdict in verdicts {
            for finding in verdict.findings {
                let place = Place(instance: verdict.instance, step: finding.firstStep)
                broken[finding.requirement, default: []].insert(place)
            }
            // A requirement that was not checked is neither met nor violated.
            guard verdict.outcome == .passed || !verdict.findings.isEmpty else { continue }
            let known = proofs[verdict.caseID] ?? library.case(verdict.caseID)?.stepsThatProve ?? []
            proofs[verdict.caseID] = known
            for proof in known {
                all[proof.requirement, default: []].insert(Place(instance: verdict.instance, step: proof.step))
            }
        }
    }

    func brokenShare(of requirement: String) -> Double {
        let broken = broken[requirement] ?? []
        let all = (all[requirement] ?? []).union(broken)
        return all.isEmpty ? 1 : Double(broken.count) / Double(all.count)
    }
}

extension Finding {
    /// The number of the finding's step in the case, from 1; 0 for documents, monitors and the probe.
    fileprivate var firstStep: Int { Int(step.prefix { $0.isNumber }) ?? 0 }
}

extension Case {
    /// Each requirement with the numbers of the steps that prove it.
    fileprivate var stepsThatProve: [(requirement: String, step: Int)] {
        guard case .procedure(let steps) = body else { return allProves.map { ($0, 0) } }
        return steps.enumerated().flatMap { index, step in
            Set(step.allExpectations.flatMap(\.proves)).map { ($0, index + 1) }
        }
    }
}
