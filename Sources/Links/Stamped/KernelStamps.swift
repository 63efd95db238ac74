import CStamps
package import Measurement
import Synchronization

/// Which of the latest moments of links are stamps of the kernel.
///
/// A moment has no mark of its own, because only a measurement asks for it.
package final class KernelStamps: Sendable {
    private struct State {
        var known: Set<Int64> = []
        var order: [Int64] = []
        var next = 0
    }

    /// How many moments are known: many more than the messages between a stamp and the question for it.
    private static let capacity = 8192

    private let state = Mutex(State())

    /// Keeps the kernel's stamps turned on between connections.
    private let keeper = stamps_keep()

    package init() {}

    deinit {
        if keeper >= 0 { stamps_close(keeper, 0) }
    }

    /// Where the moment comes from.
    package func origin(of moment: Moment) -> StampOrigin {
        state.withLock { $0.known.contains(moment.nanoseconds) } ? .kernel : .socket
    }

    /// Records a moment that the kernel has stamped.
    func add(_ moment: Moment) {
        state.withLock { state in
            guard state.known.insert(moment.nanoseconds).inserted else { return }
            if state.order.count < Self.capacity {
                state.order.append(moment.nanoseconds)
            } else {
                state.known.remove(state.order[state.next])
                state.order[state.next] = moment.nanoseconds
                state.next = (state.next + 1) % Self.capacity
            }
        }
    }
}
