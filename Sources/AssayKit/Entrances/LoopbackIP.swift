import HAPAccessory
import HAPController
package import HAPModel
import Links
package import Measurement
package import SelfTest

/// IP over sockets of the loopback interface, with multicast DNS.
package struct LoopbackIP: SimulatedEntrance {
    package init() {}

    package var kind: TransportKind { .ip }

    package func join(_ name: String, clock: MonotonicClock) async throws -> SimulatedJoint {
        let listener = try await SocketListener.bind()
        return SimulatedJoint(
            accessory: AccessoryEntrance(IPAccessory(), listener: listener),
            advertising: try await Advertising(host: listener.host, port: listener.port),
            transport: IPTransport(SocketDialer(host: listener.host, port: listener.port), clock: clock)
        )
    }
}
