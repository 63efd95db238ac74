import Gate
package import Judge

extension RunOptions {
    /// Whether the verdict is a failure that the baseline allows today.
    package func allows(_ verdict: Verdict) -> Bool {
        guard let baseline else { return false }
        return Gate.allowance(of: verdict, in: baseline, today: Day(ofTime: RunName.started)) != nil
    }
}
