/// A received request or response: its meaning, its bytes and its deviations from the grammar.
package struct HTTPMessage: Sendable, Hashable {
    /// The content of the first line.
    package enum Start: Sendable, Hashable {
        case request(method: String, target: String)
        case response(status: Int, reason: String)
    }

    /// How the body's end is determined.
    package enum Framing: Sendable, Hashable {
        /// The message has no body.
        case none
        case contentLength(Int)
        case chunked
        /// The body ends with the connection.
        case untilClose
    }

    /// One deviation from the grammar and its position.
    package struct Deviation: Sendable, Hashable, CustomStringConvertible {
        /// The offset from the message's first byte.
        package let offset: Int
        package let message: String

        package init(offset: Int, message: String) {
            self.offset = offset
            self.message = message
        }

        package var description: String { "byte \(offset): \(message)" }
    }

    package var start: Start
    /// `HTTP`, `EVENT` or another protocol name.
    package var protocolName: String
    /// `1.1`, `1.0` or another version.
    package var version: String
    package var headers: [HTTPHeader]
    /// The trailer fields after a chunked body.
    package var trailers: [HTTPHeader]
    package var framing: Framing
    /// The content, assembled from chunks.
    package var body: [UInt8]
    /// All bytes of the message.
    package var raw: [UInt8]
    /// Sorted by offset.
    package var deviations: [Deviation]
    /// How many bytes at the end of ``raw`` are beyond its length and do not begin another message (``HTTPDecoder/skipSurplus()``).
    package var surplus = 0

    /// The status of a response.
    package var status: Int? {
        guard case .response(let status, _) = start else { return nil }
        return status
    }

    /// The reason phrase of a response.
    package var reason: String? {
        guard case .response(_, let reason) = start else { return nil }
        return reason
    }

    /// The method of a request.
    package var method: String? {
        guard case .request(let method, _) = start else { return nil }
        return method
    }

    /// The target of a request.
    package var target: String? {
        guard case .request(_, let target) = start else { return nil }
        return target
    }

    /// Whether this is an event: an unsolicited response (`EVENT/1.0 200 OK`).
    package var isEvent: Bool { protocolName == "EVENT" }

    /// Whether another response to the same request follows (status 100 to 199).
    package var isInterim: Bool { status.map { (100..<200).contains($0) } ?? false }

    /// The first line, encoded again.
    package var startLine: String {
        switch start {
        case .request(let method, let target): "\(method) \(target) \(protocolName)/\(version)"
        case .response(let status, let reason): "\(protocolName)/\(version) \(status) \(reason)"
        }
    }

    /// Whether it is an error that says neither how long it is nor that the connection ends. The head is then all there is, although by
    /// RFC 7230 3.3.3 the end of the connection is the end of its body.
    package var isUnframed: Bool {
        guard let status, status >= 400, !saysClose else { return false }
        return framing == .none
    }

    /// Whether the sender announces that it closes the connection after this message.
    package var saysClose: Bool { headers.sayClose }
}
