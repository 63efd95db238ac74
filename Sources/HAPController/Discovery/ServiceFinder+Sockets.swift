package import DNSWire
import Links
package import Measurement

extension ServiceFinder {
    /// Searches for an accessory over UDP, on the interface that reaches it.
    ///
    /// - Parameters:
    ///   - host: a numeric address, or a name to resolve.
    ///   - service: the service type of the accessory's transport.
    package init(
        host: String,
        port: Int,
        service: DNSName = AdvertisedService.type,
        clock: MonotonicClock = .system
    ) {
        self.init(clock: clock) { () async throws(LinkError) in
            let route = try await SocketDatagrams.route(to: host, port: port)
            return Place(
                network: SocketDatagrams(interface: route.interface, clock: clock),
                host: route.host,
                port: port,
                service: service
            ) { SocketDialer(host: route.host.description, port: $0, clock: clock) }
        }
    }
}
