/// A controller's operation on an accessory, independent of the transport.
package enum AccessoryOperation: String, Sendable, CaseIterable {
    case pairSetup = "pair-setup"
    case pairVerify = "pair-verify"
    case pairings
    case identify
    case database
    case signature
    case read
    case write
    case subscribe
    case prepare

    /// The operation, in one line.
    package var meaning: String {
        switch self {
        case .pairSetup: "a message of Pair Setup"
        case .pairVerify: "a message of Pair Verify"
        case .pairings: "add, remove or list pairings"
        case .identify: "the identify routine, before any pairing"
        case .database: "the attribute database"
        case .signature: "the description of one characteristic or service"
        case .read: "values of characteristics"
        case .write: "new values of characteristics, and the execution of a timed write"
        case .subscribe: "a subscription or unsubscription, without values"
        case .prepare: "the preparation of a timed write"
        }
    }

    /// Whether it is allowed without a session.
    package var isOpen: Bool { self == .pairSetup || self == .pairVerify || self == .identify }
}

/// The request that an accessory handles: its operation, and its name on the transport.
package struct AccessoryRequest: Sendable, Hashable {
    /// `nil` if the request is unknown to the transport.
    package var operation: AccessoryOperation?
    /// The transport's own name, as in `PUT /characteristics`.
    package var message: String

    package init(_ operation: AccessoryOperation?, message: String) {
        self.operation = operation
        self.message = message
    }
}
