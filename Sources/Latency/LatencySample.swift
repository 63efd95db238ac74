package import Links
package import Measurement

/// One measured time.
package struct LatencySample: Sendable, Hashable {
    /// The number of the session, from 0.
    package var session: Int
    /// Just before the request was sent.
    package var sent: Moment
    /// When the last byte of the response, or of the event, arrived.
    package var answered: Moment
    /// When the request was due; `nil` without a rate.
    package var due: Moment?
    /// Where both moments come from.
    package var origin: StampOrigin
    /// The round trip between the tester and the relay at that time, which is subtracted; `nil` without a relay, or if it is not known
    /// how much of the time is the relay's.
    package var relay: Duration?

    package init(
        session: Int,
        sent: Moment,
        answered: Moment,
        due: Moment? = nil,
        origin: StampOrigin,
        relay: Duration? = nil
    ) {
        self.session = session
        self.sent = sent
        self.answered = answered
        self.due = due
        self.origin = origin
        self.relay = relay
    }

    /// How long the accessory and its network took.
    package var service: Duration { withoutRelay(sent.duration(to: answered)) }

    /// The time since the request was due. An answer that is late delays the requests after it; a real user would have
    /// waited for those, too, so their waiting counts (correction for coordinated omission).
    package var response: Duration { withoutRelay((due ?? sent).duration(to: answered)) }

    private func withoutRelay(_ time: Duration) -> Duration {
        relay.map { max(.nanoseconds(1), time - $0) } ?? time
    }
}
