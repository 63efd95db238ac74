package import HAPAccessory
package import Links

extension Advertising {
    /// Advertises what listens at an address over UDP, on the interface of that address alone.
    ///
    /// - Throws: ``LinkError`` if the address is not that of one interface, or multicast DNS cannot be joined there.
    package init(host: String, port: Int) async throws(LinkError) {
        guard let address = IPv4Address(host), address.isOneHost else {
            throw LinkError(.unreachable, "\(host) is not the IPv4 address of one interface")
        }
        let member = try await SocketDatagrams(interface: address).join(Self.group)
        self.init(over: member, address: address, port: port)
    }
}
