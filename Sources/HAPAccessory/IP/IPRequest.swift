import HAPModel
import HTTPWire

/// A decoded request: method, path and parameters.
struct IPRequest {
    var method: String
    var path: String
    /// The parameters in order, decoded; `nil` if the target has no query.
    var query: [(name: String, value: String)]?
    var body: [UInt8]
    /// Whether the client wants the connection closed after the answer.
    var saysClose: Bool

    init?(_ message: HTTPMessage, normalizesPath: Bool) {
        guard let method = message.method, let target = message.target else { return nil }
        self.method = method
        body = message.body
        saysClose = message.saysClose
        let parts = target.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
            .map { Substring($0) }
        let path = parts.first.map(String.init) ?? ""
        self.path = normalizesPath ? Self.normalized(path) : path
        guard parts.count == 2 else { return }
        query = parts[1].utf8.split(separator: UInt8(ascii: "&")).map { part in
            let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                .map { Substring($0) }
            return (Self.decoded(pair[0]), pair.count == 2 ? Self.decoded(pair[1]) : "")
        }
    }

    /// The paths and their methods.
    private static let methods: [String: [String]] = [
        "/pair-setup": ["POST"], "/pair-verify": ["POST"], "/identify": ["POST"], "/pairings": ["POST"],
        "/accessories": ["GET"], "/characteristics": ["GET", "PUT"], "/prepare": ["PUT"],
    ]

    /// The path that only a camera has.
    static let resource = "/resource"

    /// The names of the requests, as in `PUT /characteristics`.
    static let messages =
        (methods.flatMap { path, methods in methods.map { "\($0) \(path)" } } + ["POST \(resource)"]).sorted()

    /// The methods of a path; `nil` if the accessory does not have it.
    static func methods(of path: String, on accessory: AccessoryDefinition) -> [String]? {
        path == resource && accessory.isCamera ? ["POST"] : methods[path]
    }

    /// The operation and the name of the message.
    func meaning(in core: AccessoryCore) -> AccessoryRequest {
        AccessoryRequest(operation(in: core), message: "\(method) \(path)")
    }

    private func operation(in core: AccessoryCore) -> AccessoryOperation? {
        switch (path, method) {
        case ("/pair-setup", _): .pairSetup
        case ("/pair-verify", _): .pairVerify
        case ("/pairings", _): .pairings
        case ("/identify", _): .identify
        case ("/accessories", _): .database
        case ("/prepare", _): .prepare
        case ("/characteristics", "GET"): .read
        // Only defects need the distinction, so the body is decoded only for them.
        case ("/characteristics", "PUT"): !core.defects.isConformant && isSubscription ? .subscribe : .write
        default: nil
        }
    }

    /// Whether the body has subscriptions but no values.
    private var isSubscription: Bool {
        guard let entries = (try? JSON.parse(body))?["characteristics"]?.arrayValue, !entries.isEmpty else {
            return false
        }
        return entries.allSatisfy { $0["ev"] != nil && $0["value"] == nil }
    }

    /// The value of the first parameter with this name.
    func parameter(_ name: String) -> String? { query?.first { $0.name == name }?.value }

    /// The percent-decoded text; a malformed escape stays as it is.
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

    /// A lax server's form of a path: lower case, no host, no empty and no dot segments.
    static func normalized(_ path: String) -> String {
        var path = decoded(path[...]).lowercased()
        if path.hasPrefix("http://") {
            path = "/" + path.dropFirst("http://".count).drop { $0 != "/" }
        }
        return "/" + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }
}
