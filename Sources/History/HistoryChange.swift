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

    /// Whether the values became larger (1), smaller (-1), or only spread differently (0).
    package var direction: Int {
        let (before, after) = (old.median ?? 0, new.median ?? 0)
        return after > before ? 1 : after < before ? -1 : 0
    }

    /// What else changed between the two runs: `firmware`, `suites`, `tool`.
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
