import HAPAccessory
import HAPController
import HAPCrypto
package import Links
package import Measurement
package import SelfTest

/// Thread over datagrams inside the process.
package struct InProcessThread: SimulatedEntrance {
    /// Where the accessory is: an address that RFC 3849 sets aside, and the port of CoAP.
    private static let accessory = DatagramAddress(host: "2001:db8::1", port: 5683)
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

    package func join(_ name: String, clock: MonotonicClock) async throws -> SimulatedJoint {
        func random(_ seed: UInt64) -> RandomNumbers { RandomNumbers(SeededRandom(seed: seed)) }
        let network = InProcessDatagrams(
            clock: clock,
            host: Self.accessory.host,
            latency: latency,
            faults: faults,
            random: random(1)
        )
        return SimulatedJoint(
            accessory: AccessoryEntrance(
                ThreadAccessory(random: random(2)),
                listener: try await DatagramListener.bind(Self.accessory, of: network, clock: clock)
            ),
            transport: ThreadTransport(
                to: Self.accessory,
                over: network.neighbour(Self.tester),
                clock: clock,
                random: random(3)
            )
        )
    }
}
