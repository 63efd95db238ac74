/// Why bytes are not valid JSON text.
package struct JSONError: Error, Hashable, CustomStringConvertible {
    /// The offset of the first invalid byte, counted from 0.
    package let offset: Int
    /// What is wrong at the offset.
    package let message: String

    package init(offset: Int, message: String) {
        self.offset = offset
        self.message = message
    }

    package var description: String { "byte \(offset): \(message)" }
}
