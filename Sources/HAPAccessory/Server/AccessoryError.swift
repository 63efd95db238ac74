/// Why a simulated accessory cannot run.
package struct AccessoryError: Error, Hashable, CustomStringConvertible {
    package struct Code: Hashable, Sendable {
        private enum Value { case storage, unreadable, unknown, refused }
        private var value: Value

        /// A file cannot be read or written.
        package static let storage = Code(value: .storage)
        /// A file is malformed.
        package static let unreadable = Code(value: .unreadable)
        /// The accessory lacks the named part.
        package static let unknown = Code(value: .unknown)
        /// The value violates a rule of the characteristic.
        package static let refused = Code(value: .refused)
    }

    package var code: Code
    /// What happened, and what to do; one line.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
