package import Latency
import Synchronization

/// Measures what the tester itself adds to each time, once in a run.
package final class OverheadMeter: Sendable {
    private let measure: @Sendable () async -> TesterOverhead?
    private let isDone = Mutex(false)

    package init(_ measure: @escaping @Sendable () async -> TesterOverhead?) {
        self.measure = measure
    }

    /// The overhead; `nil` if it was measured before, or cannot be measured here.
    func measured() async -> TesterOverhead? {
        let isFirst = isDone.withLock { isDone in
            defer { isDone = true }
            return !isDone
        }
        return isFirst ? await measure() : nil
    }
}
