import HAPAccessory
import HAPController
package import HAPModel
import Links
package import Measurement
package import SelfTest

/// IP over links and datagrams inside the process.
package struct InProcessIP: SimulatedEntrance {
    /// Where the accessory is: an address that RFC 5737 sets aside.
    private static let host = IPAddress(192, 0, 2, 1)
    private static let port = 51826

    private let latency: Duration

    /// - Parameter latency: how long bytes take in each direction, in virtual time.
    package init(latency: Duration = .zero) {
        self.latency = latency
    }

    package var kind: TransportKind { .ip }

    package func join(_ name: String, clock: MonotonicClock) async throws -> SimulatedJoint {
        let network = InProcessNetwork(clock: clock, latency: latency)
        let address = "simulated:\(name)"
        let datagrams = InProcessDatagrams(clock: clock, host: Self.host.description)
        let advertising = Advertising(
            over: try await datagrams.join(Advertising.group),
            address: Self.host,
            port: Self.port
        )
        let place = ServiceFinder.Place(
            network: datagrams.neighbour("192.0.2.2"),
            host: Self.host,
            port: Self.port
        ) { network.dialer(to: "\(address):\($0)") }
        return SimulatedJoint(
            accessory: AccessoryEntrance(IPAccessory(), listener: try network.listen(at: address)),
            advertising: advertising,
            transport: IPTransport(
                dialer: network.dialer(to: address),
                clock: clock,
                finder: ServiceFinder(clock: clock, random: SeededGenerator(seed: 0)) { place }
            )
        )
    }
}
