package import SuiteLanguage

/// Which broken requirement is most likely what is wrong with an accessory: one fault breaks many expectations, and most
/// of what a run finds is only its consequences.
///
/// It is a function of a run's verdicts and knows nothing of how the accessory works. Of all findings that one counts which
/// comes first by these, in this order:
///
/// 1. ``Bearing``: an answer that is wrong, or something done that must not be done, before an exchange that failed as a
///    whole, and that before what could not be compared at all.
/// 2. Severity: what fails before what warns.
/// 3. How much of what the run saw of the requirement is broken: where it held elsewhere, it is not what is wrong.
/// 4. How many requirements the expectation proves: one that proves a single one names it.
/// 5. How many things the expectation asks for: who asks for one knows which is missing.
/// 6. How many steps came before: the shortest way to the fault has the least beside it.
/// 7. The order of the run.
package struct LikelyCause: Sendable, Hashable {
    /// The finding that shows it.
    package var finding: Finding
    /// Where it was found.
    package var instance: String
    package var caseID: String
    /// How many instances have findings.
    package var instances: Int
    /// How many requirements the findings are about.
    package var requirements: Int

    /// The requirement.
    package var requirement: String { finding.requirement }

    /// - Parameter verdicts: of a run, in its order, as far as they count for what is asked.
    /// - Returns: `nil` if nothing is broken.
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

/// A finding with what decides whether it is the cause.
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

    /// Whether it is more likely; of two that are as likely the earlier one stays.
    func comesBefore(_ other: Candidate) -> Bool {
        if finding.bearing != other.finding.bearing { return finding.bearing < other.finding.bearing }
        if finding.severity != other.finding.severity { return finding.severity == .failed }
        if brokenShare != other.brokenShare { return brokenShare > other.brokenShare }
        if citing != other.citing { return citing < other.citing }
        if finding.asks != other.finding.asks { return finding.asks < other.finding.asks }
        return step < other.step
    }
}

/// How often each requirement could have shown to be broken, and how often it did.
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
            // What was not looked at holds nothing and breaks nothing.
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
    /// The number of the case's step that it belongs to, counted from 1; 0 for documents, monitors and the probe.
    fileprivate var firstStep: Int { Int(step.prefix { $0.isNumber }) ?? 0 }
}

extension Case {
    /// Each requirement with the steps that prove it, by number.
    fileprivate var stepsThatProve: [(requirement: String, step: Int)] {
        guard case .procedure(let steps) = body else { return allProves.map { ($0, 0) } }
        return steps.enumerated().flatMap { index, step in
            Set(step.allExpectations.flatMap(\.proves)).map { ($0, index + 1) }
        }
    }
}
