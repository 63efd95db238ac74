/// A source that says something else than the catalogue's entry.
package struct CatalogueConflict: Sendable, Hashable {
    /// The source.
    package let source: String
    /// The key in which it differs.
    package let field: String
    /// What it says there.
    package let value: JSON
    /// How to judge an accessory that does the same: `accept`, `warn`, `fail`, `none`, or `rule` and a requirement.
    package let policy: String
}
