import HAPController
import HAPModel
import HAPPairing

/// A pairing belongs to the accessory, but a broken accessory may keep it on a transport over which it was not removed.
extension PairingRemoval {
    /// Removes the controller over the other transports, as far as the accessory still knows it there.
    ///
    /// - Parameter administrator: removes controllers that cannot remove themselves.
    /// - Returns: whether no other transport knows the controller.
    func removeElsewhere(_ pairing: AccessoryPairing, as administrator: AccessoryPairing? = nil) async -> Bool {
        let own = AccessoryPairing(of: pairing.controller)
        var isGone = true
        for other in contact.elsewhere {
            guard await other.standing(of: own) == .known else { continue }
            if let administrator, case .session(let wire) = await other.session(as: administrator, "cleanup") {
                let identifier = Array(own.controller.pairingID.utf8)
                _ = await contact.remove(identifier, on: wire)
                await wire.close(abruptly: false)
                if await other.standing(of: own) == .unknown { continue }
            }
            let removal = PairingRemoval(contact: other, ledger: ledger, mayRemove: mayRemove)
            if await !removal.remove(own).isGone { isGone = false }
        }
        return isGone
    }
}

extension Contact {
    /// How the tester reaches the same accessory over its other transports.
    var elsewhere: [Contact] {
        environment.others.map { transport in
            var other = self
            other.environment = environment.over(transport.kind.rawValue)
            return other
        }
    }
}
