/// A request to send; it is not validated, so that a case can send malformed requests.
package struct HTTPRequest: Sendable, Hashable {
    package var method: String
    package var target: String
    /// The version with the protocol's name: `HTTP/1.1`.
    package var version: String
    package var headers: [HTTPHeader]
    package var body: [UInt8]
    package var framing: HTTPBodyFraming

    package init(
        _ method: String,
        _ target: String,
        headers: [HTTPHeader] = [],
        body: [UInt8] = [],
        framing: HTTPBodyFraming = .automatic,
        version: String = "HTTP/1.1"
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.framing = framing
        self.version = version
    }

    /// The bytes of the request.
    package func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256 + body.count)
        for part in [method, " ", target, " ", version] { bytes += part.utf8 }
        bytes += ASCII.lineEnd
        HTTPBody.write(headers, body, framing, into: &bytes)
        return bytes
    }
}
