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

    /// The next event, if one comes before the deadline.
    package func nextEvent(until deadline: Moment) async -> EventMessage? {
        guard await gate.enter(until: deadline) else { return nil }
        defer { gate.leave() }
        guard let link = state.withLock({ $0.link }) else { return nil }
        while true {
            let event = state.withLock { state in
                state.conversation.readEvents()
                return state.conversation.takeEvent()
            }
            if let event { return event }
            switch await link.receive(until: deadline) {
            case .bytes(let bytes, let moment):
                state.withLock { $0.conversation.received(bytes, at: moment) }
                if moment > deadline { return nil }
            case .closed(let closure, let moment):
                let isNews = state.withLock { state in
                    defer { state.conversation.ended(closure, at: moment) }
                    return state.conversation.closing == nil
                }
                if !isNews { return nil }
            case .timedOut: return nil
            }
        }
    }

    /// Waits for the end of the connection.
    ///
    /// - Returns: how and when it ended; `nil` if it did not before the deadline.
    package func waitForClose(until deadline: Moment) async -> Exchange.Closing? {
        guard await gate.enter(until: deadline) else { return closing }
        defer { gate.leave() }
        guard let link = state.withLock({ $0.link }) else { return nil }
        await readWaiting(link)
        while true {
            if let closing { return closing }
            switch await link.receive(until: deadline) {
            case .bytes(let bytes, let moment):
                state.withLock { state in
                    state.conversation.received(bytes, at: moment)
                    state.conversation.readEvents()
                }
                if moment > deadline { return nil }
            case .closed(let closure, let moment): state.withLock { $0.conversation.ended(closure, at: moment) }
            case .timedOut: return nil
            }
        }
    }
}
