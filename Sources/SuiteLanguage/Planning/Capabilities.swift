package import HAPModel

/// What is known about the accessory under test at planning time.
package struct Capabilities: Sendable {
    /// The transport to the accessory.
    package var transport: String
    /// All transports over which the run reaches the accessory.
    package var offered: [String]
    package var database: AttributeDatabase
    /// Why the attribute database is unknown; `nil` if it is known.
    package var isUnknown: String?
    package var catalogue: Catalogue
    /// Facts that the owner of the accessory states in the profile (`declares`).
    package var declared: Set<String>
    /// Whether the run may write characteristics that actuate: see ``actuates(_:)``.
    package var mayActuate: Bool
    /// The names of services that it may actuate even if it may not actuate others, such as `lightbulb`.
    package var actuated: Set<String> = []
    /// The cases that are left out.
    package var leftOut: [LeftOutCases] = []
    /// Why the run may not do what cannot be undone over the network; `nil` if it may.
    package var barsDestruction: String?
    /// Whether the setup code is known, which unpaired cases need.
    package var hasSetupCode: Bool
    /// Whether the tester keeps a pairing with the accessory, which a run does not remove.
    package var keepsPairing: Bool
    /// The supported stimuli: `press`, `change`.
    package var stimuli: Set<String>
    /// The advertised facts; `nil` if the advertisement was not searched for or not found.
    package var advertised: AdvertisedFacts?
    /// Whether the setup payload of the label is known.
    package var hasSetupPayload: Bool
    /// Whether what an earlier run saw of the accessory is known.
    package var hasEarlierRun = false
    /// Whether the network shows services of the accessory's address or Device ID, or could show them.
    package var hasSurvey = false
    /// The characteristics of accessories that a bridge cannot reach at present.
    package var unreachable: Set<CharacteristicID> = []
    package let found: [FoundCharacteristic]
    /// The IDs that several characteristics have.
    private let ambiguous: Set<CharacteristicID>

    package init(
        transport: String = "ip",
        database: AttributeDatabase,
        isUnknown: String? = nil,
        catalogue: Catalogue,
        declared: Set<String> = [],
        mayActuate: Bool,
        mayDestroy: Bool,
        hasSetupCode: Bool,
        keepsPairing: Bool = false,
        stimuli: Set<String>,
        advertised: AdvertisedFacts? = nil,
        hasSetupPayload: Bool = false
    ) {
        self.transport = transport
        offered = [transport]
        self.database = database
        self.isUnknown = isUnknown
        self.catalogue = catalogue
        self.declared = declared
        self.mayActuate = mayActuate
        barsDestruction =
            mayDestroy
            ? nil : stimuli.contains("factory-reset") ? Self.noPermissionToReset : Self.noPermissionToDestroy
        self.hasSetupCode = hasSetupCode
        self.keepsPairing = keepsPairing
        self.stimuli = stimuli
        self.advertised = advertised
        self.hasSetupPayload = hasSetupPayload
        found = database.found(catalogue)
        ambiguous = Set(Dictionary(grouping: found, by: \.id).filter { $0.value.count > 1 }.keys)
    }

    /// Why the advertisement is unknown.
    static let notFound = "no mDNS response advertised this accessory"
    /// Why nothing can be said about what the network lacks.
    static let notHeard = "no mDNS response came from the accessory's address, so it may be in another network"
    /// Why a case that needs an unpaired accessory cannot run.
    static let keptPairing =
        "it needs an unpaired accessory, but Assay keeps a pairing with it; remove it with `assay unpair`"
    /// Why nothing can be compared with an earlier run.
    static let noEarlierRun =
        "it needs what an earlier run saw of this accessory; the next run with the same state folder has it"
    /// Why a case does not run whose effects cannot be undone over the network.
    package static let noPermissionToDestroy =
        "no message undoes its effects; allow it with --destructive, and name a --reset-command"
    static let noPermissionToReset = "no message undoes its effects; allow it with --destructive"
    package static let noReset = "no message undoes its effects; name a --reset-command"
    package static let resetLosesPairing =
        "it needs a reset, which removes the kept pairing; remove the pairing first with `assay unpair`"
    static let noSetupCode = "it needs the setup code; set ASSAY_SETUP_CODE"
    /// Why a case that needs a pairing cannot be judged.
    static let noPairing =
        "it needs a pairing, and Assay has neither a setup code nor a kept pairing; set ASSAY_SETUP_CODE"

    /// Whether the tester is, or can become, a controller of the accessory.
    var canBePaired: Bool { hasSetupCode || keepsPairing }

    /// Why a snapshot is missing; `nil` if it exists.
    func absence(ofSnapshot name: String) -> String? {
        switch name {
        case "advertisement": advertised == nil ? Self.notFound : nil
        case "payload": hasSetupPayload ? nil : "it needs the setup payload of the label"
        case "setup-code", "first-pairing": hasSetupCode ? nil : keepsPairing ? Self.keptPairing : Self.noSetupCode
        case "earlier-run": advertised == nil ? Self.notFound : hasEarlierRun ? nil : Self.noEarlierRun
        case "survey": hasSurvey ? nil : Self.notHeard
        default: nil
        }
    }

    /// Why a case cannot run that needs this action at the accessory.
    static func absence(ofStimulus kind: String) -> String {
        switch kind {
        case "press":
            "it needs a press of the accessory's button, and Assay has no means to press it; name a `stimulate` command in the profile"
        case "power-cycle":
            "it turns the accessory off and on, and Assay has no means to do that; name a `power-cycle` command in the profile"
        default:
            "it needs a change at the accessory itself, and Assay has no means to cause it; name a `stimulate` command in the profile"
        }
    }

    /// The characteristics that match the filter.
    package func matches(_ filter: CharacteristicFilter) -> [FoundCharacteristic] {
        found.filter { filter.fits($0, catalogue: catalogue) }
    }

    /// Whether another characteristic has the same ID: what a request with this ID reaches is unknown.
    func isAmbiguous(_ found: FoundCharacteristic) -> Bool { ambiguous.contains(found.id) }

    /// Whether the run must not write the characteristic, because that would actuate something.
    package func isBarred(_ found: FoundCharacteristic) -> Bool {
        guard actuates(found), !mayActuate else { return false }
        let service = found.service.type.flatMap { catalogue.service($0) }
        return !(service.map { actuated.contains($0.word) } ?? false)
    }

    /// Why the owner of the accessory leaves out the case or instance; `nil` if it is not left out.
    func omission(of name: String) -> String? { leftOut.first { $0.contains(name) }?.skip }

    /// Whether the characteristic moves, locks, arms, heats, cools, blows or waters something, or belongs to an
    /// outlet or a switch, whose load is unknown.
    package func actuates(_ found: FoundCharacteristic) -> Bool {
        found.service.type.flatMap { catalogue.service($0) }?.actuates ?? false
    }
}
