import Latency
import Measurement

/// How many operations of a load an accessory refused, in all runs of one side.
struct RefusalShare: Sendable {
    private(set) var refused = 0
    private(set) var all = 0
    /// What the first refused operation came to; `nil` if none was.
    private(set) var first: String?

    mutating func add(_ series: RecordedSeries) {
        all += series.count + (series.refused?.count ?? 0)
        refused += series.refused?.count ?? 0
        first = first ?? series.refused?.first
    }

    /// Why the operation counts as lost: `9 of 209 came to nothing, and 0 of 200 in old; the first one with: HTTP 500`. `nil` if no
    /// more were refused than on the old side, or if the difference may be chance.
    func worsening(since old: RefusalShare) -> String? {
        guard let first, refused * old.all > old.refused * all,
            ExceedanceTest(old: old.refused, of: old.all, new: refused, of: all).p < Self.chanceLimit
        else { return nil }
        return
            "\(refused) of \(all) came to nothing, and \(old.refused) of \(old.all) in old; the first one with: \(first)"
    }

    private static let chanceLimit = 0.01
}
