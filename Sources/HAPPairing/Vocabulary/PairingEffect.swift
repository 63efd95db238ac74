/// Every consequence of a pairing message that a defect can omit, repeat or delay.
package enum PairingEffect: String, CaseIterable, Sendable {
    case setupBegin = "pair-setup.begin"
    case setupEnd = "pair-setup.end"
    case setupReset = "pair-setup.reset"
    case setupCountFailure = "pair-setup.count-failure"
    case setupClearFailures = "pair-setup.clear-failures"
    case setupStore = "pair-setup.store"
    case setupTransientSession = "pair-setup.transient-session"
    case setupTransientEnd = "pair-setup.transient-end"
    case setupKeep = "pair-setup.keep"
    case verifyReset = "pair-verify.reset"
    case verifySession = "pair-verify.session"
    case pairingsAdd = "pairings.add"
    case pairingsAddToFull = "pairings.add-to-full"
    case pairingsUpdate = "pairings.update"
    case pairingsRemove = "pairings.remove"
    case pairingsRemoveOthers = "pairings.remove-others"
    case pairingsDemoteLastAdmin = "pairings.demote-last-admin"
    case pairingsCloseSessions = "pairings.close-sessions"

    /// The name in `Suites/defects`.
    package var name: String { rawValue }

    /// All consequences, for loaders and documentation.
    package static var all: [PairingEffect] { allCases }

    /// What happens, in one line.
    package var meaning: String {
        switch self {
        case .setupBegin: "M2 makes the accessory busy for other connections"
        case .setupEnd: "the end of an attempt makes the accessory available to others"
        case .setupReset: "a rejected message resets Pair Setup to before M1 (cannot be repeated or delayed)"
        case .setupCountFailure: "a wrong proof counts as a failed attempt"
        case .setupClearFailures: "a right proof resets the count of failed attempts"
        case .setupStore: "M5 stores the pairing before M6 is sent"
        case .setupTransientSession: "M4 of a transient procedure opens its session"
        case .setupTransientEnd:
            "a transient procedure ends with M4; without it M5 can follow (cannot be repeated or delayed)"
        case .setupKeep: "a transient procedure with Split keeps salt and verifier for the next one"
        case .verifyReset: "a rejected message resets Pair Verify to before M1 (cannot be repeated or delayed)"
        case .verifySession: "M4 opens the session"
        case .pairingsAdd: "Add stores a new pairing"
        case .pairingsAddToFull: "Add stores a new pairing in a full store, where that is not refused"
        case .pairingsUpdate: "Add changes the permissions of a known pairing"
        case .pairingsRemove: "Remove deletes the pairing"
        case .pairingsRemoveOthers: "removing the last admin removes all pairings"
        case .pairingsDemoteLastAdmin: "removing the last admin's permission removes all pairings"
        case .pairingsCloseSessions: "the sessions of a removed controller are closed"
        }
    }
}
