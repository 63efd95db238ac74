package import HAPModel
package import HAPSession

/// An entry of a response, with the values that the judge compares it with.
package struct ObservedEntry: Sendable {
    /// The entry as the accessory sent it.
    package let raw: JSON
    /// The characteristic; `nil` unless `aid` and `iid` are whole numbers.
    package let id: CharacteristicID?
    /// The status of the entry; `nil` if it is malformed, or missing although it is required.
    package let status: HAPStatus?
    /// The value at the start of the case.
    package var before: JSON?
    /// For a float: the difference at which another number is still equal.
    package var tolerance: JSONNumber?
    /// Metadata that differ from the database.
    package var differs: [String]?
    /// For Logs: the number of entries in its TLV8.
    package var logEntries: Int?
    /// For Setup Endpoints: what its TLV8 holds.
    package var stream: JSON?

    /// - Parameter silence: what it means that the entry has no status.
    package init(_ entry: CharacteristicEntry, silence: HAPStatus?) {
        raw = entry.raw
        id = entry.id
        let isSilent = raw["status"]?.isNull ?? true
        status = isSilent ? silence : entry.status
    }

    package var value: JSON? { raw["value"] }

    /// The status for suites: its name, or the received value if it is not a number.
    var statusJSON: JSON { status.map { .string($0.name) } ?? raw["status"] ?? .null }

    /// The entry for suites.
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
        if let stream { object["stream"] = stream }
        return .object(object)
    }
}
