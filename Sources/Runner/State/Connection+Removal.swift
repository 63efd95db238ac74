import HAPController
import HAPModel
import HAPPairing

extension Connection {
    /// Removes every pairing that the accessory lists, and finally the controller of this session. A run could pair
    /// only because there were no other pairings.
    ///
    /// - Returns: how many other pairings the accessory reports as removed, and whether it removed the controller
    ///   itself.
    func removeAllPairings(lastly own: ControllerIdentity, within patience: Duration) async -> (
        others: Int, isRid: Bool
    ) {
        let identifier = Array(own.pairingID.utf8)
        var others = 0
        for entry in await pairings(.list, within: patience).entries {
            guard let other = entry[.identifier], other != identifier else { continue }
            if await pairings(.remove(identifier: other), within: patience).isGranted { others += 1 }
        }
        return (others, await pairings(.remove(identifier: identifier), within: patience).isGranted)
    }
}
