import HAPController
import HAPModel
import Measurement
import RunRecord

/// An accessory that stays busy with a pair-setup that is not in progress any more.
extension AccessoryKeeper {
    /// How long the accessory may be busy with another pair-setup. One that is known to stay busy gets no time if it can be reset,
    /// or has had its time.
    var busyWithin: Duration {
        staysBusy && (canReset || loss?.extent == .pairSetup) ? .zero : Contact.busyWithin
    }

    /// How long an instance waits for an accessory that is busy from its start. One that is known to stay busy is reset instead.
    var patienceWhenBusy: Duration { staysBusy && canReset ? Self.ownEndNoticed : Contact.busyWithin }

    /// How long an accessory may take to detect that a connection with a pair-setup was closed. Until then it is rightly busy.
    private static let ownEndNoticed = Duration.seconds(5)

    /// Notes how long the accessory was busy with the pair-setup of an earlier instance.
    func noteBusy(for time: Duration) {
        if time > Self.ownEndNoticed { staysBusy = true }
    }

    /// Resets an accessory that has been busy with another pair-setup for longer than it may; if that is not possible, pair-setup is
    /// lost.
    ///
    /// - Returns: whether the accessory was reset.
    func endBusyState() async -> Bool {
        staysBusy = true
        let reason = "since \(previous), the accessory has been busy with another pair-setup"
        if await rescue(reason) { return true }
        if loss == nil { loss = Loss(extent: .pairSetup, reason: reason) }
        return false
    }

    /// Ends the busy state in which an instance found the accessory, so that it can be carried out again. If that is not possible,
    /// the instance is not judged: an earlier one has made the accessory busy. One that starts a whole pair-setup now was not busy.
    func endBusyState(before name: String) async {
        guard controllers.pairing("alice") == nil, run.settings.keptPairing == nil else { return }
        let before = rescues
        if case .busy = await pairOrRescue(), let loss {
            run.journal.record(
                .trouble,
                instance: name,
                ["outcome": "inconclusive", "message": .string(loss.reason)]
            )
        } else if rescues > before {
            run.journal.record(.repair, instance: name, ["busy": true, "done": true])
        }
    }
}
