import SuiteLanguage

/// A finding with the criteria that say how likely it is the cause of others. One fault violates many expectations, and
/// most findings of a run are only its consequences.
///
/// The criteria use no knowledge of how the accessory works, in this order:
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
struct Candidate {
    let finding: Finding
    let instance: String
    let caseID: String
    private let brokenShare: Double
    private let citing: Int
    /// The number of the finding's step, from 1; 0 for documents, monitors and the probe.
    let step: Int

    /// Whether no earlier step of the instance has a finding.
    let isFirst: Bool
    /// What the exchange looked like; `nil` if the finding rests on no request.
    let exchange: Symptom?
    /// The same of a failed exchange.
    var symptom: Symptom? { exchange.flatMap { $0.isOfSuccess ? nil : $0 } }
    /// The characteristics that it is about, as in `1.53`.
    let subjects: Set<String>
    /// The characteristics of which it shows only which events came.
    let subjectsOfEvents: Set<String>
    /// The characteristics that it shows with another value than the instance wrote.
    let altered: Set<String>
    /// Whether it rests on a list of pairings.
    let isOfList: Bool
    /// The entries that the accessory refused in the exchange that failed.
    let refused: Set<RefusedEntry>
    /// All that it refused in the instance, until the finding.
    let refusedSoFar: Set<RefusedEntry>
    /// Whether the tester's own first pair-setup shows it.
    let isOfOwnPairing: Bool
    /// Whether its step prepares a timed write and does nothing else.
    let isAboutPreparation: Bool

    init(_ finding: Finding, in verdict: Verdict, chances: Chances, requests: Requests, library: SuiteLibrary) {
        self.finding = finding
        instance = verdict.instance
        caseID = verdict.caseID
        refused = finding.bearing == .exchange ? requests.refused(in: finding) : []
        refusedSoFar = requests.refused(in: verdict.instance, until: finding)
        brokenShare = chances.brokenShare(of: finding.requirement)
        citing = verdict.findings.count {
            $0.step == finding.step && $0.expected == finding.expected && $0.got == finding.got
        }
        step = finding.firstStep
        isFirst = verdict.findings.allSatisfy { $0.firstStep >= finding.firstStep }
        exchange = Symptom(finding, requests: requests)
        subjects = requests.subjects(of: finding)
        subjectsOfEvents = requests.subjectsOfEvents(of: finding, in: verdict.instance)
        altered = requests.altered(in: finding)
        isOfList = finding.evidence.contains(where: requests.listsPairings)
        isOfOwnPairing = library.case(verdict.caseID)?.isOfOwnPairing ?? false
        isAboutPreparation = library.case(verdict.caseID)?.preparesOnly(inStep: step) ?? false
    }

    /// Whether every check of the requirement failed: the fault is not one of the place or the moment.
    var isAlwaysBroken: Bool { brokenShare == 1 }

    /// Whether it shows a fault that no earlier failure of its instance can have caused.
    var isDirect: Bool { finding.bearing == .answer && (step > 0 || isOfOwnPairing) && isFirst }

    /// Whether this candidate is more likely.
    fileprivate func comesBefore(_ other: Candidate) -> Bool {
        if finding.bearing != other.finding.bearing { return finding.bearing < other.finding.bearing }
        if finding.severity != other.finding.severity { return finding.severity == .failed }
        if brokenShare != other.brokenShare { return brokenShare > other.brokenShare }
        if citing != other.citing { return citing < other.citing }
        if finding.asks != other.finding.asks { return finding.asks < other.finding.asks }
        return step < other.step
    }
}

extension [Candidate] {
    /// The most likely candidate first; equal ones in the order of the run.
    var likeliestFirst: [Candidate] {
        enumerated().sorted { left, right in
            if left.element.comesBefore(right.element) { return true }
            return !right.element.comesBefore(left.element) && left.offset < right.offset
        }.map(\.element)
    }

    /// The candidates of each requirement, in the order of the first ones.
    var byRequirement: [[Candidate]] {
        var groups: [[Candidate]] = []
        var places: [String: Int] = [:]
        for candidate in self {
            if let place = places[candidate.finding.requirement] {
                groups[place].append(candidate)
            } else {
                places[candidate.finding.requirement] = groups.count
                groups.append([candidate])
            }
        }
        return groups
    }
}

/// How often each requirement was checked, and how often it was violated.
struct Chances {
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
            let known = proofs[verdict.caseID] ?? library.case(verdict.caseID)?.stepsThatProve ?? []
            proofs[verdict.caseID] = known
            // A requirement that was not checked is neither met nor violated, as those of the steps after a failed one.
            let last = verdict.findings.map(\.firstStep).max() ?? 0
            let violated = Set(verdict.findings.map(\.requirement))
            for proof in known
            where verdict.met.contains(proof.requirement) || violated.contains(proof.requirement) && proof.step <= last
            {
                all[proof.requirement, default: []].insert(Place(instance: verdict.instance, step: proof.step))
            }
        }
    }

    func brokenShare(of requirement: String) -> Double {
        let broken = broken[requirement] ?? []
        let all = (all[requirement] ?? []).union(broken)
        return all.isEmpty ? 1 : Double(broken.count) / Double(all.count)
    }

    /// How many instances checked the requirement, and how many of them violated it.
    func instances(of requirement: String) -> (all: Int, broken: Int) {
        let broken = Set((broken[requirement] ?? []).map(\.instance))
        return (broken.union((all[requirement] ?? []).map(\.instance)).count, broken.count)
    }
}

extension Finding {
    /// The number of the finding's step in the case, from 1; 0 for documents, monitors and the probe.
    fileprivate var firstStep: Int { Int(step.prefix { $0.isNumber }) ?? 0 }
}

extension Case {
    /// Whether it judges the tester's own first pair-setup.
    fileprivate var isOfOwnPairing: Bool {
        guard case .document(let document) = body else { return false }
        return document.snapshots == ["first-pairing"]
    }

    /// Whether the step with this number, from 1, sends a preparation of a timed write and nothing else.
    fileprivate func preparesOnly(inStep number: Int) -> Bool {
        guard case .procedure(let steps) = body, steps.indices.contains(number - 1),
            case .call("request", let arguments) = steps[number - 1].action
        else { return false }
        return Argument.map(arguments)["path"]?.word == "/prepare"
    }

    /// Each requirement with the numbers of the steps that prove it.
    fileprivate var stepsThatProve: [(requirement: String, step: Int)] {
        guard case .procedure(let steps) = body else { return allProves.map { ($0, 0) } }
        return steps.enumerated().flatMap { index, step in
            Set(step.allExpectations.flatMap(\.proves)).map { ($0, index + 1) }
        }
    }
}
