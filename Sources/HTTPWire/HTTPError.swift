/// Why decoding HTTP messages stopped; the start of the next message is then unknown.
package struct HTTPError: Error, Hashable, CustomStringConvertible {
    package struct Code: Hashable, Sendable {
        private enum Value { case startLine, length, coding, chunk, headTooLarge, bodyTooLarge, truncated }
        private var value: Value

        /// The first line is neither a request line nor a status line.
        package static let startLine = Code(value: .startLine)
        /// The Content-Length is not a number, or two values differ.
        package static let length = Code(value: .length)
        /// The transfer coding is unknown.
        package static let coding = Code(value: .coding)
        /// A chunk has no size, or does not end where its size says.
        package static let chunk = Code(value: .chunk)
        /// The first line and the header fields exceed the limit.
        package static let headTooLarge = Code(value: .headTooLarge)
        /// The body exceeds the limit.
        package static let bodyTooLarge = Code(value: .bodyTooLarge)
        /// The connection ended inside a message.
        package static let truncated = Code(value: .truncated)
    }

    package var code: Code
    /// The offset from the first byte of the malformed message.
    package var offset: Int
    /// What is wrong at the offset.
    package var message: String

    package init(_ code: Code, offset: Int, _ message: String) {
        self.code = code
        self.offset = offset
        self.message = message
    }

    package var description: String { "byte \(offset): \(message)" }
}
