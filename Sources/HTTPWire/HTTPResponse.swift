/// A response or event to send; it is not validated, so that a defect can send malformed ones.
package struct HTTPResponse: Sendable, Hashable {
    /// The version with the protocol's name: `HTTP/1.1`, `EVENT/1.0`.
    package var version: String
    package var status: Int
    package var reason: String
    package var headers: [HTTPHeader]
    package var body: [UInt8]
    package var framing: HTTPBodyFraming

    package init(
        _ status: Int,
        _ reason: String? = nil,
        headers: [HTTPHeader] = [],
        body: [UInt8] = [],
        framing: HTTPBodyFraming = .automatic,
        version: String = "HTTP/1.1"
    ) {
        self.status = status
        self.reason = reason ?? Self.reason(status)
        self.headers = headers
        self.body = body
        self.framing = framing
        self.version = version
    }

    /// An event (HAP R1 5.8): `EVENT/1.0 200 OK`.
    package static func event(headers: [HTTPHeader] = [], body: [UInt8]) -> HTTPResponse {
        HTTPResponse(200, headers: headers, body: body, version: "EVENT/1.0")
    }

    /// The bytes of the response.
    package func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256 + body.count)
        for part in [version, " ", String(status), " ", reason] { bytes += part.utf8 }
        bytes += ASCII.lineEnd
        HTTPBody.write(headers, body, framing, into: &bytes)
        return bytes
    }

    /// The reason phrase of a status; empty for a status that HAP does not define.
    package static func reason(_ status: Int) -> String {
        switch status {
        case 100: "Continue"
        case 200: "OK"
        case 204: "No Content"
        case 207: "Multi-Status"
        case 400: "Bad Request"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 411: "Length Required"
        case 413: "Payload Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 422: "Unprocessable Entity"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 470: "Connection Authorization Required"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        default: ""
        }
    }
}
