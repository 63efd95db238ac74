import HAPModel
import HTTPWire

/// A request as the accessory reads it: method, path and parameters.
struct IPRequest {
    var method: String
    var path: String
    /// The parameters in their order, decoded; `nil` if the target has no query.
    var query: [(name: String, value: String)]?
    var body: [UInt8]
    /// Whether the client wants the connection closed after the answer.
    var saysClose: Bool

    init?(_ message: HTTPMessage, normalizesPath: Bool) {
        guard let method = message.method, let target = message.target else { return nil }
        self.method = method
        body = message.body
        saysClose = message.saysClose
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts.first.map(String.init) ?? ""
        self.path = normalizesPath ? Self.normalized(path) : path
        guard parts.count == 2 else { return }
        query = parts[1].split(separator: "&").map { part in
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(pair[0]), pair.count == 2 ? Self.decoded(pair[1]) : "")
        }
    }

    /// `PUT /characteristics`.
    var name: String { "\(method) \(path)" }

    /// The value of the first parameter with this name.
    func parameter(_ name: String) -> String? { query?.first { $0.name == name }?.value }

    /// The text with its percent signs resolved; what is no right escape stays.
    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = ArraySlice(Array(text.utf8))
        while let byte = rest.popFirst() {
            if byte == 0x25, rest.count >= 2, let value = Hex.decode(String(decoding: rest.prefix(2), as: UTF8.self)),
                value.count == 1
            {
                bytes += value
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What a lax server makes of a path: lower case, no host, no empty and no dot segments.
    static func normalized(_ path: String) -> String {
        var path = decoded(path[...]).lowercased()
        if path.hasPrefix("http://") {
            path = "/" + path.dropFirst("http://".count).drop { $0 != "/" }
        }
        return "/" + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }
}
