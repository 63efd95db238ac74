package import HAPAccessory
package import HAPController
package import HAPModel
package import Measurement

/// How the tester and a simulated accessory are brought together: over one transport, on a bench or over sockets.
package protocol SimulatedEntrance: Sendable {
    /// The transport.
    var kind: TransportKind { get }

    /// Makes both sides of the transport.
    ///
    /// - Parameters:
    ///   - name: the accessory's name.
    ///   - clock: the clock of both sides.
    func join(_ name: String, clock: MonotonicClock) async throws -> SimulatedJoint
}

/// Both sides of a transport between the tester and a simulated accessory.
package struct SimulatedJoint: Sendable {
    /// The accessory's side.
    package var accessory: AccessoryEntrance
    /// Where the accessory is advertised; `nil` if the transport has no advertisements.
    package var advertising: Advertising?
    /// The tester's side.
    package var transport: any Transport

    package init(accessory: AccessoryEntrance, advertising: Advertising? = nil, transport: any Transport) {
        self.accessory = accessory
        self.advertising = advertising
        self.transport = transport
    }
}
