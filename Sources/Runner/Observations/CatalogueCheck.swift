import HAPModel

/// How a characteristic's declarations fit its entry in Apple's catalogue.
struct CatalogueCheck {
    private let characteristic: CharacteristicObject
    private let entry: CatalogueCharacteristic

    init(_ characteristic: CharacteristicObject, _ entry: CatalogueCharacteristic) {
        self.characteristic = characteristic
        self.entry = entry
    }

    var fields: JSONObject {
        let permissions = Set(characteristic.permissions)
        let format = characteristic.format.map { entry.fit(format: $0) } ?? .wrong
        var fields = JSONObject([
            "catalogue": [
                "format": .string(entry.format.rawValue),
                "unit": entry.unit.map { .string($0.rawValue) } ?? .null,
                "permissions": .array(entry.permissions.map { .string($0.rawValue) }),
            ],
            "is-enumerated": .bool(isEnumerated),
            "format-fit": .string(format.rawValue), "format-as-catalogue": .bool(format != .wrong),
            "unit-fit": .string(entry.fit(unit: characteristic.unit).rawValue),
            "permissions-fit": .string(entry.fit(permissions: permissions).rawValue),
            "permissions-as-catalogue": .bool(entry.permissionAlternatives.contains { permissions.isSuperset(of: $0) }),
            "has-defined-permission": .bool(
                entry.permissionAlternatives.contains { $0.isEmpty || !permissions.isDisjoint(with: $0) }
            ),
        ])
        guard isEnumerated else { return fields }
        let limits = entry.fit(minValue: characteristic.minValue, maxValue: characteristic.maxValue)
        fields["limits-fit"] = .string(limits.rawValue)
        if let value = characteristic.value?.int64Value {
            fields["value-listed"] = .string(entry.fit(value: value).rawValue)
        } else if characteristic.value?.numberValue != nil {
            fields["value-listed"] = .string(CatalogueFit.wrong.rawValue)
        }
        if let fit = validValuesFit { fields["valid-values-fit"] = .string(fit.rawValue) }
        return fields
    }

    private var isEnumerated: Bool { entry.validValues?.isEmpty == false }

    /// Values that are looked at, of a range and of all ranges: enumerations have few.
    private static let reach: Int64 = 1024

    private var validValuesFit: CatalogueFit? {
        guard characteristic.validValues != nil || characteristic.validValuesRange != nil else { return nil }
        var values = characteristic.validValues ?? []
        for range in characteristic.validValuesRange ?? [] where range.start <= range.end {
            if values.count > Self.reach { break }
            let (end, overflows) = range.start.addingReportingOverflow(Self.reach)
            values += range.start...min(range.end, overflows ? range.end : end)
        }
        return values.map { entry.fit(value: $0) }.max() ?? .right
    }
}
