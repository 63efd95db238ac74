package import Measurement

/// A place at which datagrams arrive and from which they are sent.
package protocol DatagramPort: Sendable {
    /// Sends one datagram, to one address or to a group; nobody says whether it arrives.
    ///
    /// - Returns: the moment just before it was handed to the transport.
    /// - Throws: ``LinkError`` if the port is closed or the datagram cannot be sent.
    @discardableResult
    func send(_ bytes: [UInt8], to destination: DatagramAddress) async throws(LinkError) -> Moment

    /// The next datagram; `nil` at the deadline, at once in a cancelled task, and for ever once the port is closed.
    ///
    /// One caller at a time. What nobody takes is kept, up to a few hundred datagrams.
    func receive(until deadline: Moment) async -> Datagram?

    /// Closes the port; nothing arrives any more.
    func close() async
}

/// One network on which datagrams can be sent to groups.
package protocol DatagramNetwork: Sendable {
    /// Opens a port of its own, at which only arrives what is sent to it.
    ///
    /// - Throws: ``LinkError`` if no port can be had.
    func open() async throws(LinkError) -> any DatagramPort

    /// Opens a port at which arrives what anybody on this network sends to the group, what the port itself sends too.
    /// It sends from the group's port number, which it shares with the other members on the same host.
    ///
    /// - Throws: ``LinkError`` if the group cannot be joined.
    func join(_ group: DatagramAddress) async throws(LinkError) -> any DatagramPort
}
