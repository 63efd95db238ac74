package import RunRecord

/// Which accessory a run tested.
package struct HistoryAccessory: Sendable, Hashable {
    /// The name that it advertises, or its address if it told none.
    package var name: String
    package var deviceID: String?
    package var manufacturer: String?
    package var model: String?
    package var firmware: String?
    package var hardware: String?
    /// The transports of the run, in the order of their names: `ip thread`.
    package var transports: String

    package init(
        name: String,
        deviceID: String? = nil,
        manufacturer: String? = nil,
        model: String? = nil,
        firmware: String? = nil,
        hardware: String? = nil,
        transports: String = "ip"
    ) {
        self.name = name
        self.deviceID = deviceID
        self.manufacturer = manufacturer
        self.model = model
        self.firmware = firmware
        self.hardware = hardware
        self.transports = transports
    }

    /// - Parameters:
    ///   - record: what the accessory told; `nil` if it was not reached.
    ///   - name: the name of the accessory for people.
    ///   - transport: the transport of the run, if the record has none.
    package init(_ record: AccessoryRecord?, name: String, transport: String) {
        let kinds = Set(record?.places.map(\.transport) ?? []).sorted()
        self.init(
            name: record?.name ?? name,
            deviceID: record?.deviceID,
            manufacturer: record?.manufacturer,
            model: record?.model,
            firmware: record?.firmwareRevision,
            hardware: record?.hardwareRevision,
            transports: kinds.isEmpty ? transport : kinds.joined(separator: " ")
        )
    }

    /// Maker and model, which all devices of a product share; the name if it told neither.
    package var product: String { toldProduct ?? name }

    /// Maker and model; `nil` if it told neither.
    var toldProduct: String? {
        let words = [manufacturer, model].compactMap { $0 }.filter { !$0.allSatisfy(\.isWhitespace) }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// Whether the text is the name, the product or the Device ID, whatever its case.
    package func isCalled(_ text: String) -> Bool { texts.contains(text.lowercased()) }

    /// Whether the name, the product or the Device ID contains the text, whatever its case.
    package func matches(_ text: String) -> Bool { texts.contains { $0.contains(text.lowercased()) } }

    private var texts: [String] { [name, product, deviceID ?? ""].map { $0.lowercased() } }
}
