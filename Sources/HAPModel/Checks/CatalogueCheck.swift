/// How a characteristic's declarations fit its entry in Apple's catalogue.
package struct CatalogueCheck: Sendable {
    private let characteristic: CharacteristicObject
    /// The catalogue's entry.
    package let entry: CatalogueCharacteristic

    package init(_ characteristic: CharacteristicObject, _ entry: CatalogueCharacteristic) {
        self.characteristic = characteristic
        self.entry = entry
    }

    /// How the format fits; an absent format is wrong.
    package var format: CatalogueFit { characteristic.format.map { entry.fit(format: $0) } ?? .wrong }

    /// How the unit fits.
    package var unit: CatalogueFit { entry.fit(unit: characteristic.unit) }

    private var declared: Set<Permission> { Set(characteristic.permissions) }

    /// How the permissions fit.
    package var permissions: CatalogueFit { entry.fit(permissions: declared) }

    /// Whether all permissions of one alternative are declared.
    package var hasAllPermissions: Bool {
        let declared = declared
        return entry.permissionAlternatives.contains { declared.isSuperset(of: $0) }
    }

    /// Whether a permission of one alternative is declared.
    package var hasDefinedPermission: Bool {
        let declared = declared
        return entry.permissionAlternatives.contains { $0.isEmpty || !declared.isDisjoint(with: $0) }
    }

    /// How minValue and maxValue of an enumeration fit.
    package var limits: CatalogueFit? {
        isEnumerated ? entry.fit(minValue: characteristic.minValue, maxValue: characteristic.maxValue) : nil
    }

    /// How the value of an enumeration fits; `nil` if it is not a number.
    package var value: CatalogueFit? {
        guard isEnumerated, characteristic.value?.numberValue != nil else { return nil }
        return characteristic.value?.int64Value.map { entry.fit(value: $0) } ?? .wrong
    }

    /// Whether the catalogue lists the values.
    package var isEnumerated: Bool { entry.validValues?.isEmpty == false }

    /// The values of the catalogue that the accessory's declarations allow.
    package var offered: [Int64] {
        let values = characteristic.validValues ?? []
        let ranges = characteristic.validValuesRange ?? []
        return (entry.validValues ?? []).map(\.value).filter { value in
            (values.isEmpty && ranges.isEmpty || values.contains(value) || ranges.contains { $0.contains(value) })
                && (characteristic.minValue.map { $0.double <= Double(value) } ?? true)
                && (characteristic.maxValue.map { Double(value) <= $0.double } ?? true)
        }
    }

    /// The largest number of checked values, for one range and for all ranges: enumerations are small.
    private static let reach: Int64 = 1024

    /// How the valid values of an enumeration fit; `nil` if none are declared.
    package var validValues: CatalogueFit? {
        guard isEnumerated,
            characteristic.validValues != nil || characteristic.validValuesRange != nil
        else { return nil }
        var values = characteristic.validValues ?? []
        for range in characteristic.validValuesRange ?? [] where range.start <= range.end {
            if values.count > Self.reach { break }
            let (end, overflows) = range.start.addingReportingOverflow(Self.reach)
            values += range.start...min(range.end, overflows ? range.end : end)
        }
        return values.map { entry.fit(value: $0) }.max() ?? .right
    }
}
