package import Measurement
import Synchronization

/// An in-process network: names to listen at, and links that are pairs of queues.
///
/// It runs on any clock. On a ``VirtualBench`` nothing leaves the bench's thread, so every run is the same.
package final class InProcessNetwork: Sendable {
    private struct State {
        var listeners: [String: InProcessListener] = [:]
        var opened = 0
    }

    private let clock: MonotonicClock
    private let latency: Duration
    private let limits: LinkLimits
    private let state = Mutex(State())

    /// - Parameter latency: the delay of bytes and of a close, in each direction.
    package init(clock: MonotonicClock, latency: Duration = .zero, limits: LinkLimits = LinkLimits()) {
        self.clock = clock
        self.latency = latency
        self.limits = limits
    }

    /// Listens at a name.
    ///
    /// - Throws: ``LinkError`` if the name already has a listener.
    package func listen(at address: String) throws(LinkError) -> InProcessListener {
        let listener = InProcessListener(network: self, address: address)
        try listen(listener, at: address)
        return listener
    }

    func listen(_ listener: InProcessListener, at address: String) throws(LinkError) {
        let taken = state.withLock { state in
            guard state.listeners[address] == nil else { return true }
            state.listeners[address] = listener
            return false
        }
        if taken { throw LinkError(.refused, "\(address) already has a listener: choose another name") }
    }

    /// A dialer to the name, which may have no listener yet.
    package func dialer(to address: String) -> InProcessDialer {
        InProcessDialer(network: self, destination: address)
    }

    func forget(_ address: String) {
        state.withLock { $0.listeners[address] = nil }
    }

    func open(to address: String) throws(LinkError) -> any Link {
        let (listener, number) = state.withLock { state in
            state.opened += 1
            return (state.listeners[address], state.opened)
        }
        guard let listener else {
            throw LinkError(.refused, "no listener at \(address): is the accessory started?")
        }
        let (near, far) = InProcessLink.pair(
            name: "\(address) \(number)",
            clock: clock,
            latency: latency,
            limits: limits
        )
        listener.take(far)
        return near
    }
}
