package import HAPModel
package import HAPSession

/// An entry of an answer, with what the judge compares it with.
package struct ObservedEntry: Sendable {
    /// The entry as the accessory sent it.
    package let raw: JSON
    /// Which characteristic; `nil` unless `aid` and `iid` are whole numbers.
    package let id: CharacteristicID?
    /// What the entry says of the request; `nil` if that cannot be read, or if the entry has to say it and does not.
    package let status: HAPStatus?
    /// The value when the case began.
    package var before: JSON?
    /// Of a float: how far another number may lie from the value and still be the same.
    package var tolerance: JSONNumber?
    /// Metadata that are not as in the database.
    package var differs: [String]?
    /// Of Logs: how many entries its TLV8 holds.
    package var logEntries: Int?

    /// - Parameter silence: what it means that the entry has no status.
    package init(_ entry: CharacteristicEntry, silence: HAPStatus?) {
        raw = entry.raw
        id = entry.id
        let isSilent = raw["status"]?.isNull ?? true
        status = isSilent ? silence : entry.status
    }

    package var value: JSON? { raw["value"] }

    /// The status as suites see it: its name, or what the accessory sent where that is not a number.
    var statusJSON: JSON { status.map { .string($0.name) } ?? raw["status"] ?? .null }

    /// The entry as suites see it.
    package var json: JSON {
        guard case .object(var object) = raw else { return raw }
        if let status {
            object["status"] = .string(status.name)
            object["status-code"] = JSON(status.rawValue)
        }
        if let before { object["before"] = before }
        if let tolerance { object["value-within"] = .number(tolerance) }
        if let differs { object["differs"] = .array(differs.map { .string($0) }) }
        if let logEntries { object["log-entries"] = JSON(logEntries) }
        return .object(object)
    }
}
