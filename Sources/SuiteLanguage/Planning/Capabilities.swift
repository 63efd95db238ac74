package import HAPModel

/// What is known of the accessory under test when the plan is made.
package struct Capabilities: Sendable {
    /// How the accessory is reached.
    package var transport: String
    package var database: AttributeDatabase
    /// Why the attribute database is not known, if it is not: nothing can then be said of what the accessory has.
    package var isUnknown: String?
    package var catalogue: Catalogue
    /// What the owner of the accessory states in the profile (`declares`).
    package var declared: Set<String>
    /// The pairing feature flags (Bonjour `ff`); `nil` if nobody has told them.
    package var featureFlags: UInt8?
    /// Whether what moves, unlocks or heats may be written.
    package var mayActuate: Bool
    /// Whether what cannot be undone over the wire may be done.
    package var mayDestroy: Bool
    /// Whether the setup code is at hand, which unpaired cases need.
    package var hasSetupCode: Bool
    /// What a stimulus can do: `press`, `change`.
    package var stimuli: Set<String>
    package let found: [FoundCharacteristic]

    package init(
        transport: String = "ip",
        database: AttributeDatabase,
        isUnknown: String? = nil,
        catalogue: Catalogue,
        declared: Set<String> = [],
        featureFlags: UInt8? = nil,
        mayActuate: Bool,
        mayDestroy: Bool,
        hasSetupCode: Bool,
        stimuli: Set<String>
    ) {
        self.transport = transport
        self.database = database
        self.isUnknown = isUnknown
        self.catalogue = catalogue
        self.declared = declared
        self.featureFlags = featureFlags
        self.mayActuate = mayActuate
        self.mayDestroy = mayDestroy
        self.hasSetupCode = hasSetupCode
        self.stimuli = stimuli
        found = database.found(catalogue)
    }

    /// The characteristics that fit the filter.
    package func matches(_ filter: CharacteristicFilter) -> [FoundCharacteristic] {
        found.filter { filter.fits($0, catalogue: catalogue) }
    }

    /// Whether writing the characteristic moves, unlocks or heats something, or changes who guards a house.
    package func actuates(_ found: FoundCharacteristic) -> Bool {
        guard let service = found.service.type?.short else { return false }
        return Self.actuators.contains(service)
    }

    /// Garage door, lock, thermostat, security system, door, window, covering, heater, humidifier, valve, faucet.
    private static let actuators: Set<String> = [
        "41", "45", "44", "4A", "7E", "81", "8B", "8C", "BC", "BD", "D0", "CF", "D7",
    ]
}
