package import HAPAccessory
package import Links

extension Advertising {
    /// Advertises a listener over UDP, only on the interface of its address.
    ///
    /// - Throws: ``LinkError`` if the address does not belong to one interface, or the multicast group cannot be
    ///   joined there.
    package init(host: String, port: Int) async throws(LinkError) {
        guard let address = IPv4Address(host), address.isOneHost else {
            throw LinkError(.unreachable, "\(host) is not the IPv4 address of one interface")
        }
        let member = try await SocketDatagrams(interface: address).join(Self.group)
        self.init(over: member, address: address, port: port)
    }
}
