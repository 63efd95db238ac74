import HAPModel
import MarkedYAML

extension Catalogue {
    /// The service with this name, which may also be written as a word: `lock-mechanism`.
    func service(named name: String) -> CatalogueService? {
        services.values.first { $0.name == name }
            ?? services.values.sorted { $0.type < $1.type }.first { Catalogue.word($0.name) == name }
    }

    /// The characteristic with this name, which may also be written as a word: `target-door-state`.
    func characteristic(named name: String) -> CatalogueCharacteristic? {
        characteristics.values.first { $0.name == name }
            ?? characteristics.values.sorted { $0.type < $1.type }.first { Catalogue.word($0.name) == name }
    }

    /// The end of a message about a service that the catalogue does not have.
    func hint(forService name: String) -> String { NearNames(services.values.map(\.name)).hint(for: name) }

    /// The end of a message about a characteristic that the catalogue does not have.
    func hint(forCharacteristic name: String) -> String {
        NearNames(characteristics.values.map(\.name)).hint(for: name)
    }
}
