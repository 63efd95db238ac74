package import Links

/// Why a relay refuses something, for programs and for people.
package struct RelayRefusal: Error, Sendable, Hashable {
    /// The kind of refusal; a number that is not listed here belongs to another version.
    package struct Code: RawRepresentable, Sendable, Hashable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The token is wrong.
        package static let token = Code(rawValue: 1)
        /// The relay speaks another version of the protocol.
        package static let version = Code(rawValue: 2)
        /// Another tester uses the accessory.
        package static let busy = Code(rawValue: 3)
        /// The address is not in the list of allowed ones.
        package static let forbidden = Code(rawValue: 4)
        /// The address has no listener.
        package static let refused = Code(rawValue: 5)
        /// The address is invalid or has no route.
        package static let unreachable = Code(rawValue: 6)
        /// The other side did not respond in time.
        package static let timedOut = Code(rawValue: 7)
        /// The relay does not know what was asked for.
        package static let unsupported = Code(rawValue: 8)
        /// Too much is open.
        package static let crowded = Code(rawValue: 9)
        /// The frames do not follow the protocol.
        package static let malformed = Code(rawValue: 10)
    }

    package let code: Code
    /// What happened and what to do; one line.
    package let text: String

    package init(_ code: Code, _ text: String) {
        self.code = code
        self.text = text
    }

    /// The refusal of a link that could not be opened.
    package init(_ error: LinkError) {
        let code: Code =
            switch error.code {
            case .refused: .refused
            case .timedOut: .timedOut
            default: .unreachable
            }
        self.init(code, error.message)
    }

    /// The error at the tester.
    package var linkError: LinkError {
        switch code {
        case .refused: LinkError(.refused, text)
        case .timedOut: LinkError(.timedOut, text)
        case .busy, .forbidden, .unsupported: LinkError(.forbidden, text)
        default: LinkError(.unreachable, text)
        }
    }
}
