import HAPModel
import HTTPWire
import Measurement

/// A sent request without a response yet.
struct AskedRequest {
    /// The observer's number for it, or for the first bytes of it if it was sent as plain bytes.
    var number: UInt64?
    let method: String
    /// Without the query.
    let path: String
    /// The characteristics that a read asks for, as far as they are written correctly.
    let ids: [CharacteristicID]
    /// The State item of a pairing message, if the protocol defines it.
    let state: UInt64?
    /// When it was sent.
    var sentAt: Moment
    /// Whether its end was told; its answer may still arrive.
    var isEnded = false

    init(_ request: HTTPRequest, number: UInt64? = nil, sentAt: Moment) {
        self.number = number
        self.sentAt = sentAt
        method = request.method
        let end = request.target.utf8.firstIndex(of: UInt8(ascii: "?"))
        ids = end.map { request.method == "GET" ? Self.ids(in: request.target[$0...].dropFirst()) : [] } ?? []
        path = end.map { String(request.target[..<$0]) } ?? request.target
        state = request.body.isEmpty ? nil : PairingItems.state(of: TLV8(decoding: request.body))
    }

    /// The characteristics of a query: `id=1.34,1.35&meta=1`.
    private static func ids(in query: Substring) -> [CharacteristicID] {
        let list = query.split(separator: "&").first { $0.hasPrefix("id=") }?.dropFirst(3)
        return (list ?? "").split(separator: ",").compactMap { CharacteristicID(String($0)) }
    }

    /// The pairing procedure that it belongs to.
    var procedure: String? {
        ["/pair-setup", "/pair-verify", "/pairings"].first { $0 == path }.map { String($0.dropFirst()) }
    }

    /// The request's fields for monitors.
    var fields: JSONObject { JSONObject(["method": .string(method), "path": .string(path)]) }
}
