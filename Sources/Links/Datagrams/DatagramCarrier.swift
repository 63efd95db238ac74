package import Measurement

/// Opens ports that hand over each datagram when it arrives, so that no task has to wait for it.
package protocol DatagramCarrier: Sendable {
    /// Opens a port.
    ///
    /// - Parameters:
    ///   - local: the address to bind; port 0 takes any free one.
    ///   - receiving: gets what arrives, in order, on the carrier's thread; it must not block.
    /// - Throws: ``LinkError`` if the address cannot be bound.
    func bind(
        _ local: DatagramAddress,
        receiving: @escaping @Sendable (DatagramArrival) -> Void
    ) async throws(LinkError) -> any DatagramSocket

    /// Opens a port that exchanges datagrams with one peer only.
    ///
    /// - Parameter receiving: gets what arrives, in order, on the carrier's thread; it must not block.
    /// - Throws: ``LinkError`` if no route leads to the peer.
    func connect(
        to peer: DatagramAddress,
        receiving: @escaping @Sendable (DatagramArrival) -> Void
    ) async throws(LinkError) -> any DatagramSocket
}

/// A port of a ``DatagramCarrier``.
package protocol DatagramSocket: Sendable {
    /// The address to which peers send.
    var address: DatagramAddress { get }

    /// Sends one datagram; neither its delivery nor its failure is reported.
    ///
    /// - Returns: the moment just before it was handed to the transport.
    @discardableResult
    func send(_ bytes: [UInt8], to destination: DatagramAddress) -> Moment

    /// Closes the port; nothing arrives any more.
    func close() async
}

/// What arrives at a port.
package enum DatagramArrival: Sendable, Hashable {
    case datagram(Datagram)
    /// The peer's host says that nothing listens at the peer's port (ICMP); only a connected port learns this.
    case refused(at: Moment)
}
