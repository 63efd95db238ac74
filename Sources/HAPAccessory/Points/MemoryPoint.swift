/// A state that the accessory keeps: for whom, and for how long.
package enum MemoryPoint: String, Sendable, CaseIterable {
    case authorization
    case administrator
    case timedWrite = "timed-write"
    case subscriptions
    case values
    case failures
    case setupAttempt = "setup-attempt"
    case verifyAttempt = "verify-attempt"
    case paired
    case pairings
    case longTermKey = "long-term-key"
    case deviceID = "device-id"
    case readAnswer = "read-answer"

    /// The point's words; the first is right.
    package var words: [String] {
        switch self {
        case .authorization: ["connection", "accessory", "attempt", "pair-setup"]
        case .administrator: ["now", "session", "place"]
        case .timedWrite: ["session", "controller", "accessory", "newest"]
        case .subscriptions: ["session", "controller", "accessory"]
        case .values: ["accessory", "session", "transport", "writer"]
        case .failures: ["accessory", "boot", "connection", "transport"]
        case .setupAttempt: ["connection", "accessory"]
        case .verifyAttempt: ["connection", "accessory"]
        case .paired: ["pairings", "ever"]
        case .pairings: ["accessory", "transport", "sessions", "places"]
        case .longTermKey: ["accessory", "pairing"]
        case .deviceID: ["accessory", "pairing"]
        case .readAnswer: ["connection", "accessory"]
        }
    }

    /// The kept state, in one line.
    package var meaning: String {
        switch self {
        case .authorization: "that a session was verified"
        case .administrator:
            "whether a controller is an administrator; place: a session has the rights of the controller that has its place in "
                + "the list"
        case .timedWrite: "the prepared timed write; newest: only the last one of all sessions, for its own session"
        case .subscriptions: "the characteristics for which a controller gets events"
        case .values: "the values of the characteristics"
        case .failures: "the number of wrong setup codes"
        case .setupAttempt: "the progress of a pair-setup"
        case .verifyAttempt: "the progress of a pair-verify"
        case .paired: "that the accessory is paired"
        case .pairings:
            "which controllers are paired; transport: only on the transport over which they were added; sessions: "
                + "regular ones only until every tenth session; places: a session belongs to the controller that "
                + "has its place in the list"
        case .longTermKey: "the accessory's long-term key"
        case .deviceID: "the accessory's device id"
        case .readAnswer: "the response to a read; kept for all, the next connection that reads gets it"
        }
    }
}
