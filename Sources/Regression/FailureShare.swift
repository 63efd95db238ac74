import Latency
import Measurement

/// How many operations of a load came to nothing, in all runs of one side.
struct FailureShare: Sendable {
    private(set) var failed = 0
    private(set) var all = 0
    /// What the first of them came to; `nil` if none was.
    private(set) var first: String?

    mutating func add(_ series: RecordedSeries) {
        all += series.count + (series.failed?.count ?? 0)
        failed += series.failed?.count ?? 0
        first = first ?? series.failed?.first
    }

    /// Why the operation counts as lost: `9 of 209 came to nothing, and 0 of 200 in old; the first one with: HTTP 500`. `nil` if no
    /// more came to nothing than on the old side, or if the difference may be chance.
    func worsening(since old: FailureShare) -> String? {
        guard let first, failed * old.all > old.failed * all,
            ExceedanceTest(old: old.failed, of: old.all, new: failed, of: all).p < Self.chanceLimit
        else { return nil }
        return
            "\(failed) of \(all) came to nothing, and \(old.failed) of \(old.all) in old; the first one with: \(first)"
    }

    private static let chanceLimit = 0.01
}
