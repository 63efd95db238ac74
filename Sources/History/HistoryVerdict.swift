import Gate
package import Judge

/// The verdict of one instance in a run.
package struct HistoryVerdict: Sendable, Hashable {
    package var instance: String
    package var outcome: String
    /// Identifies the failure or the warning over runs; `nil` for every other verdict.
    package var fingerprint: String?
    /// Whether it counts for conformance.
    package var counts: Bool

    package init(instance: String, outcome: String, fingerprint: String? = nil, counts: Bool = true) {
        self.instance = instance
        self.outcome = outcome
        self.fingerprint = fingerprint
        self.counts = counts
    }

    /// How bad it is, from 0 to 2; `nil` for outcomes that do not say what the accessory did.
    var badness: Double? {
        switch outcome {
        case "passed": 0
        case "warned": 1
        case "failed": 2
        default: nil
        }
    }

    /// - Parameter counts: whether it counts for conformance.
    package init(_ verdict: Verdict, counts: Bool) {
        self.init(
            instance: verdict.instance.isEmpty ? verdict.caseID : verdict.instance,
            outcome: verdict.outcome.rawValue,
            fingerprint: verdict.findings.isEmpty ? nil : Fingerprint(verdict).text,
            counts: counts
        )
    }
}
