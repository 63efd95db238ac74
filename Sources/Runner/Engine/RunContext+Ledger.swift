import HAPCrypto
import HAPModel
import HAPPairing

extension RunContext {
    /// Records a controller's key before the accessory may have stored it.
    ///
    /// - Returns: whether it is on disk. Without a ledger (a simulated accessory on a virtual bench) there is nothing
    ///   to record.
    func owe(_ identity: ControllerIdentity, debt: String) -> Bool {
        guard let ledger else { return true }
        let seed = identity.keyPair.seed.withBytes { Hex.encode($0) }
        let body: JSON = ["identifier": .string(identity.pairingID), "seed": .string(seed)]
        return (try? ledger.owe(debt, .pairing, body)) != nil
    }

    /// Records a controller before it may be added through the tester's own pairing.
    func oweJoined(_ identifier: String, debt: String) -> Bool {
        guard let ledger else { return true }
        let body: JSON = ["identifier": .string(identifier)]
        return (try? ledger.owe(debt, .pairing, body)) != nil
    }

    /// Records a value before it is changed.
    func owe(value: JSON, of id: CharacteristicID, debt: String) -> Bool {
        guard let ledger else { return true }
        let body: JSON = ["aid": JSON(id.aid), "iid": JSON(id.iid), "value": value]
        return (try? ledger.owe(debt, .value, body)) != nil
    }

    /// Sets the Device ID that the accessory's key has proven, so that debts belong to the accessory at every
    /// address.
    ///
    /// - Parameter debt: a debt that was recorded before the Device ID was known.
    func learn(_ pairing: AccessoryPairing, debt: String? = nil) {
        guard let ledger, let accessory = DeviceID(pairing.accessoryID) else { return }
        ledger.meet(accessory)
        if let debt { try? ledger.name(debt) }
    }

    /// Marks the debt as paid.
    func pay(_ debt: String) {
        try? ledger?.pay(debt)
    }
}
