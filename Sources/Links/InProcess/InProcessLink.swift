import Measurement

/// One end of a pair of queues.
final class InProcessLink: Link {
    let name: String
    private let clock: MonotonicClock
    private let limits: LinkLimits
    private let inbox: LinkInbox
    private let line: DelayLine

    private init(name: String, clock: MonotonicClock, limits: LinkLimits, inbox: LinkInbox, line: DelayLine) {
        self.name = name
        self.clock = clock
        self.limits = limits
        self.inbox = inbox
        self.line = line
    }

    deinit {
        // No reference is left that could close the link.
        if !inbox.isClosed { line.carry(.end(.byPeer)) }
    }

    /// Creates two connected ends.
    static func pair(
        name: String,
        clock: MonotonicClock,
        latency: Duration,
        limits: LinkLimits
    ) -> (InProcessLink, InProcessLink) {
        let near = LinkInbox(clock: clock, limit: limits.inbound)
        let far = LinkInbox(clock: clock, limit: limits.inbound)
        let out = DelayLine(clock: clock, latency: latency, to: far)
        let back = DelayLine(clock: clock, latency: latency, to: near)
        return (
            InProcessLink(name: name, clock: clock, limits: limits, inbox: near, line: out),
            InProcessLink(name: name, clock: clock, limits: limits, inbox: far, line: back)
        )
    }

    func send(_ bytes: [UInt8]) async throws(LinkError) -> Moment {
        if inbox.isClosed { throw LinkError(.closed, "\(name) is closed: open a new connection") }
        let unread = line.unread
        guard unread == 0 || unread + bytes.count <= limits.outbound else {
            throw LinkError(.congested, "\(name) has \(unread) unread bytes: close the connection")
        }
        let moment = clock.now
        line.carry(.bytes(bytes))
        return moment
    }

    func receive(until deadline: Moment) async -> LinkEvent {
        await inbox.receive(until: deadline)
    }

    func close(abruptly: Bool) async {
        guard !inbox.isClosed else { return }
        inbox.close(.local, at: clock.now, discarding: true)
        line.carry(.end(abruptly ? .reset : .byPeer))
    }
}
