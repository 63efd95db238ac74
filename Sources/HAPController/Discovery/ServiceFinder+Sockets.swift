package import DNSWire
package import Links
package import Measurement

extension ServiceFinder {
    /// How long the accessory's name may be looked up.
    private static let lookUpWithin = Duration.seconds(10)

    /// Searches for an accessory over UDP, on the interface that reaches it.
    ///
    /// - Parameters:
    ///   - host: a numeric address, or a name to resolve.
    ///   - access: the networks on which the accessory is.
    ///   - service: the service type of the accessory's transport.
    package init(
        host: String,
        port: Int,
        over access: any NetworkAccess,
        service: DNSName = AdvertisedService.type,
        clock: MonotonicClock = .system
    ) {
        self.init(clock: clock) { () async throws(LinkError) in
            let deadline = clock.deadline(in: Self.lookUpWithin)
            let route = try await access.route(to: host, port: port, until: deadline)
            return Place(
                network: access.network(at: route.interface),
                host: route.host,
                port: port,
                service: service
            ) { access.dialer(host: route.host.description, port: $0) }
        }
    }
}
