/// How the body of an outgoing message is delimited.
package enum HTTPBodyFraming: Sendable, Hashable {
    /// By Content-Length if there is a body, unless the header fields already delimit it.
    case automatic
    /// In chunks of the given size, with the Transfer-Encoding header field.
    case chunked(Int)
    /// Without an added field: the header fields are sent as given.
    case asGiven
}

/// Encodes the header fields and the body of a message.
enum HTTPBody {
    static func write(_ headers: [HTTPHeader], _ body: [UInt8], _ framing: HTTPBodyFraming, into bytes: inout [UInt8]) {
        for header in headers { header.write(into: &bytes) }
        switch framing {
        case .automatic:
            if !body.isEmpty, headers["Content-Length"] == nil, headers["Transfer-Encoding"] == nil {
                HTTPHeader("Content-Length", String(body.count)).write(into: &bytes)
            }
        case .chunked:
            if headers["Transfer-Encoding"] == nil {
                HTTPHeader("Transfer-Encoding", "chunked").write(into: &bytes)
            }
        case .asGiven: break
        }
        bytes += ASCII.lineEnd
        guard case .chunked(let size) = framing else {
            bytes += body
            return
        }
        var rest = body[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(max(1, size))
            bytes += String(chunk.count, radix: 16).utf8
            bytes += ASCII.lineEnd
            bytes += chunk
            bytes += ASCII.lineEnd
            rest = rest.dropFirst(chunk.count)
        }
        bytes += "0\r\n\r\n".utf8
    }
}
