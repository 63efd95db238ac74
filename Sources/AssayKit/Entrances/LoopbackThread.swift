import HAPAccessory
import HAPController
package import HAPModel
import Links
package import Measurement
package import SelfTest

/// Thread over UDP sockets of the loopback interface, with multicast DNS.
package struct LoopbackThread: SimulatedEntrance {
    package init() {}

    package var kind: TransportKind { .thread }

    package func join(_ name: String, clock: MonotonicClock) async throws -> SimulatedJoint {
        let any = DatagramAddress(host: "127.0.0.1", port: 0)
        let listener = try await DatagramListener.bind(any, of: UDPCarrier(clock: clock), clock: clock)
        let (host, port) = (any.host, listener.address?.port ?? 0)
        return SimulatedJoint(
            accessory: AccessoryEntrance(ThreadAccessory(), listener: listener),
            advertising: try await Advertising(.thread, host: host, port: port),
            transport: ThreadTransport(host: host, port: port, clock: clock)
        )
    }
}
