/// How the catalogue's `_policy` judges an accessory's declarations.
extension CatalogueCharacteristic {
    /// Permissions that any characteristic may declare in addition to the defined ones.
    private static let free: Set<Permission> = [.additionalAuthorization, .timedWrite, .hidden, .writeResponse]

    /// The format is right if it equals any alternative.
    package func fit(format: CharacteristicFormat) -> CatalogueFit {
        if formatAlternatives.contains(format) { return .right }
        return departure(in: "format") { $0.stringValue == format.rawValue }
    }

    /// The unit is right if it equals any alternative; an absent one always is.
    package func fit(unit: CharacteristicUnit?) -> CatalogueFit {
        guard let unit else { return .right }
        if unitAlternatives.contains(unit) { return .right }
        return departure(in: "unit") { $0.stringValue == unit.rawValue }
    }

    /// Permissions are right if they are a subset of one alternative plus aa, tw, hd and wr.
    package func fit(permissions: some Sequence<Permission>) -> CatalogueFit {
        let judged = Set(permissions).subtracting(Self.free)
        if permissionAlternatives.contains(where: judged.isSubset(of:)) { return .right }
        return departure(in: "permissions") { Self.permissions($0).map(judged.isSubset(of:)) ?? false }
    }

    /// A value of an enumeration is right if any alternative lists it, or if no alternative lists values.
    package func fit(value: Int64) -> CatalogueFit {
        if validValueAlternatives.isEmpty || validValueAlternatives.contains(where: { $0.contains(value) }) {
            return .right
        }
        return departure(in: "validValues") { Self.values($0)?.contains(value) ?? false }
    }

    /// Limits of an enumeration must lie within the widest alternative; other limits may be moved (HAP R1 8.1.1).
    package func fit(minValue: JSONNumber?, maxValue: JSONNumber?) -> CatalogueFit {
        guard let lowest = lowestDefined, let highest = highestDefined else { return .right }
        let low = minValue.map { $0.isLess(than: lowest) ? departure(in: "minValue", $0.hasSameValue) : .right }
        let high = maxValue.map { highest.isLess(than: $0) ? departure(in: "maxValue", $0.hasSameValue) : .right }
        return max(low ?? .right, high ?? .right)
    }

    /// The lowest value of an enumeration in any alternative; `nil` if it is not an enumeration.
    package var lowestDefined: JSONNumber? { definedLimits(minValueAlternatives).min { $0.isLess(than: $1) } }

    /// The highest value of an enumeration in any alternative; `nil` if it is not an enumeration.
    package var highestDefined: JSONNumber? { definedLimits(maxValueAlternatives).max { $0.isLess(than: $1) } }

    private func definedLimits(_ alternatives: [JSONNumber?]) -> [JSONNumber] {
        guard !validValueAlternatives.isEmpty else { return [] }
        return alternatives.compactMap { $0 } + validValueAlternatives.joined().map { JSONNumber($0) }
    }

    /// How a deviation in the field counts: a warning if a source with the policy `warn` does the same, or if only
    /// implementations define the type.
    private func departure(in field: String, _ matches: (JSON) -> Bool) -> CatalogueFit {
        guard isSpecified else { return .warning }
        return conflicts.contains { $0.field == field && $0.policy == "warn" && matches($0.value) } ? .warning : .wrong
    }
}

extension JSONNumber {
    fileprivate func hasSameValue(_ json: JSON) -> Bool { json.numberValue.map(hasSameValue(as:)) ?? false }
}
