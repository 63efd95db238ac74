import HAPController
import HAPModel
import HAPPairing

extension Connection {
    /// Removes everybody whom the accessory lists, and at last the controller whose session it is: where a run can pair,
    /// there was nobody else.
    ///
    /// - Returns: how many others it says that it has removed, and whether the controller itself.
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
