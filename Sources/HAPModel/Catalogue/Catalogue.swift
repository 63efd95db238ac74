/// Apple's services, characteristics and categories, as `Suites/catalogue/` lists them.
package struct Catalogue: Sendable {
    /// All characteristics by type.
    package let characteristics: [HAPType: CatalogueCharacteristic]
    /// All services by type.
    package let services: [HAPType: CatalogueService]
    /// All accessory categories by number.
    package let categories: [UInt64: CatalogueCategory]

    /// - Throws: ``CatalogueError`` with the file and the place of the error.
    package init(services: JSON, characteristics: JSON, categories: JSON) throws(CatalogueError) {
        var characteristicsByType: [HAPType: CatalogueCharacteristic] = [:]
        for item in try CatalogueReader.items(of: characteristics, file: "characteristics.json") {
            let characteristic = try CatalogueCharacteristic(reading: item)
            guard characteristicsByType.updateValue(characteristic, forKey: characteristic.type) == nil else {
                throw item.error("type", "duplicate type")
            }
        }
        var servicesByType: [HAPType: CatalogueService] = [:]
        for item in try CatalogueReader.items(of: services, file: "services.json") {
            let service = try CatalogueService(reading: item)
            guard servicesByType.updateValue(service, forKey: service.type) == nil else {
                throw item.error("type", "duplicate type")
            }
        }
        var categoriesByID: [UInt64: CatalogueCategory] = [:]
        for item in try CatalogueReader.items(of: categories, file: "categories.json") {
            let category = try CatalogueCategory(reading: item)
            guard categoriesByID.updateValue(category, forKey: category.id) == nil else {
                throw item.error("id", "duplicate category")
            }
        }
        self.characteristics = characteristicsByType
        self.services = servicesByType
        self.categories = categoriesByID
    }

    /// The characteristic of this type, if it is one of Apple's.
    package func characteristic(_ type: HAPType) -> CatalogueCharacteristic? { characteristics[type] }

    /// The service of this type, if it is one of Apple's.
    package func service(_ type: HAPType) -> CatalogueService? { services[type] }

    /// The category with this number.
    package func category(_ id: UInt64) -> CatalogueCategory? { categories[id] }
}
