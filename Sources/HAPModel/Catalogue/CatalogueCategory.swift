/// An accessory category, the `ci` of advertisements.
package struct CatalogueCategory: Sendable, Hashable {
    /// The number that is advertised.
    package let id: UInt64
    /// The name that the catalogue uses.
    package let name: String
    /// Other names that sources use.
    package let aliases: [String]
    /// The services of which one should be the primary one; empty if every service may be.
    package let primaryServices: [HAPType]

    init(reading item: CatalogueReader) throws(CatalogueError) {
        id = try item.integer("id")
        name = try item.text("name")
        aliases = try item.list("aliases", \.stringValue)
        primaryServices = try item.list("primary-services", isRequired: false) { $0.stringValue.flatMap(HAPType.init) }
    }
}
