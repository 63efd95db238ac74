import HAPPairing
import Synchronization

/// The administrator that the tester adds to remove pairings which cannot remove themselves.
///
/// An accessory that refuses removals keeps this one as well. So the tester adds no other one while it stays, and uses it again:
/// otherwise each removal that fails would leave one more administrator.
final class HelpingAdministrator: Sendable {
    private let identity = Mutex<ControllerIdentity?>(nil)

    /// The administrator that the accessory has kept; `nil` if another one may be added.
    var kept: ControllerIdentity? { identity.withLock { $0 } }

    /// Records whether the accessory has kept it.
    func note(_ controller: ControllerIdentity, isGone: Bool) {
        identity.withLock { $0 = isGone ? nil : controller }
    }
}
