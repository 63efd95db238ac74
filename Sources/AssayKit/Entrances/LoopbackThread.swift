import HAPAccessory
import HAPController
import Links
package import Measurement
package import SelfTest

/// Thread over UDP sockets of the loopback interface, over IPv6.
package struct LoopbackThread: SimulatedEntrance {
    package init() {}

    package func join(_ name: String, clock: MonotonicClock) async throws -> SimulatedJoint {
        let carrier = UDPCarrier(clock: clock)
        let any = DatagramAddress(host: "::1", port: 0)
        let listener = try await DatagramListener.bind(any, of: carrier, clock: clock)
        return SimulatedJoint(
            accessory: AccessoryEntrance(ThreadAccessory(), listener: listener),
            transport: ThreadTransport(to: listener.address ?? any, over: carrier, clock: clock)
        )
    }
}
