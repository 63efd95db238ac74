import Judge
import Reporting

/// What the accessory did in one instance of a case.
public struct InstanceVerdict: Sendable, Hashable {
    /// The possible verdicts.
    public enum Outcome: String, Sendable, CaseIterable {
        /// Every expectation held, and the accessory answered afterwards.
        case passed
        /// A mandatory requirement is violated.
        case failed
        /// A recommended requirement is violated, or the accessory did something that is only tolerated.
        case warned
        /// The case does not apply or may not run; the reason says why.
        case skipped
        /// What the case needs could not be reached, so it could not be judged.
        case inconclusive
        /// The tester failed, not the accessory.
        case errored
    }

    /// A requirement that the accessory violates.
    public struct Finding: Sendable, Hashable {
        /// The requirement's id, such as `HAP-WRITE-012`.
        public let requirement: String
        /// What was expected.
        public let expected: String
        /// What the accessory did.
        public let got: String
    }

    /// The instance's name, which is stable over runs: `write.below-minimum[lightbulb.brightness; over=ip]`.
    public let instance: String
    /// The id of its case.
    public let caseID: String
    /// What the case shows.
    public let title: String
    /// What the verdict says.
    public let outcome: Outcome
    /// Why it was skipped or could not be judged.
    public let reason: String?
    /// The requirements that it violates.
    public let findings: [Finding]

    init(_ entry: RunReport.Entry) {
        let verdict = entry.verdict
        instance = verdict.instance
        caseID = verdict.caseID
        title = entry.title
        outcome =
            switch verdict.outcome {
            case .passed: .passed
            case .failed: .failed
            case .warned: .warned
            case .skipped: .skipped
            case .inconclusive: .inconclusive
            case .errored: .errored
            }
        reason = verdict.reason.map { CleanText($0).string }
        findings = verdict.findings.map {
            Finding(
                requirement: $0.requirement,
                expected: CleanText($0.expected).string,
                got: CleanText($0.got).string
            )
        }
    }
}
