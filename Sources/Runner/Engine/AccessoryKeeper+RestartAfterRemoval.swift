import HAPController
import Measurement

/// Accessories that restart when their last pairing is removed, which is allowed. An instance that begins just then must not be blamed
/// for the restart. Over Thread, and if the accessory loses its power, no connection shows the restart.
extension AccessoryKeeper {
    /// How long after the removal a restart begins at the latest.
    private static let restartsWithin = Duration.seconds(2)

    /// Waits for a restart after the tester, or an instance, has removed the last pairing, if the accessory has restarted in this run before.
    /// The instance in which it did is then carried out again.
    func awaitRestartAfterRemoval() async {
        guard !restarts.isEmpty, !run.stop.isMade else { return }
        let wire = here.connection("probe")
        guard (try? await contact.openAfterAbsence(wire)) != nil else { return }
        _ = await wire.listen(within: Self.restartsWithin)
        let hasEnded = !wire.isOpen
        await wire.close(abruptly: false)
        guard hasEnded, (try? await contact.openAfterAbsence(wire)) != nil else { return }
        await wire.close(abruptly: false)
    }
}
