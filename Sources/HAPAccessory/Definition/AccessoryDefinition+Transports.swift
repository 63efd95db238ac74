import HAPModel

extension AccessoryDefinition {
    /// The accessory as one that is also reached over another transport than IP: its instance IDs have at most 16 bits
    /// (HAP-MULTI-027).
    package var forEveryTransport: AccessoryDefinition {
        let widest = UInt64(UInt16.max)
        var definition = self
        for object in definition.objects.indices {
            definition.objects[object].services.removeAll { $0.iid > widest }
            for service in definition.objects[object].services.indices {
                definition.objects[object].services[service].characteristics.removeAll { $0.id.iid > widest }
            }
        }
        return definition
    }
}
