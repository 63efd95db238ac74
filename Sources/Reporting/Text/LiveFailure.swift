package import Judge

/// A failure on one line, shown as soon as it is known.
package enum LiveFailure {
    /// `FAILED write.above-maximum[…]: HAP-WRITE-017: got HTTP 204`; `nil` for every other verdict.
    ///
    /// - Parameter isKnown: whether a baseline allows the failure. The line then begins with `known failure`.
    package static func text(_ verdict: Verdict, isKnown: Bool = false) -> CleanText? {
        guard verdict.outcome == .failed || verdict.outcome == .errored else { return nil }
        let name = CleanText(verdict.instance, limit: 400)
        guard let finding = FailureText.deciding(verdict) else {
            return
                "\(CleanText(verdict.outcome.rawValue.uppercased())) \(name): \(CleanText(verdict.reason ?? "", limit: 200))"
        }
        let word: CleanText = isKnown ? "known failure" : "FAILED"
        return "\(word) \(name): \(finding.requirement): got \(CleanText(finding.got, limit: 100))"
    }
}
