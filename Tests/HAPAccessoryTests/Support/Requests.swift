import HAPModel
import HTTPWire

extension HTTPRequest {
    static func pairing(_ path: String, _ body: [UInt8]) -> HTTPRequest {
        HTTPRequest("POST", path, headers: [HTTPHeader("Content-Type", "application/pairing+tlv8")], body: body)
    }

    static func get(_ target: String) -> HTTPRequest { HTTPRequest("GET", target) }

    static func put(_ path: String, _ body: JSON) -> HTTPRequest {
        HTTPRequest("PUT", path, headers: [HTTPHeader("Content-Type", "application/hap+json")], body: body.encoded())
    }

    /// Writes one member of one characteristic: `{"aid": 1, "iid": 51, "value": true}`.
    static func write(_ id: String, _ members: JSONObject, pid: JSON? = nil) -> HTTPRequest {
        writes([(id, members)], pid: pid)
    }

    static func write(_ id: String, _ value: JSON) -> HTTPRequest { write(id, JSONObject(["value": value])) }

    static func writes(_ entries: [(String, JSONObject)], pid: JSON? = nil) -> HTTPRequest {
        let objects = entries.map { id, members in
            let id = CharacteristicID(id) ?? CharacteristicID(aid: 0, iid: 0)
            let place = JSONObject(["aid": JSON(id.aid), "iid": JSON(id.iid)])
            return JSON.object(JSONObject(members: place.members + members.members))
        }
        var body = JSONObject(["characteristics": .array(objects)])
        if let pid { body["pid"] = pid }
        return put("/characteristics", .object(body))
    }

    static func subscribe(_ ids: String..., on isOn: Bool = true) -> HTTPRequest {
        writes(ids.map { ($0, JSONObject(["ev": .bool(isOn)])) })
    }
}

extension HTTPMessage {
    var json: JSON? { try? JSON.parse(body) }

    /// The entries of the answer, by characteristic.
    var entries: [JSON] { json?["characteristics"]?.arrayValue ?? [] }

    /// The status in the first entry, or in the body.
    var hapStatus: Int64? { (entries.first?["status"] ?? json?["status"])?.int64Value }

    /// The value in the first entry.
    var value: JSON? { entries.first?["value"] }
}
