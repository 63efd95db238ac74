package import Links

/// Why a controller failed; misbehaviour of the accessory is not an error but a result.
package struct ControllerError: Error, Hashable, CustomStringConvertible {
    package struct Code: Hashable, Sendable {
        private enum Value { case unreachable, refused, forbidden, timedOut, alreadyOpen }
        private var value: Value

        /// The accessory's address has no route.
        package static let unreachable = Code(value: .unreachable)
        /// The accessory's port has no listener.
        package static let refused = Code(value: .refused)
        /// A relay does not open the accessory's address for this tester; another attempt gets the same answer.
        package static let forbidden = Code(value: .forbidden)
        /// The connection was not established in time.
        package static let timedOut = Code(value: .timedOut)
        /// The connection is already open.
        package static let alreadyOpen = Code(value: .alreadyOpen)
    }

    package var code: Code
    /// What happened, where, and what to do; one line.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The link was not opened.
    package init(_ error: LinkError) {
        let code: Code =
            switch error.code {
            case .refused: .refused
            case .forbidden: .forbidden
            case .timedOut: .timedOut
            default: .unreachable
            }
        self.init(code, error.message)
    }

    package var description: String { message }

    /// The message in a sentence that has named the address already: `it refuses connections: …`.
    package func message(about destination: String) -> String {
        if message.hasPrefix("\(destination) ") { return "it" + message.dropFirst(destination.count) }
        let start = "cannot reach \(destination): "
        return message.hasPrefix(start) ? String(message.dropFirst(start.count)) : message
    }
}
