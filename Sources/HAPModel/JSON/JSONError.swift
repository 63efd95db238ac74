/// Why bytes are no JSON text.
package struct JSONError: Error, Hashable, CustomStringConvertible {
    /// The byte at which the text stops being JSON, counted from 0.
    package let offset: Int
    /// What is wrong there.
    package let message: String

    package init(offset: Int, message: String) {
        self.offset = offset
        self.message = message
    }

    package var description: String { "byte \(offset): \(message)" }
}
