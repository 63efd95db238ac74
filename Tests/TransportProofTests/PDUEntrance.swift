import HAPAccessory
import HAPController
import Links
import Measurement
import PDUTransport
import SelfTest

/// PDUs over links inside the process.
struct PDUEntrance: SimulatedEntrance {
    func join(_ name: String, clock: MonotonicClock) async throws -> SimulatedJoint {
        let network = InProcessNetwork(clock: clock)
        let address = "simulated:\(name)"
        return SimulatedJoint(
            accessory: AccessoryEntrance(PDUAccessory(), listener: try network.listen(at: address)),
            transport: PDUTransport(dialer: network.dialer(to: address), clock: clock)
        )
    }
}
