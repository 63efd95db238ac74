/// A request or a response as it came: its meaning, its bytes, and where it departs from the grammar.
package struct HTTPMessage: Sendable, Hashable {
    /// What the first line says.
    package enum Start: Sendable, Hashable {
        case request(method: String, target: String)
        case response(status: Int, reason: String)
    }

    /// By what the body's end is known.
    package enum Framing: Sendable, Hashable {
        /// There is no body.
        case none
        case contentLength(Int)
        case chunked
        /// Nothing says where the body ends but the end of the connection.
        case untilClose
    }

    /// One way in which a message departs from the grammar, and where.
    package struct Deviation: Sendable, Hashable, CustomStringConvertible {
        /// Counted from the message's first byte.
        package let offset: Int
        package let message: String

        package init(offset: Int, message: String) {
            self.offset = offset
            self.message = message
        }

        package var description: String { "byte \(offset): \(message)" }
    }

    package var start: Start
    /// `HTTP`, `EVENT`, or what else stands there.
    package var protocolName: String
    /// `1.1`, `1.0`, or what else stands there.
    package var version: String
    package var headers: [HTTPHeader]
    /// Header fields behind a chunked body.
    package var trailers: [HTTPHeader]
    package var framing: Framing
    /// The content, put together from chunks.
    package var body: [UInt8]
    /// All bytes of the message.
    package var raw: [UInt8]
    /// By offset.
    package var deviations: [Deviation]

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

    /// Whether this is an event: a response that nobody asked for (`EVENT/1.0 200 OK`).
    package var isEvent: Bool { protocolName == "EVENT" }

    /// Whether another response to the same request follows (status 100 to 199).
    package var isInterim: Bool { status.map { (100..<200).contains($0) } ?? false }

    /// The first line, put together anew.
    package var startLine: String {
        switch start {
        case .request(let method, let target): "\(method) \(target) \(protocolName)/\(version)"
        case .response(let status, let reason): "\(protocolName)/\(version) \(status) \(reason)"
        }
    }

    /// Whether the sender says that it closes the connection after this message.
    package var saysClose: Bool { headers.sayClose }
}
