/// The network's own round trip, as a connection's transport knows it: without the time that the accessory takes.
package struct RoundTrip: Sendable, Hashable {
    /// How it was measured: `TCP_INFO`, `CoAP ping`.
    package var method: String
    /// A typical round trip.
    package var usual: Duration
    /// The shortest one; `nil` if it is not known.
    package var least: Duration?
    /// How many messages were sent again since the connection was opened; `nil` if it is not known.
    package var resent: Int?
    /// The round trip between the tester and the relay, which the others do not contain; `nil` without a relay.
    package var relay: Duration?

    package init(
        method: String,
        usual: Duration,
        least: Duration? = nil,
        resent: Int? = nil,
        relay: Duration? = nil
    ) {
        self.method = method
        self.usual = usual
        self.least = least
        self.resent = resent
        self.relay = relay
    }
}
