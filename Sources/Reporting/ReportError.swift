/// A report could not be made or written. The accessory is not the cause.
package struct ReportError: Error, Hashable, CustomStringConvertible {
    /// The kinds of error.
    package enum Code: Sendable, Hashable {
        /// The XML document could not be built.
        case composition
        /// The file or its folder cannot be written.
        case unwritable
    }

    package let code: Code
    /// What happened and what to do, on one line.
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
