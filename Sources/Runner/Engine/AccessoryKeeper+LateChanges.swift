import HAPController
import HAPModel
import HAPSession
import Measurement
import RunRecord

/// Values that changed after the tester had found the old ones again. Some accessories carry a write out only after their answer,
/// and some carry out one that they refused.
extension AccessoryKeeper {
    /// How long a change may be on its way after an instance has found the old value.
    private static let longestDelay = Duration.seconds(1)

    /// Reads once more what the run has written, and puts the first values back.
    ///
    /// It needs a session, so it must come before the tester removes its pairing.
    func restoreLateChanges() async {
        guard !written.isEmpty, loss == nil, await verifiedMain() != nil else { return }
        try? await run.clock.sleep(until: lastRestored.advanced(by: Self.longestDelay))
        let owed = Set(unrestored.values.map(\.id))
        for (id, change) in written.sorted(by: { $0.key < $1.key }) where !owed.contains(id) {
            let session = { await self.verifiedMain()?.wire }
            guard await contact.shows(change.original, of: id, in: session) == false else { continue }
            let debt = "late-\(id)"
            guard run.owe(value: change.original, of: id, debt: debt) else { continue }
            await restore(id, to: change.original, isTimed: change.isTimed, debt: debt, after: change.instance)
        }
        written = [:]
    }
}
