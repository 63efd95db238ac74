/// How much a link keeps, and for how long, when one side does not do its part.
package struct LinkLimits: Sendable, Hashable {
    /// Bytes that may lie here unread; a link that holds more takes no more from the transport until some are read.
    package var inbound: Int
    /// Bytes that may wait for the other side to read; what exceeds them is refused as ``LinkError/Code/congested``.
    package var outbound: Int
    /// How long an orderly close waits for the other side to take the last bytes and to close as well.
    package var linger: Duration

    package init(inbound: Int = 1 << 20, outbound: Int = 16 << 20, linger: Duration = .seconds(1)) {
        self.inbound = inbound
        self.outbound = outbound
        self.linger = linger
    }
}
