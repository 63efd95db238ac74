import HAPCrypto
import HAPModel
import HAPPairing

extension RunContext {
    /// Records a value before it is changed.
    ///
    /// - Returns: whether it is on disk.
    func owe(value: JSON, of id: CharacteristicID, debt: String) -> Bool {
        ledger.owe(value: value, of: id, debt: debt)
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
