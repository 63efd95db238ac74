/// One of Apple's services.
package struct CatalogueService: Sendable, Hashable {
    /// The type.
    package let type: HAPType
    /// The name that the catalogue uses.
    package let name: String
    /// Other names that sources use.
    package let aliases: [String]
    /// The characteristics that the service must have.
    package let required: [HAPType]
    /// The characteristics that it may have; any others are allowed too (HAP R1 2.3.2.2).
    package let optional: [HAPType]
    /// Additional characteristics that other sources list for it.
    package let optionalLater: [HAPType]
    /// The alternative lists of required characteristics, the entry's own first.
    package let requiredAlternatives: [[HAPType]]
    /// The release that defined it: `R1`, `R2`, or `later`.
    package let since: String
    /// Whether later releases removed it.
    package let isDeprecated: Bool
    /// Whether a write moves, locks, guards, heats, cools, blows or waters something, or switches an unknown device.
    package let actuates: Bool
    /// Whether the specification is a source; if not, a missing characteristic is only a warning.
    package let isSpecified: Bool
    /// Where sources differ.
    package let conflicts: [CatalogueConflict]

    init(reading item: CatalogueReader) throws(CatalogueError) {
        type = try item.type("type")
        name = try item.text("name")
        aliases = try item.list("aliases", \.stringValue)
        required = try item.list("required", Self.type)
        optional = try item.list("optional", Self.type)
        optionalLater = try item.list("optionalLater") { $0["type"].flatMap(Self.type) }
        requiredAlternatives = try item.alternatives("required", own: required, Self.types)
        since = try item.text("since")
        isDeprecated = try item.flag("deprecated")
        actuates = try item.flag("actuates")
        isSpecified = try item.namesSpecification()
        conflicts = try item.conflicts()
    }

    private static func type(_ json: JSON) -> HAPType? { json.stringValue.flatMap { HAPType($0) } }

    private static func types(_ json: JSON) -> [HAPType]? {
        guard let elements = json.arrayValue else { return nil }
        let types = elements.compactMap(type)
        return types.count == elements.count ? types : nil
    }

    /// The required characteristics that are missing here; empty if one alternative is complete.
    package func missing(from types: Set<HAPType>) -> [HAPType] {
        if requiredAlternatives.contains(where: { types.isSuperset(of: $0) }) { return [] }
        return required.filter { !types.contains($0) }
    }

    /// How a service with these characteristics fits; an omission that a source with policy `warn` shares is a warning.
    package func fit(types: Set<HAPType>) -> CatalogueFit {
        let missing = missing(from: types)
        if missing.isEmpty { return .right }
        let leftOut = conflicts.filter { $0.field == "required" && $0.policy == "warn" }
            .compactMap { Self.types($0.value) }
            .flatMap { known in required.filter { !known.contains($0) } }
        return !isSpecified || missing.allSatisfy(leftOut.contains) ? .warning : .wrong
    }
}
