/// How the body of a message that is sent is delimited.
package enum HTTPBodyFraming: Sendable, Hashable {
    /// By Content-Length if there is a body, unless the header fields say something about it already.
    case automatic
    /// In chunks of so many bytes, with the header field that says so.
    case chunked(Int)
    /// By nothing that is added: the header fields are sent as they are given.
    case asGiven
}

/// Writes the header fields and the body of a message.
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
