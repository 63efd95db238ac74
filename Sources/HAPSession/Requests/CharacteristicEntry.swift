package import HAPModel

/// One entry of a response or an event, with all its members.
package struct CharacteristicEntry: Sendable, Hashable {
    /// The entry as it was sent, or as JSON would have it.
    package let raw: JSON
    /// What became of the characteristic; `nil` if nothing readable is said, which in a JSON body means success.
    package let status: HAPStatus?

    /// An entry of a JSON body.
    package init(_ raw: JSON) {
        self.raw = raw
        status = raw["status"]?.int64Value.map(HAPStatus.init(rawValue:))
    }

    /// An entry that says what became of a characteristic, and perhaps its value.
    package init(_ id: CharacteristicID, status: HAPStatus, value: JSON? = nil) {
        var object: JSONObject = ["aid": JSON(id.aid), "iid": JSON(id.iid)]
        if let value { object["value"] = value }
        object["status"] = JSON(status.rawValue)
        raw = .object(object)
        self.status = status
    }

    /// The characteristic; `nil` unless `aid` and `iid` are whole numbers.
    package var id: CharacteristicID? {
        guard let aid = raw["aid"]?.uint64Value, let iid = raw["iid"]?.uint64Value else { return nil }
        return CharacteristicID(aid: aid, iid: iid)
    }

    package var value: JSON? { raw["value"] }

    /// Whether events are enabled.
    package var events: Bool? { raw["ev"]?.boolValue }
}
