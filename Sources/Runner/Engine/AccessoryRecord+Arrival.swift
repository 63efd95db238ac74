import HAPController
import HAPModel
import RunRecord

extension AccessoryRecord {
    /// What an accessory tells of itself: in its Accessory Information service and, where it was found, its advertisement.
    ///
    /// - Parameter deviceID: the Device ID that it pairs with; `nil` takes the advertised one.
    init(
        _ database: AttributeDatabase,
        _ advertisement: Advertisement?,
        deviceID: String?,
        reachedOver transports: [any Transport]
    ) {
        self.init(
            places: transports.map { Place(transport: $0.kind.rawValue, destination: $0.destination) }
        )
        let information = database.accessory(1)?.services.first { $0.type == .accessoryInformation }
        func text(_ type: HAPType) -> String? {
            information?.characteristics.first { $0.type == type }?.value?.stringValue
        }
        self.deviceID = deviceID ?? advertisement?.deviceID
        name = text(.name) ?? advertisement?.name
        model = text(.model)
        manufacturer = text(.manufacturer)
        firmwareRevision = text(.firmwareRevision)
        hardwareRevision = text(.hardwareRevision)
        category = advertisement?.category
        configuration = advertisement?.configurationNumber
    }
}
