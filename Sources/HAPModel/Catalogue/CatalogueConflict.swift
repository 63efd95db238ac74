/// A source that differs from the catalogue's entry.
package struct CatalogueConflict: Sendable, Hashable {
    /// The source.
    package let source: String
    /// The key in which it differs.
    package let field: String
    /// The source's value of the key.
    package let value: JSON
    /// How to judge an accessory that does the same: `accept`, `warn`, `fail`, `none`, or `rule` and a requirement.
    package let policy: String
}
