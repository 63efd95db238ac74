import HAPCrypto
import HAPModel
import HAPPairing

extension Ledger {
    /// The id of the debt of a controller that is paired by pair-setup, or added as an administrator for cleaning up.
    static func debt(of controller: ControllerIdentity) -> String { "pairing-\(controller.pairingID)" }

    /// The id of the debt of a controller that is added through the tester's own pairing. A case may give an identifier another key,
    /// and the accessory may keep either.
    static func debt(ofJoined controller: ControllerIdentity) -> String {
        "joined-\(controller.pairingID)-\(Hex.encode(controller.keyPair.publicKey.prefix(4)))"
    }
}

extension Ledger? {
    /// Records a value before it is changed.
    ///
    /// - Returns: whether it is on disk. Without a ledger (a simulated accessory on a virtual bench) there is nothing
    ///   to record.
    func owe(value: JSON, of id: CharacteristicID, debt: String) -> Bool {
        guard let ledger = self else { return true }
        let body: JSON = ["aid": JSON(id.aid), "iid": JSON(id.iid), "value": value]
        return (try? ledger.owe(debt, .value, body)) != nil
    }

    /// Records a controller's key before the accessory may have stored it.
    ///
    /// - Parameter isJoined: whether it is added through another pairing of the tester, which can remove it.
    /// - Returns: whether it is on disk. Without a ledger (a simulated accessory on a virtual bench) there is nothing
    ///   to record.
    func owe(_ controller: ControllerIdentity, debt: String, isJoined: Bool = false) -> Bool {
        guard let ledger = self else { return true }
        let seed = controller.keyPair.seed.withBytes { Hex.encode($0) }
        var body: JSONObject = ["identifier": .string(controller.pairingID), "seed": .string(seed)]
        if isJoined { body["joined"] = true }
        return (try? ledger.owe(debt, .pairing, .object(body))) != nil
    }
}
