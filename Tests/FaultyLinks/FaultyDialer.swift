package import Links
package import Measurement
import Synchronization

/// Opens links that fail as planned.
package final class FaultyDialer: LinkDialer {
    private let dialer: any LinkDialer
    private let clock: MonotonicClock
    /// The fault of a connection, by its number from 1.
    private let fault: @Sendable (Int) -> LinkFault?
    private let state = Mutex<(links: Int, faults: [LinkFault])>((0, []))

    package init(_ dialer: any LinkDialer, clock: MonotonicClock, fault: @escaping @Sendable (Int) -> LinkFault?) {
        (self.dialer, self.clock, self.fault) = (dialer, clock, fault)
    }

    package var destination: String { dialer.destination }

    /// The faults that took place.
    package var faults: [LinkFault] { state.withLock { $0.faults } }

    package func dial(until deadline: Moment) async throws(LinkError) -> any Link {
        let link = try await dialer.dial(until: deadline)
        let number = state.withLock { state in
            state.links += 1
            return state.links
        }
        guard let fault = fault(number) else { return link }
        return FaultyLink(link, fault: fault, clock: clock) { self.note(fault) }
    }

    private func note(_ fault: LinkFault) {
        state.withLock { $0.faults.append(fault) }
    }
}
