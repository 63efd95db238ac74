package import HAPModel
package import SuiteLanguage

/// Characteristics and their values as lines for people and as JSON for scripts.
package enum ManualText {
    /// `1.51 lightbulb.on = true`, or what the accessory says instead of a value.
    ///
    /// - Parameters:
    ///   - value: the value; `nil` if there is none to show.
    ///   - status: what the accessory says; `nil` if it rejects the request without a status.
    ///   - complaint: what is wrong with the response.
    package static func line(
        _ found: FoundCharacteristic,
        value: JSON?,
        status: HAPStatus?,
        complaint: String? = nil
    ) -> CleanText {
        let head: CleanText = "\(found.id) \(found.label)"
        if let complaint { return "\(head): \(complaint)" }
        guard status == .success else {
            return "\(head): \(status.map { "status \($0)" } ?? "rejected without a status")"
        }
        guard let value else { return "\(head): done" }
        let unit = found.characteristic.unit.map { " \($0.rawValue)" } ?? ""
        return "\(head) = \(value.serialized())\(unit)"
    }

    /// `watching 2 characteristics: lightbulb.on, lightbulb.brightness`
    package static func watching(_ characteristics: [FoundCharacteristic]) -> CleanText {
        guard !characteristics.isEmpty else { return "watching nothing" }
        let names = characteristics.map { CleanText($0.label, limit: 200) }.joined(separator: ", ")
        return "watching \(Spoken.count(characteristics.count, "characteristic")): \(names)"
    }

    /// The same for scripts.
    package static func json(
        _ found: FoundCharacteristic,
        value: JSON?,
        status: HAPStatus?,
        complaint: String? = nil
    ) -> JSON {
        var object: JSONObject = [
            "aid": JSON(found.id.aid), "iid": JSON(found.id.iid), "name": .string(found.label),
        ]
        if let value { object["value"] = value }
        object["status"] = status.map { JSON($0.rawValue) } ?? .null
        if let complaint { object["error"] = .string(complaint) }
        return .object(object)
    }
}
