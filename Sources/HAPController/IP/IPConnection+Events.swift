import Links
package import Measurement
import Synchronization

extension IPConnection {
    /// The events that come until a moment; other operations may run meanwhile.
    ///
    /// - Parameter start: leaves those that came earlier for others; `nil` gives all that nobody has taken yet.
    /// - Returns: the events in their order; fewer, if the task is cancelled before that moment.
    package func events(from start: Moment? = nil, until end: Moment) async -> [EventMessage] {
        // Nothing is read meanwhile: the link stamps what arrives.
        try? await clock.sleep(until: end)
        await readWaitingEvents()
        return state.withLock { $0.conversation.takeEvents(from: start) }
    }

    /// Reads what waits in the link, unless an operation runs that does so anyway.
    private func readWaitingEvents() async {
        guard gate.enterAtOnce() else { return }
        defer { gate.leave() }
        guard let link = state.withLock({ $0.link }) else { return }
        await readWaiting(link)
    }
}
