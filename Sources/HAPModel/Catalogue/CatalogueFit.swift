/// How something that an accessory declares fits the catalogue, by the catalogue's own policy.
package enum CatalogueFit: String, Sendable, Hashable, Comparable {
    /// As the entry or one of its accepted alternatives says.
    case right
    /// Different, but only implementations are known to say so, or a source is known to do the same.
    case warning
    /// Different from what the specification says.
    case wrong

    package static func < (left: CatalogueFit, right: CatalogueFit) -> Bool {
        let order: [CatalogueFit] = [.right, .warning, .wrong]
        return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
    }
}
