/// How a declaration of an accessory fits the catalogue, by the catalogue's own policy.
package enum CatalogueFit: String, Sendable, Hashable, Comparable {
    /// The declaration equals the entry or an accepted alternative.
    case right
    /// It differs, but only implementations define the entry, or a known source differs in the same way.
    case warning
    /// It differs from the specification.
    case wrong

    package static func < (left: CatalogueFit, right: CatalogueFit) -> Bool {
        let order: [CatalogueFit] = [.right, .warning, .wrong]
        return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
    }
}
