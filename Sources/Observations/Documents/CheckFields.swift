import HAPModel

extension ValueCheck {
    /// The check as documents see it.
    var fields: JSONObject {
        var fields = JSONObject([
            "value-fits": .bool(fits), "value-in-format": .bool(isInFormat), "value-in-range": .bool(isInRange),
            "value-on-step": .bool(isOnStep),
        ])
        if let text = value?.stringValue { fields["value-characters"] = JSON(text.count) }
        if let textLength { fields["text-length"] = .string(textLength.rawValue) }
        if let largestPart { fields["largest-part"] = .number(largestPart) }
        if let tlv8Fits { fields["tlv8-fits"] = .bool(tlv8Fits) }
        if let dataFits { fields["data-fits"] = .bool(dataFits) }
        return fields
    }
}

extension DeclarationCheck {
    /// The check as documents see it.
    var fields: JSONObject {
        var fields = JSONObject([
            "limits-in-format": .bool(limitsAreInFormat), "limits-flaws": .array(limitsFlaws.map { .string($0) }),
            "step-in-span": .bool(stepIsInSpan), "unknown-perms": .array(unknownPermissions.map { .string($0) }),
        ])
        if let validValuesFlaws { fields["valid-values-flaws"] = .array(validValuesFlaws.map { .string($0) }) }
        if let validValuesAscend { fields["valid-values-ascending"] = .bool(validValuesAscend) }
        if let validRangeFlaws { fields["valid-range-flaws"] = .array(validRangeFlaws.map { .string($0) }) }
        return fields
    }
}

extension CatalogueCheck {
    /// The check as documents see it.
    var fields: JSONObject {
        var fields = JSONObject([
            "catalogue": [
                "format": .string(entry.format.rawValue),
                "unit": entry.unit.map { .string($0.rawValue) } ?? .null,
                "permissions": .array(entry.permissions.map { .string($0.rawValue) }),
            ],
            "is-enumerated": .bool(isEnumerated),
            "format-fit": .string(format.rawValue), "format-as-catalogue": .bool(format != .wrong),
            "unit-fit": .string(unit.rawValue), "permissions-fit": .string(permissions.rawValue),
            "permissions-as-catalogue": .bool(hasAllPermissions), "has-defined-permission": .bool(hasDefinedPermission),
        ])
        if let limits { fields["limits-fit"] = .string(limits.rawValue) }
        if let value { fields["value-listed"] = .string(value.rawValue) }
        if let validValues { fields["valid-values-fit"] = .string(validValues.rawValue) }
        return fields
    }
}
