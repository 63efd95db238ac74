/// How many bytes a link buffers, and how long it waits, when one side does not read.
package struct LinkLimits: Sendable, Hashable {
    /// How many bytes may be unread; above this, the link stops reading from the transport.
    package var inbound: Int
    /// How many bytes may wait for the other side to read; more are rejected with ``LinkError/Code/congested``.
    package var outbound: Int
    /// How long an orderly close waits until the other side has read the last bytes and closed too.
    package var linger: Duration

    package init(inbound: Int = 1 << 20, outbound: Int = 16 << 20, linger: Duration = .seconds(1)) {
        self.inbound = inbound
        self.outbound = outbound
        self.linger = linger
    }
}
