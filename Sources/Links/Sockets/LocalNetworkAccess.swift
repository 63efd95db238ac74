package import Measurement

/// The networks of this machine.
package struct LocalNetworkAccess: NetworkAccess {
    private let clock: MonotonicClock
    private let stampsStreams: Bool

    /// - Parameter stampsStreams: whether TCP connections know the network's round trip, for which each needs a thread.
    package init(clock: MonotonicClock = .system, stampsStreams: Bool = false) {
        self.clock = clock
        self.stampsStreams = stampsStreams
    }

    package func dialer(host: String, port: Int) -> any LinkDialer {
        stampsStreams
            ? StampedDialer(host: host, port: port, clock: clock) : SocketDialer(host: host, port: port, clock: clock)
    }

    package var carrier: any DatagramCarrier { UDPCarrier(clock: clock) }

    package func route(to host: String, port: Int, until deadline: Moment) async throws(LinkError) -> NetworkRoute {
        let route = try await SocketDatagrams.route(to: host, port: port, until: deadline, clock: clock)
        return NetworkRoute(interface: route.interface, host: route.host)
    }

    package func interfaces() async throws(LinkError) -> [IPAddress] { try SocketDatagrams.interfaces() }

    package func network(at interface: IPAddress) -> any DatagramNetwork {
        SocketDatagrams(interface: interface, clock: clock)
    }

    package func onLoss(_ action: @escaping @Sendable (String) -> Void) {}

    package var relayRoundTrip: Duration? { nil }
}
