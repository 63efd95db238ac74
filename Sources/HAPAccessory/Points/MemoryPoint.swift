/// Something that the accessory remembers: for whom, and for how long.
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
    case longTermKey = "long-term-key"
    case deviceID = "device-id"
    case readAnswer = "read-answer"

    /// The words it takes; the first is right.
    package var words: [String] {
        switch self {
        case .authorization: ["connection", "accessory", "attempt", "pair-setup"]
        case .administrator: ["now", "session"]
        case .timedWrite: ["session", "controller", "accessory"]
        case .subscriptions: ["session", "controller", "accessory"]
        case .values: ["accessory", "session"]
        case .failures: ["accessory", "boot", "connection"]
        case .setupAttempt: ["connection", "accessory"]
        case .verifyAttempt: ["connection", "accessory"]
        case .paired: ["pairings", "ever"]
        case .longTermKey: ["accessory", "pairing"]
        case .deviceID: ["accessory", "pairing"]
        case .readAnswer: ["connection", "accessory"]
        }
    }

    /// One line: what is remembered.
    package var meaning: String {
        switch self {
        case .authorization: "that a session was verified"
        case .administrator: "whether a controller is an administrator"
        case .timedWrite: "what was prepared"
        case .subscriptions: "which characteristics a controller gets events for"
        case .values: "the values of the characteristics"
        case .failures: "how many setup codes were wrong"
        case .setupAttempt: "how far a pair-setup has come"
        case .verifyAttempt: "how far a pair-verify has come"
        case .paired: "that the accessory is paired"
        case .longTermKey: "the accessory's long-term key"
        case .deviceID: "the accessory's device id"
        case .readAnswer: "the answer to a read; kept for all, it goes to the next connection that reads"
        }
    }
}
