import Measurement
import Synchronization

/// Finds the changes of series, and those of equal series once: a page shows what the terminal shows, and a new firmware often
/// changes many instances in the same way.
final class ChangeSearch: Sendable {
    private let search: @Sendable ([Double]) -> [ChangePoint]
    private let known = Mutex<[[Double]: [ChangePoint]]>([:])

    /// - Parameter search: finds the changes of one series.
    init(_ search: @escaping @Sendable ([Double]) -> [ChangePoint]) {
        self.search = search
    }

    /// - Parameter values: finite numbers in the order of their times.
    func changes(in values: [Double]) -> [ChangePoint] {
        if let found = known.withLock({ $0[values] }) { return found }
        let found = search(values)
        known.withLock { $0[values] = found }
        return found
    }
}
