import HAPController
import HAPPairing

/// A session of a controller that is started again when the accessory has closed it. Some accessories close each
/// connection after a response.
actor LastingSession {
    private let contact: Contact
    private let pairing: AccessoryPairing
    private var wire: any Connection

    /// - Parameter wire: the first session of the controller.
    init(_ wire: any Connection, of pairing: AccessoryPairing, contact: Contact) {
        (self.wire, self.pairing, self.contact) = (wire, pairing, contact)
    }

    /// The session; `nil` if the accessory starts no other one.
    func connection() async -> (any Connection)? {
        _ = await wire.listen(within: .zero)
        if wire.isOpen { return wire }
        guard case .session(let other) = await contact.session(as: pairing, "cleanup") else { return nil }
        wire = other
        return other
    }

    func close() async { await wire.close(abruptly: false) }
}
