package import Measurement

/// The networks on which the tester finds and reaches accessories: those of this machine, or those of a relay.
package protocol NetworkAccess: Sendable {
    /// Opens TCP connections to an address there.
    ///
    /// - Parameter host: a numeric address, or a name to resolve there.
    func dialer(host: String, port: Int) -> any LinkDialer

    /// Opens UDP ports there.
    var carrier: any DatagramCarrier { get }

    /// The interface that leads to an address, and the numeric address; no packet is sent to it.
    ///
    /// - Parameters:
    ///   - host: a numeric address, or a name to resolve there.
    ///   - deadline: until then a name may be looked up.
    /// - Throws: ``LinkError`` if the name has no address, or no route leads there.
    func route(to host: String, port: Int, until deadline: Moment) async throws(LinkError) -> NetworkRoute

    /// An address of each interface there, for each version of IP that it has.
    ///
    /// - Throws: ``LinkError`` if the system does not list its interfaces.
    func interfaces() async throws(LinkError) -> [IPAddress]

    /// The network of an interface there.
    func network(at interface: IPAddress) -> any DatagramNetwork

    /// Calls `action` with the reason when the networks are lost, because the relay is; never without a relay.
    func onLoss(_ action: @escaping @Sendable (String) -> Void)

    /// The last measured round trip between the tester and the relay; `nil` without a relay.
    var relayRoundTrip: Duration? { get }
}

/// The way to an address.
package struct NetworkRoute: Sendable, Hashable {
    /// The interface that leads there; an IPv6 address has its zone.
    package var interface: IPAddress
    /// The numeric address, with the zone of a link-local one.
    package var host: IPAddress

    package init(interface: IPAddress, host: IPAddress) {
        self.interface = interface
        self.host = host
    }
}
