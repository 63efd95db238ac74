import HAPController
import HAPModel
import Measurement
import RunRecord

/// An accessory that stays busy with a pair-setup that is not in progress any more.
extension AccessoryKeeper {
    /// How long the accessory may be busy with another pair-setup. One that is known to stay busy is reset soon, and gets no time if
    /// that is not possible and it has had its time.
    var busyWithin: Duration {
        guard staysBusy else { return Contact.busyWithin }
        return canReset ? Self.ownEndNoticed : loss?.extent == .pairSetup ? .zero : Contact.busyWithin
    }

    /// How long an accessory may take to detect that a connection with a pair-setup was closed. Until then it is rightly busy.
    private static let ownEndNoticed = Duration.seconds(5)

    /// How long the accessory may be busy while an instance has other connections open. Some are for as long as one is open that was
    /// used for pairing.
    var busyBesideOpenWithin: Duration { staysBusyBesideOpen ? Self.ownEndNoticed : Contact.busyWithin }

    /// Notes that the accessory was busy for all of this time, although no pair-setup was in progress on the open connections.
    func noteBusyBesideOpen() { staysBusyBesideOpen = true }

    /// Notes how long the accessory was busy with the pair-setup of an earlier instance.
    ///
    /// - Parameter lasting: whether it still was after the time that it may be.
    func noteBusy(for time: Duration, lasting: Bool) {
        if time > Self.ownEndNoticed { staysBusy = true }
        if lasting { hasStayedBusy = true }
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
}
