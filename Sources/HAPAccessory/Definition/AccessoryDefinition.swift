package import HAPModel

/// A simulated accessory as its author wrote it: identity, attribute database and automatic behaviour.
package struct AccessoryDefinition: Sendable {
    /// The name in defects and command lines: `lightbulb`.
    package var name: String
    /// The accessory category (Bonjour `ci`).
    package var category: Int64
    package var setupCode: SetupCode
    /// Whether the accessory displays its setup code, with a new salt for every attempt.
    package var displaysSetupCode: Bool
    /// Whether the accessory declares software authentication, and so supports transient and split pair-setup.
    package var hasSoftwareAuthentication: Bool
    /// Four characters, if the accessory has a setup payload.
    package var setupID: String?
    /// The accessory objects in the order of the database; the one with aid 1 is the accessory itself.
    package var objects: [ObjectDefinition]
    package var behaviours: [Behaviour]

    /// The characteristic with this id, if the accessory has it.
    package func characteristic(_ id: CharacteristicID) -> CharacteristicDefinition? {
        guard let object = objects.first(where: { $0.aid == id.aid }) else { return nil }
        for service in object.services {
            if let found = service.characteristics.first(where: { $0.id == id }) { return found }
        }
        return nil
    }

    /// Facts about the accessory that no message shows, in the words of a profile.
    package var declared: Set<String> { ["setup-code: \(displaysSetupCode ? "display" : "fixed")"] }

    /// The pairing feature flags (Bonjour `ff`): 0x02 is software authentication. No simulator has a coprocessor (0x01).
    package var featureFlags: UInt8 { hasSoftwareAuthentication ? 0x02 : 0 }

    /// All characteristics in the order of the database.
    package var characteristics: [CharacteristicDefinition] {
        objects.flatMap { $0.services.flatMap(\.characteristics) }
    }
}

/// An accessory object: aid and services.
package struct ObjectDefinition: Sendable {
    package var aid: UInt64
    package var services: [ServiceDefinition]
}

/// A service of an accessory object.
package struct ServiceDefinition: Sendable {
    package var iid: UInt64
    package var type: HAPType
    /// The catalogue's name, or the UUID of a vendor's own service.
    package var name: String
    package var isPrimary: Bool
    package var isHidden: Bool
    /// The iids of the services that it links to.
    package var linked: [UInt64]
    package var characteristics: [CharacteristicDefinition]
}
