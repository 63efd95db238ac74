package import HAPAccessory
package import Links
import Measurement

extension Advertising {
    /// Advertises a listener over multicast DNS, only on the interface of its address.
    ///
    /// - Throws: ``LinkError`` if the address does not belong to one interface, or the multicast group cannot be
    ///   joined there.
    package init(_ service: Service = .ip, host: String, port: Int) async throws(LinkError) {
        guard let address = IPAddress(host), address.isOneHost else {
            throw LinkError(.unreachable, "\(host) is not the address of one interface")
        }
        // The route to an address of this machine names its interface, which IPv6 needs.
        // It is numeric, so that nothing is looked up.
        let now = MonotonicClock.system.now
        let interface =
            address.isVersion6 ? try await SocketDatagrams.route(to: host, port: port, until: now).interface : address
        let member = try await SocketDatagrams(interface: interface).join(address.isVersion6 ? Self.group6 : Self.group)
        self.init(service, over: member, address: interface, port: port)
    }
}
