import Measurement
import Synchronization

/// Delivers bytes to an inbox in order, each after a fixed delay.
final class DelayLine: Sendable {
    /// An item in transit.
    enum Cargo: Sendable {
        case bytes([UInt8])
        case end(LinkClosure)
    }

    private struct State {
        var travelling: [(cargo: Cargo, due: Moment)] = []
        var bytes = 0
        var isScheduled = false
    }

    private let clock: MonotonicClock
    private let latency: Duration
    private let inbox: LinkInbox
    private let state = Mutex(State())

    init(clock: MonotonicClock, latency: Duration, to inbox: LinkInbox) {
        self.clock = clock
        self.latency = latency
        self.inbox = inbox
    }

    /// Bytes that the other side has not read yet.
    var unread: Int { state.withLock { $0.bytes } + inbox.buffered }

    func carry(_ cargo: Cargo) {
        guard latency > .zero else {
            deliver(cargo, at: clock.now)
            return
        }
        state.withLock { state in
            if case .end(.reset) = cargo {
                // A broken connection loses the bytes in transit.
                state.travelling = []
                state.bytes = 0
            }
            if case .bytes(let bytes) = cargo { state.bytes += bytes.count }
            let due = clock.now.advanced(by: latency)
            state.travelling.append((cargo, due))
            schedule(&state)
        }
    }

    private func schedule(_ state: inout State) {
        guard !state.isScheduled, let first = state.travelling.first else { return }
        state.isScheduled = true
        _ = clock.source.schedule(at: first.due) { self.arrive() }
    }

    private func arrive() {
        let now = clock.now
        let arrived = state.withLock { state in
            let count = state.travelling.prefix { $0.due <= now }.count
            let arrived = Array(state.travelling.prefix(count))
            state.travelling.removeFirst(count)
            for case (.bytes(let bytes), _) in arrived { state.bytes -= bytes.count }
            return arrived
        }
        for (cargo, _) in arrived { deliver(cargo, at: now) }
        state.withLock { state in
            state.isScheduled = false
            schedule(&state)
        }
    }

    private func deliver(_ cargo: Cargo, at moment: Moment) {
        switch cargo {
        case .bytes(let bytes): inbox.push(bytes, at: moment)
        case .end(let closure): inbox.close(closure, at: moment)
        }
    }
}
