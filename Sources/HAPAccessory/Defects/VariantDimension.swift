/// A way to limit a defect to one place, one time or one controller: the words of `vary:`.
package enum VariantDimension: String, Sendable, CaseIterable {
    case characteristic
    case accessory
    case wideID = "wide-id"
    case secondSession = "second-session"
    case newestSession = "newest-session"
    case sessionAgain = "session-again"
    case secondController = "second-controller"
    case user
    case firstEntry = "first-entry"
    case beyondFourthEntry = "beyond-fourth-entry"
    case afterRequests = "after-requests"
    case afterSeconds = "after-seconds"
    case afterRefusal = "after-refusal"
    case restart
    case nonASCII = "non-ascii"
    case spaced
    case longText = "long-text"
    case emptyText = "empty-text"
    case highBits = "high-bits"

    /// Where and when the defect then acts, in one line.
    package var meaning: String {
        switch self {
        case .characteristic: "at one characteristic; a variant for each format and each set of permissions"
        case .accessory: "at one accessory of the bridge; a variant for each"
        case .wideID: "at one characteristic whose instance ID needs more than 32 bits"
        case .secondSession: "in sessions that began while another one was open"
        case .newestSession: "in the session that began last, while others are open"
        case .sessionAgain: "in sessions of a controller that had one before"
        case .secondController: "in sessions of every controller except the first"
        case .user: "in sessions of controllers without admin rights"
        case .firstEntry: "on the first of several entries of a request"
        case .beyondFourthEntry: "on the entries of a request after the fourth"
        case .afterRequests: "on all requests after the twentieth"
        case .afterSeconds: "on all requests that arrive ten seconds after the first one, or later"
        case .afterRefusal: "on the request after one that was refused"
        case .restart: "after the accessory was turned off and on"
        case .nonASCII: "on texts with other characters than ASCII"
        case .spaced: "on texts that begin or end with a space"
        case .longText: "on texts of more than 32 bytes"
        case .emptyText: "on texts without characters"
        case .highBits: "on integers that use the highest bit of their format"
        }
    }

    /// The condition, if it is the same for every defect.
    package var occasion: DefectOccasion? {
        switch self {
        case .characteristic, .accessory, .wideID, .user: nil
        case .secondSession: .session(.second)
        case .newestSession: .session(.newest)
        case .sessionAgain: .session(.again)
        case .secondController: .session(.another)
        case .firstEntry: .entry(.first)
        case .beyondFourthEntry: .entry(.beyondFourth)
        case .afterRequests: .afterRequests(20)
        case .afterSeconds: .afterSeconds(10)
        case .afterRefusal: .afterRefusal
        case .restart: .afterRestart
        case .nonASCII: .value(.nonASCII)
        case .spaced: .value(.spaced)
        case .longText: .value(.long)
        case .emptyText: .value(.empty)
        case .highBits: .value(.highBits)
        }
    }
}
