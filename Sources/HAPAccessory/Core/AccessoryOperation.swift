/// What a controller asks of an accessory, whichever transport carries it.
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

    /// One line: what is asked.
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
        case .subscribe: "a subscription, or its end, and no value"
        case .prepare: "the announcement of a timed write"
        }
    }

    /// Whether it is open to connections without a session.
    package var isOpen: Bool { self == .pairSetup || self == .pairVerify || self == .identify }
}

/// The request that an accessory handles: its meaning, and the name that its transport has for it.
package struct AccessoryRequest: Sendable, Hashable {
    /// `nil` if the transport does not know the request.
    package var operation: AccessoryOperation?
    /// The transport's own name, as in `PUT /characteristics`.
    package var message: String

    package init(_ operation: AccessoryOperation?, message: String) {
        self.operation = operation
        self.message = message
    }
}
