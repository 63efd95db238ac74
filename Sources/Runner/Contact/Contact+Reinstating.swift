import HAPController
import HAPCrypto
import HAPPairing

/// A broken accessory may let another key take the place of a controller's own, under the same identifier.
extension Contact {
    /// Gives the controller its key back, if the accessory knows another one under its identifier.
    ///
    /// - Parameters:
    ///   - own: an administrator.
    ///   - others: the keys that the run sent under whichever identifier.
    /// - Returns: whether the accessory knows the controller.
    func reinstate(_ own: AccessoryPairing, against others: [ControllerIdentity]) async -> Bool {
        let record = PairingRecord(
            identifier: Array(own.controller.pairingID.utf8),
            publicKey: own.controller.keyPair.publicKey,
            permissions: 1
        )
        for other in others where other.pairingID == own.controller.pairingID {
            guard case .session(let wire) = await session(as: AccessoryPairing(of: other), "cleanup") else { continue }
            _ = await wire.pairings(.add(record), within: patience)
            await wire.close(abruptly: false)
            if await standing(of: own) == .known { return true }
        }
        return false
    }
}
