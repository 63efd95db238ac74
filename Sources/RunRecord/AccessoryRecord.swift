package import HAPModel

/// Which accessory a run tested, so that its records can be compared with those of other runs.
package struct AccessoryRecord: Sendable, Hashable {
    /// A transport over which the run reached it, and where.
    package struct Place: Sendable, Hashable {
        package var transport: String
        package var destination: String

        package init(transport: String, destination: String) {
            self.transport = transport
            self.destination = destination
        }
    }

    /// Its Device ID; `nil`, as all that follows, if the accessory did not tell it.
    package var deviceID: String?
    package var name: String?
    package var model: String?
    package var manufacturer: String?
    package var firmwareRevision: String?
    package var hardwareRevision: String?
    /// The number of its category.
    package var category: UInt64?
    /// The configuration number, `c#`.
    package var configuration: UInt64?
    package var places: [Place]

    package init(places: [Place]) {
        self.places = places
    }

    /// Maker and model, by which a baseline names the accessory; `nil` if it told neither.
    ///
    /// Its name and Device ID differ from device to device of the same product.
    package var product: String? {
        let words = [manufacturer, model].compactMap { $0 }.filter { !$0.allSatisfy(\.isWhitespace) }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// The record as it stands in the journal.
    package var json: JSON {
        let texts = [
            ("device-id", deviceID), ("name", name), ("model", model), ("manufacturer", manufacturer),
            ("firmware-revision", firmwareRevision), ("hardware-revision", hardwareRevision),
        ]
        var object = JSONObject()
        for (key, text) in texts { object[key] = text.map { .string($0) } }
        object["category"] = category.map { JSON($0) }
        object["c#"] = configuration.map { JSON($0) }
        object["transports"] = .array(
            places.map { ["transport": .string($0.transport), "destination": .string($0.destination)] }
        )
        return .object(object)
    }

    /// Reads the body of an `accessory` event; what it does not tell stays `nil`.
    package init(_ body: JSON) {
        places = (body["transports"]?.arrayValue ?? []).compactMap { place in
            guard let transport = place["transport"]?.stringValue, let destination = place["destination"]?.stringValue
            else { return nil }
            return Place(transport: transport, destination: destination)
        }
        deviceID = body["device-id"]?.stringValue
        name = body["name"]?.stringValue
        model = body["model"]?.stringValue
        manufacturer = body["manufacturer"]?.stringValue
        firmwareRevision = body["firmware-revision"]?.stringValue
        hardwareRevision = body["hardware-revision"]?.stringValue
        category = body["category"]?.uint64Value
        configuration = body["c#"]?.uint64Value
    }
}
