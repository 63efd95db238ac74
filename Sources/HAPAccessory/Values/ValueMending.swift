import HAPModel

/// A lenient accessory's replacements for invalid values, instead of rejecting them.
enum ValueMending {
    /// The nearest value inside the limits, or the value modulo the size of the format.
    static func intoRange(_ value: JSON, _ definition: CharacteristicDefinition, wraps: Bool) -> JSON? {
        guard let number = value.numberValue else { return nil }
        if wraps {
            guard let whole = number.int64 else { return nil }
            switch definition.format {
            case .uint8: return JSON(UInt8(truncatingIfNeeded: whole))
            case .uint16: return JSON(UInt16(truncatingIfNeeded: whole))
            case .uint32: return JSON(UInt32(truncatingIfNeeded: whole))
            case .int: return JSON(Int32(truncatingIfNeeded: whole))
            default: return nil
            }
        }
        let bounds = definition.format.integerBounds
        let lowest = definition.minValue ?? bounds.map { JSONNumber($0.lowest) }
        let highest = definition.maxValue ?? bounds.map { JSONNumber($0.highest) }
        if let lowest, number.isLess(than: lowest) { return .number(lowest) }
        if let highest, highest.isLess(than: number) { return .number(highest) }
        return nil
    }

    /// The nearest value on the grid of minStep.
    static func ontoGrid(_ value: JSON, _ definition: CharacteristicDefinition) -> JSON? {
        guard let number = value.numberValue, let step = definition.minStep, step.double > 0 else { return nil }
        let start = definition.minValue?.double ?? 0
        let rounded = start + ((number.double - start) / step.double).rounded() * step.double
        return JSONNumber(rounded).map(JSON.number).map(definition.normalized)
    }

    /// The value one step higher, or lower at the upper end.
    static func besides(_ value: JSON, _ definition: CharacteristicDefinition) -> JSON? {
        guard let number = value.numberValue, let step = definition.minStep, let higher = number.adding(step) else {
            return nil
        }
        let isAbove = definition.maxValue.map { $0.isLess(than: higher) } ?? false
        let next = isAbove ? number.adding(step, times: -1) : higher
        return next.map(JSON.number).map(definition.normalized)
    }

    /// The nearest of four values at equal distances between the limits, the limits among them.
    static func quarter(_ value: JSON, _ definition: CharacteristicDefinition) -> JSON? {
        guard let number = value.numberValue, let least = definition.minValue?.double,
            let most = definition.maxValue?.double, most > least
        else { return nil }
        let part = ((number.double - least) / (most - least) * 3).rounded() / 3
        return JSONNumber((least + part * (most - least)).rounded()).map(JSON.number).map(definition.normalized)
    }

    /// The value without its fraction.
    static func whole(_ value: JSON) -> JSON? {
        guard let double = value.doubleValue, double.magnitude < 0x1p62 else { return nil }
        return JSON(Int64(double))
    }

    /// As many bytes of the string as fit, even if that splits a character.
    static func cut(_ value: JSON, _ definition: CharacteristicDefinition) -> JSON? {
        guard let text = value.stringValue else { return nil }
        let limit = Int(definition.maxLen ?? ConstantPoint.stringLength.standard)
        return .string(String(decoding: text.utf8.prefix(limit), as: UTF8.self))
    }
}
