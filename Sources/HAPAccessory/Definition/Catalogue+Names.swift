import HAPModel

extension Catalogue {
    /// The service with this name.
    func service(named name: String) -> CatalogueService? {
        services.values.first { $0.name == name }
    }

    /// The characteristic with this name.
    func characteristic(named name: String) -> CatalogueCharacteristic? {
        characteristics.values.first { $0.name == name }
    }
}
