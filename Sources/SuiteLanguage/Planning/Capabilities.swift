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
    /// Whether what actuates may be written: see ``actuates(_:)``.
    package var mayActuate: Bool
    /// Whether what cannot be undone over the wire may be done.
    package var mayDestroy: Bool
    /// Whether the setup code is at hand, which unpaired cases need.
    package var hasSetupCode: Bool
    /// What a stimulus can do: `press`, `change`.
    package var stimuli: Set<String>
    /// What the accessory advertises; `nil` if that was not looked for, or not found.
    package var advertised: AdvertisedFacts?
    /// Whether the setup payload of its label is at hand.
    package var hasSetupPayload: Bool
    package let found: [FoundCharacteristic]

    package init(
        transport: String = "ip",
        database: AttributeDatabase,
        isUnknown: String? = nil,
        catalogue: Catalogue,
        declared: Set<String> = [],
        mayActuate: Bool,
        mayDestroy: Bool,
        hasSetupCode: Bool,
        stimuli: Set<String>,
        advertised: AdvertisedFacts? = nil,
        hasSetupPayload: Bool = false
    ) {
        self.transport = transport
        self.database = database
        self.isUnknown = isUnknown
        self.catalogue = catalogue
        self.declared = declared
        self.mayActuate = mayActuate
        self.mayDestroy = mayDestroy
        self.hasSetupCode = hasSetupCode
        self.stimuli = stimuli
        self.advertised = advertised
        self.hasSetupPayload = hasSetupPayload
        found = database.found(catalogue)
    }

    /// Why nothing is known of what the accessory advertises.
    static let notFound = "nobody told of the accessory over multicast DNS"

    /// Why there is no such snapshot; `nil` if there is one.
    func absence(ofSnapshot name: String) -> String? {
        switch name {
        case "advertisement": advertised == nil ? Self.notFound : nil
        case "payload": hasSetupPayload ? nil : "it needs the setup payload of the label"
        case "setup-code": hasSetupCode ? nil : "it needs the setup code"
        default: nil
        }
    }

    /// The characteristics that fit the filter.
    package func matches(_ filter: CharacteristicFilter) -> [FoundCharacteristic] {
        found.filter { filter.fits($0, catalogue: catalogue) }
    }

    /// Whether the characteristic belongs to what moves, locks, guards, heats, cools, blows or waters, or to an outlet or a
    /// switch, of which nobody knows what hangs on it.
    package func actuates(_ found: FoundCharacteristic) -> Bool {
        found.service.type.flatMap { catalogue.service($0) }?.actuates ?? false
    }
}
