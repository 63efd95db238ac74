import HAPAccessory
import HAPController
import HAPCrypto
package import HAPModel
package import Links
package import Measurement
package import SelfTest

/// Thread over datagrams inside the process.
package struct InProcessThread: SimulatedEntrance {
    /// Where the accessory is: an address that RFC 3849 sets aside, and the port of CoAP.
    private static let accessory = DatagramAddress(host: "2001:db8::1", port: 5683)
    private static let host = IPAddress(accessory.host)
    private static let tester = "2001:db8::2"

    private let latency: Duration
    private let faults: DatagramFaults?

    /// - Parameters:
    ///   - latency: how long datagrams take in each direction, in virtual time.
    ///   - faults: what happens to datagrams on their way.
    package init(latency: Duration = .zero, faults: DatagramFaults? = nil) {
        self.latency = latency
        self.faults = faults
    }

    package var kind: TransportKind { .thread }

    package func join(_ name: String, clock: MonotonicClock) async throws -> SimulatedJoint {
        func random(_ seed: UInt64) -> RandomNumbers { RandomNumbers(SeededRandom(seed: seed)) }
        let network = InProcessDatagrams(
            clock: clock,
            host: Self.accessory.host,
            latency: latency,
            faults: faults,
            random: random(1)
        )
        // Searches are not what the faults are for.
        let multicast = InProcessDatagrams(clock: clock, host: Self.accessory.host, latency: latency)
        var advertising: Advertising?
        var finder: ServiceFinder?
        if let host = Self.host {
            let member = try await multicast.join(Advertising.group6)
            advertising = Advertising(.thread, over: member, address: host, port: Self.accessory.port)
            let place = ServiceFinder.Place(
                network: multicast.neighbour(Self.tester),
                host: host,
                port: Self.accessory.port,
                service: AdvertisedService.threadType
            )
            finder = ServiceFinder(clock: clock, random: SeededGenerator(seed: 0)) { place }
        }
        return SimulatedJoint(
            accessory: AccessoryEntrance(
                ThreadAccessory(random: random(2)),
                listener: try await DatagramListener.bind(Self.accessory, of: network, clock: clock)
            ),
            advertising: advertising,
            transport: ThreadTransport(
                to: Self.accessory,
                over: network.neighbour(Self.tester),
                clock: clock,
                finder: finder,
                random: random(3)
            )
        )
    }
}
