package import Links

/// Why a controller could not do its work; what the accessory does wrong is no error but a result.
package struct ControllerError: Error, Hashable, CustomStringConvertible {
    package struct Code: Hashable, Sendable {
        private enum Value { case unreachable, refused, timedOut, alreadyOpen }
        private var value: Value

        /// No way leads to the accessory.
        package static let unreachable = Code(value: .unreachable)
        /// Nothing listens at the accessory's port.
        package static let refused = Code(value: .refused)
        /// No connection came about in time.
        package static let timedOut = Code(value: .timedOut)
        /// The connection is open already.
        package static let alreadyOpen = Code(value: .alreadyOpen)
    }

    package var code: Code
    /// What happened, to what, and what to do about it; one line.
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
            case .timedOut: .timedOut
            default: .unreachable
            }
        self.init(code, error.message)
    }

    package var description: String { message }
}
