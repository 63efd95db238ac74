import HAPModel
import HTTPWire
import Measurement

/// A request that was sent and is not answered yet.
struct AskedRequest {
    /// The observer's number for it; `nil` if it was sent as plain bytes.
    var number: UInt64?
    let method: String
    /// Without the query.
    let path: String
    /// The State item of a pairing message, if it is one that the protocol knows.
    let state: UInt64?
    /// When it was sent; `nil` once its end was told.
    var sentAt: Moment?

    init(_ request: HTTPRequest, number: UInt64? = nil, sentAt: Moment) {
        self.number = number
        self.sentAt = sentAt
        method = request.method
        path = request.target.split(separator: "?", maxSplits: 1).first.map(String.init) ?? request.target
        state = PairingItems.state(of: TLV8(decoding: request.body))
    }

    /// The pairing procedure that it belongs to.
    var procedure: String? {
        ["/pair-setup", "/pair-verify", "/pairings"].first { $0 == path }.map { String($0.dropFirst()) }
    }

    /// What monitors of requests see of it.
    var fields: JSONObject { JSONObject(["method": .string(method), "path": .string(path)]) }
}
