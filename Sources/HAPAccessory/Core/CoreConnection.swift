import HAPModel
import HAPPairing
import Measurement

/// What the accessory knows of one connection.
struct CoreConnection: Sendable {
    let id: ConnectionID
    /// The controller of the session, once there is one.
    var session: ControllerSession?
    /// Whether a transient pair-setup has opened a session here, which belongs to no controller.
    var isTransient = false
    var prepared: PreparedWrite?
    var subscriptions: Set<CharacteristicID> = []
    /// Changes that are to be notified, in the order in which they came.
    var changes: [PendingChange] = []
    /// Button presses and the like, which nothing holds back.
    var presses: [PendingChange] = []
    var lastEvent: Moment?
    /// Whether a request is half received, so that events wait.
    var isReceiving = false
    /// Values that only this session sees.
    var ownValues: [CharacteristicID: JSON] = [:]
    /// Wrong setup codes on this connection.
    var failures: Int64 = 0
    /// The pairing procedures on this connection, once they were begun.
    @Boxed var setup: PairSetupAccessory?
    @Boxed var verify: PairVerifyAccessory?
}

/// A verified controller on a connection.
struct ControllerSession: Sendable {
    var identifier: [UInt8]
    /// Whether it was an administrator when the session began.
    var wasAdmin: Bool
}

/// A timed write that was announced.
struct PreparedWrite: Sendable {
    var pid: UInt64
    var expires: Moment
}

/// A change that waits to be notified.
struct PendingChange: Sendable {
    var id: CharacteristicID
    var value: JSON
    /// What the characteristic held before.
    var previous: JSON?
}
