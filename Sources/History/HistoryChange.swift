package import Measurement

/// A change of a series between two runs that follow each other.
package struct HistoryChange: Sendable, Hashable {
    /// The last run before the change.
    package let before: KeptRun
    /// The first run after it.
    package let after: KeptRun
    /// The place of the first run after it in the series.
    package let index: Int
    /// The values from the change before it, or from the begin.
    package let old: Sample
    /// The values up to the next change, or to the end.
    package let new: Sample
    package let p: Double

    /// The new median divided by the old one; `nil` if the old one is not above 0.
    package var ratio: Double? {
        guard let before = old.median, let after = new.median, before > 0 else { return nil }
        return after / before
    }

    /// Cliff's delta, the effect size from -1 to 1: how much more often a new value is larger than an old one than it is
    /// smaller.
    package var effect: Double { MannWhitney(old, new)?.delta ?? 0 }

    /// Whether the values became larger (1), smaller (-1), or only spread differently (0).
    package var direction: Int {
        let effect = effect
        return abs(effect) < Self.negligible ? 0 : effect > 0 ? 1 : -1
    }

    /// An effect below this is negligible (Romano and others, 2006).
    package static let negligible = 0.147

    /// What else changed between the two runs: `firmware`, `hardware`, `device`, `suites`, `tool`.
    package var causes: [String] {
        let (old, new) = (before.run, after.run)
        return [
            ("firmware", old.accessory.firmware != new.accessory.firmware),
            ("hardware", old.accessory.hardware != new.accessory.hardware),
            ("device", old.accessory.deviceID != new.accessory.deviceID),
            ("suites", old.suites != new.suites), ("tool", old.tool != new.tool),
        ].filter(\.1).map(\.0)
    }
}
