/// What a link knows of the network's own round trip, without the time that the other side's program takes.
package struct LinkRoundTrip: Sendable, Hashable {
    /// The smoothed round trip (TCP_INFO). A peer that acknowledges late makes it longer.
    package var smoothed: Duration
    /// The shortest round trip of the last minutes; `nil` if the system does not know it.
    package var least: Duration?
    /// How many segments were sent again since the link was opened.
    package var resent: Int
    /// The round trip to the relay over which the link goes, which the others do not contain; `nil` without a relay.
    package var relay: Duration?

    package init(smoothed: Duration, least: Duration?, resent: Int, relay: Duration? = nil) {
        self.smoothed = smoothed
        self.least = least
        self.resent = resent
        self.relay = relay
    }
}
