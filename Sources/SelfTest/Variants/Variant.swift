package import HAPAccessory

/// A defect that acts only in one place, at one time or for one controller.
package struct Variant: Sendable {
    /// The defect with its further condition; its name is that of the variant: `below-min-accepted@user`.
    package var defect: Defect
    /// The name of the defect that is varied.
    package var base: String
    package var dimension: VariantDimension

    init?(of base: Defect, _ dimension: VariantDimension, _ place: String? = nil, change: (inout Defect) -> Bool) {
        var defect = base
        guard change(&defect) else { return nil }
        defect.name = "\(base.name)@\(dimension.rawValue)\(place.map { ":\($0)" } ?? "")"
        defect.vary = []
        (self.defect, self.base, self.dimension) = (defect, base.name, dimension)
    }
}
