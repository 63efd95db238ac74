package import HAPModel
package import HTTPWire

/// The characteristics in the body of a response or an event, decoded leniently.
package struct CharacteristicsBody: Sendable, Hashable {
    /// The body, if it is JSON.
    package let json: JSON?
    /// Why the body is not JSON; also `nil` for an empty body.
    package let error: JSONError?
    /// The entries in `characteristics`.
    package let entries: [CharacteristicEntry]

    package init(_ message: HTTPMessage) {
        self.init(message.body)
    }

    package init(_ body: [UInt8]) {
        guard !body.isEmpty else {
            (json, error, entries) = (nil, nil, [])
            return
        }
        do throws(JSONError) {
            let json = try JSON.parse(body)
            self.json = json
            error = nil
            entries = json["characteristics"]?.arrayValue?.map(CharacteristicEntry.init) ?? []
        } catch {
            (json, self.error, entries) = (nil, error, [])
        }
    }

    /// The status of the request as a whole (HAP R1 5.7.1.4): `{"status":-70401}`.
    package var status: HAPStatus? { json?["status"]?.int64Value.map(HAPStatus.init(rawValue:)) }

    /// The first entry for a characteristic.
    package subscript(id: CharacteristicID) -> CharacteristicEntry? {
        entries.first { $0.id == id }
    }
}
