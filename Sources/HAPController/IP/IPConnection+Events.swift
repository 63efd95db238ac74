import Links
package import Measurement
import Synchronization

extension IPConnection {
    package func events(from start: Moment?, until end: Moment) async -> [EventNotice] {
        // The connection is not read during the wait: the link stamps what arrives.
        try? await clock.sleep(until: end)
        await readWaitingEvents()
        return state.withLock { $0.conversation.takeEvents(from: start) }
    }

    /// Reads what has arrived on the link, unless a running operation does so.
    private func readWaitingEvents() async {
        guard gate.enterAtOnce() else { return }
        defer { gate.leave() }
        guard let link = state.withLock({ $0.link }) else { return }
        await readWaiting(link)
    }
}
