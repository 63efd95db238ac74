import HAPModel
import HAPPairing
import Measurement

/// The core's state of one connection.
struct CoreConnection: Sendable {
    let id: ConnectionID
    /// The name of its transport; `nil` if it was opened without a binding.
    var transport: String?
    /// The controller of the session, if there is one.
    var session: ControllerSession?
    /// Whether a transient pair-setup opened a session here, which belongs to no controller.
    var isTransient = false
    var prepared: PreparedWrite?
    var subscriptions: Set<CharacteristicID> = []
    /// Changes to notify, in order.
    var changes: [PendingChange] = []
    /// Button presses and similar events, which are sent without delay.
    var presses: [PendingChange] = []
    var lastEvent: Moment?
    /// When it sent bytes for the last time.
    var lastHeard: Moment?
    /// The last values of which the session was told.
    var lastValues: [CharacteristicID: JSON] = [:]
    /// Requests that it has served.
    var served: Int64 = 0
    /// Whether a request is incomplete, so that events wait.
    var isReceiving = false
    /// Values that only this session sees.
    var ownValues: [CharacteristicID: JSON] = [:]
    /// The values before this session changed them.
    var overwritten: [CharacteristicID: JSON] = [:]
    /// Whether a read in this session has asked for metadata.
    var hasAskedForMetadata = false
    /// Wrong setup codes on this connection.
    var failures: Int64 = 0
    /// The pairing procedures on this connection, after their start.
    @Boxed var setup: PairSetupAccessory?
    @Boxed var verify: PairVerifyAccessory?
}

/// A verified controller on a connection.
struct ControllerSession: Sendable {
    var identifier: [UInt8]
    /// Whether it was an administrator when the session began.
    var wasAdmin: Bool
    /// Its controller's place in the list of pairings when the session began.
    var place = 0
    /// Its place among the sessions of the accessory.
    var standing = SessionStanding()
}

/// A prepared timed write.
struct PreparedWrite: Sendable {
    var pid: UInt64
    var expires: Moment
}

/// A change that waits to be notified.
struct PendingChange: Sendable {
    var id: CharacteristicID
    var value: JSON
    /// The previous value.
    var previous: JSON?
    /// When the request arrived that caused it; `nil` before the first request.
    var at: Moment?
}
