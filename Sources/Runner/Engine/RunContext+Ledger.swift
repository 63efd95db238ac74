import HAPCrypto
import HAPModel
import HAPPairing

extension RunContext {
    /// Notes a controller's key before the accessory may have stored it.
    ///
    /// - Returns: whether it is on disk; without a ledger (a simulated accessory on a virtual bench) there is nothing to lose.
    func owe(_ identity: ControllerIdentity, debt: String) -> Bool {
        guard let ledger else { return true }
        let seed = identity.keyPair.seed.withBytes { Hex.encode($0) }
        let body: JSON = ["identifier": .string(identity.pairingID), "seed": .string(seed)]
        return (try? ledger.owe(debt, .pairing, body)) != nil
    }

    /// Notes a controller before it may join the tester's own pairing.
    func oweJoined(_ identifier: String, debt: String) -> Bool {
        guard let ledger else { return true }
        let body: JSON = ["identifier": .string(identifier)]
        return (try? ledger.owe(debt, .pairing, body)) != nil
    }

    /// Notes a value before it is changed.
    func owe(value: JSON, of id: CharacteristicID, debt: String) -> Bool {
        guard let ledger else { return true }
        let body: JSON = ["aid": JSON(id.aid), "iid": JSON(id.iid), "value": value]
        return (try? ledger.owe(debt, .value, body)) != nil
    }

    /// Notes who the accessory is, which its key has proven, so that what is owed is owed to it wherever it is.
    ///
    /// - Parameter debt: what was owed before that was known.
    func learn(_ pairing: AccessoryPairing, debt: String? = nil) {
        guard let ledger, let accessory = DeviceID(pairing.accessoryID) else { return }
        ledger.meet(accessory)
        if let debt { try? ledger.name(debt) }
    }

    /// Notes that the debt was paid.
    func pay(_ debt: String) {
        try? ledger?.pay(debt)
    }
}
