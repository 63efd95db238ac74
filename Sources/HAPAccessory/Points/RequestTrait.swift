import HAPModel

/// An unusual trait of a request, on which a defect may depend: `when: { has: duplicate-id }`.
package enum RequestTrait: String, Sendable, CaseIterable {
    case severalIDs = "several-ids"
    case duplicateID = "duplicate-id"
    case manyIDs = "many-ids"
    case idNotFirst = "id-not-first"
    case percentSign = "percent-sign"
    case unknownParameter = "unknown-parameter"
    case severalEntries = "several-entries"
    case repeatedEntry = "repeated-entry"
    case manyEntries = "many-entries"
    case execution
    case emptyList = "empty-list"
    case unknownMember = "unknown-member"
    case escapedKey = "escaped-key"
    case escapedPair = "escaped-pair"
    case exponent
    case wholeNumber = "whole-number"
    case whiteSpace = "white-space"
    case deepNesting = "deep-nesting"
    case numberFlag = "number-flag"
    case valueAndFlag = "value-and-flag"
    case fullFrames = "full-frames"
    case noHost = "no-host"
    case noContentType = "no-content-type"
    case contentTypeParameter = "content-type-parameter"
    case emptyBody = "no-body"
    case noLength = "no-length"
    case chunked
    case upgrade
    case leadingLine = "leading-line"
    case wrongMethod = "wrong-method"
    case unknownPath = "unknown-path"
    case oddPath = "odd-path"
    case noPath = "no-path"
    case oversizedBody = "oversized-body"
    case oversizedHead = "oversized-head"
    case garbage
    case addPairing = "add-pairing"
    case removePairing = "remove-pairing"
    case listPairings = "list-pairings"
    case oddIdentifier = "odd-identifier"
    case noSession = "no-session"
    case pairResume = "pair-resume"

    /// The traits of a request about pairings.
    static func traits(ofPairings request: TLV8) -> Set<RequestTrait> {
        var traits: Set<RequestTrait> = []
        switch request.integer(.method) {
        case 3: traits.insert(.addPairing)
        case 4: traits.insert(.removePairing)
        case 5: traits.insert(.listPairings)
        default: break
        }
        if let identifier = request[.identifier], !(1...36).contains(identifier.count) { traits.insert(.oddIdentifier) }
        return traits
    }

    /// The trait, in one line.
    package var meaning: String {
        switch self {
        case .severalIDs: "a read of more than one characteristic"
        case .duplicateID: "a read of one characteristic twice"
        case .manyIDs: "a read of more than 100 characteristics"
        case .idNotFirst: "a read whose query has a parameter before id"
        case .percentSign: "a percent escape in the query"
        case .unknownParameter: "a parameter that HAP does not define"
        case .severalEntries: "more than one write object"
        case .repeatedEntry: "two write objects for one characteristic"
        case .manyEntries: "more than 100 write objects"
        case .execution: "a write that executes a timed write"
        case .emptyList: "an empty list of write objects"
        case .unknownMember: "a member in the body or in a write object that HAP does not define"
        case .escapedKey: "a JSON key that begins with an escape"
        case .escapedPair: "a character beyond U+FFFF that is written as two escapes"
        case .exponent: "a number with an exponent"
        case .wholeNumber: "a value without a fraction"
        case .whiteSpace: "white space between the members of the body"
        case .deepNesting: "JSON that is nested more than 32 levels deep"
        case .numberFlag: "an ev that is a number"
        case .valueAndFlag: "a write object with both value and ev"
        case .fullFrames: "a length that is a multiple of 1,024 bytes, so that each of its frames is full"
        case .noHost: "no Host header"
        case .noContentType: "no Content-Type"
        case .contentTypeParameter: "a parameter of the Content-Type"
        case .emptyBody: "no body"
        case .noLength: "neither Content-Length nor a transfer coding"
        case .chunked: "a chunked body"
        case .upgrade: "an Upgrade header"
        case .leadingLine: "a leading empty line"
        case .wrongMethod: "a method that the path does not support"
        case .unknownPath: "a path that does not exist in any spelling"
        case .oddPath: "another spelling of a path that exists"
        case .noPath: "a target that is not a path, such as * or //"
        case .oversizedBody: "a body that is too large"
        case .oversizedHead: "a head that is too large"
        case .addPairing: "a controller is added"
        case .removePairing: "a controller is removed"
        case .listPairings: "the controllers are listed"
        case .oddIdentifier: "a controller's identifier that is empty or longer than 36 bytes"
        case .garbage: "bytes that are not HTTP"
        case .noSession: "PDUs of a connection without a session"
        case .pairResume: "Pair Verify with the method of Pair Resume"
        }
    }
}
