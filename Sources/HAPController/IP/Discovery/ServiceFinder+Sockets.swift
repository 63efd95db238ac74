import Links
package import Measurement

extension ServiceFinder {
    /// Searches for an accessory over UDP, on the interface that reaches it.
    ///
    /// - Parameter host: a numeric address, or a name to resolve.
    package init(host: String, port: Int, clock: MonotonicClock = .system) {
        self.init(clock: clock) { () async throws(LinkError) in
            let route = try await SocketDatagrams.route(to: host, port: port)
            return Place(
                network: SocketDatagrams(interface: route.interface, clock: clock),
                host: route.host,
                port: port
            ) { SocketDialer(host: route.host.description, port: $0, clock: clock) }
        }
    }
}
