/// How a datagram differs from a well-formed message (RFC 7252 3 and 4.1).
package enum CoAPDeviation: Hashable, Sendable, CustomStringConvertible {
    /// Fewer than the four bytes of a header.
    case shortHeader
    /// Another version than 1.
    case version(Int)
    /// A token length of 9 to 15, which is reserved.
    case tokenLength(Int)
    case truncatedToken
    /// The datagram ends in an option; its number, as far as it is known.
    case truncatedOption(Int)
    /// A delta of 15 outside the payload marker.
    case reservedDelta
    /// An option length of 15.
    case reservedLength(Int)
    /// The deltas add up to more than 65,535.
    case optionNumber
    /// A payload marker without payload.
    case emptyPayload
    /// A message with code 0.00 and further bytes.
    case emptyWithContent
    /// A code of a class that is reserved.
    case reservedCode(CoAPCode)
    /// A kind that this code cannot have, such as a request in an acknowledgement.
    case kindOfCode
    /// A Block1 or Block2 option that cannot be read.
    case block(CoAPOption.Number)

    /// Whether the message must be ignored or rejected, and is not processed (RFC 7252 4.2, 4.3).
    package var isMalformed: Bool {
        switch self {
        case .shortHeader, .version, .tokenLength, .truncatedToken, .truncatedOption, .reservedDelta, .reservedLength,
            .optionNumber, .emptyPayload, .emptyWithContent, .reservedCode, .kindOfCode:
            true
        case .block: false
        }
    }

    package var description: String {
        switch self {
        case .shortHeader: "the datagram is shorter than a header of 4 bytes"
        case .version(let version): "the version is \(version), not 1"
        case .tokenLength(let length): "the token length is \(length); at most 8 is allowed"
        case .truncatedToken: "the datagram ends in the token"
        case .truncatedOption(let number): "the datagram ends in option \(number)"
        case .reservedDelta: "an option delta is 15, which is reserved"
        case .reservedLength(let number): "the length of option \(number) is 15, which is reserved"
        case .optionNumber: "an option number is above 65,535"
        case .emptyPayload: "a payload marker has no payload after it"
        case .emptyWithContent: "an empty message has more than its header"
        case .reservedCode(let code): "the class of code \(code) is reserved"
        case .kindOfCode: "the kind of the message does not fit its code"
        case .block(let number): "\(number) cannot be read"
        }
    }
}
