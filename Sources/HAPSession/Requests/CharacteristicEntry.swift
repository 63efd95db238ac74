package import HAPModel

/// One entry of a response or an event, with all its members.
package struct CharacteristicEntry: Sendable, Hashable {
    /// The entry as received.
    package let raw: JSON

    package init(_ raw: JSON) {
        self.raw = raw
    }

    /// An entry that contains only a characteristic's status.
    package init(_ id: CharacteristicID, status: HAPStatus) {
        raw = ["aid": JSON(id.aid), "iid": JSON(id.iid), "status": JSON(status.rawValue)]
    }

    /// The characteristic; `nil` unless `aid` and `iid` are whole numbers.
    package var id: CharacteristicID? {
        guard let aid = raw["aid"]?.uint64Value, let iid = raw["iid"]?.uint64Value else { return nil }
        return CharacteristicID(aid: aid, iid: iid)
    }

    package var value: JSON? { raw["value"] }

    /// The status; `nil` if it is absent, which in a 200 means success.
    package var status: HAPStatus? { raw["status"]?.int64Value.map(HAPStatus.init(rawValue:)) }

    /// Whether events are enabled.
    package var events: Bool? { raw["ev"]?.boolValue }
}
