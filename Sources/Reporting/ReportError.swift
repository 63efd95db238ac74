/// A report could not be made or written; never a matter of the accessory.
package struct ReportError: Error, Hashable, CustomStringConvertible {
    /// What went wrong.
    package enum Code: Sendable, Hashable {
        /// The XML could not be composed.
        case composition
        /// The file, or its folder, cannot be written.
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
