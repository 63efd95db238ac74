package import Measurement

/// A port that sends and receives datagrams.
package protocol DatagramPort: Sendable {
    /// Sends one datagram to one address or to a group; delivery is not confirmed.
    ///
    /// - Returns: the moment just before it was handed to the transport.
    /// - Throws: ``LinkError`` if the port is closed or the datagram cannot be sent.
    @discardableResult
    func send(_ bytes: [UInt8], to destination: DatagramAddress) async throws(LinkError) -> Moment

    /// The next datagram; `nil` at the deadline, at once in a cancelled task, and always after the port is closed.
    ///
    /// One caller at a time. Unread datagrams are kept, up to a few hundred.
    func receive(until deadline: Moment) async -> Datagram?

    /// Closes the port; it receives no more datagrams.
    func close() async
}

/// A network on which datagrams can be sent to groups.
package protocol DatagramNetwork: Sendable {
    /// Opens a private port, which receives only the datagrams sent to it.
    ///
    /// - Throws: ``LinkError`` if no port is available.
    func open() async throws(LinkError) -> any DatagramPort

    /// Opens a port that receives every datagram sent to the group on this network, including its own.
    /// It sends from the group's port number, which it shares with the other members on the same host.
    ///
    /// - Throws: ``LinkError`` if the group cannot be joined.
    func join(_ group: DatagramAddress) async throws(LinkError) -> any DatagramPort

    /// The six bytes of a neighbour's hardware address (MAC); `nil` if it is not on this network or not known to this host.
    func hardwareAddress(of host: IPAddress) async -> [UInt8]?
}
