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
    /// What the accessory was before its last update; `nil` if it was never updated.
    package var update: Update?

    /// The difference that an update of the accessory made.
    package struct Update: Sendable {
        /// The Firmware Revision before.
        package var firmware: String
        /// The aids that were added.
        package var added: [UInt64]
    }

    /// The accessory before its last update.
    package var beforeUpdate: AccessoryDefinition {
        guard let update else { return self }
        var earlier = self
        earlier.objects.removeAll { update.added.contains($0.aid) }
        earlier.behaviours = []
        for object in earlier.objects.indices where earlier.objects[object].aid == 1 {
            earlier.objects[object].set(.firmwareRevision, .string(update.firmware))
        }
        return earlier
    }

    /// The characteristic with this id, if the accessory has it.
    package func characteristic(_ id: CharacteristicID) -> CharacteristicDefinition? {
        guard let object = objects.first(where: { $0.aid == id.aid }) else { return nil }
        for service in object.services {
            if let found = service.characteristics.first(where: { $0.id == id }) { return found }
        }
        return nil
    }

    /// Whether one of its objects is a camera.
    var isCamera: Bool { objects.contains { $0.services.contains { $0.type == .cameraStreamManagement } } }

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

    fileprivate mutating func set(_ type: HAPType, _ value: JSON) {
        for service in services.indices {
            for place in services[service].characteristics.indices
            where services[service].characteristics[place].type == type {
                services[service].characteristics[place].value = value
            }
        }
    }
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

    /// Whether the text is its type, or the type's name (`Lock Mechanism` or `lock-mechanism`).
    func isNamed(_ text: String) -> Bool {
        text == name || text == Catalogue.word(name) || HAPType(text) == type
    }
}
