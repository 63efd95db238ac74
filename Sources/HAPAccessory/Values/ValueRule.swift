import HAPModel

/// The rules for a written value, each under the name of its check.
enum ValueRule: CaseIterable {
    case kind
    case whole
    case format
    case minimum
    case maximum
    case step
    case listed
    case length
    case base64
    case dataLength
    case tlv8

    var point: GuardPoint {
        switch self {
        case .kind: .valueKind
        case .whole: .valueWhole
        case .format: .valueFormat
        case .minimum: .valueMinimum
        case .maximum: .valueMaximum
        case .step: .valueStep
        case .listed: .valueListed
        case .length: .valueLength
        case .base64: .valueBase64
        case .dataLength: .valueDataLength
        case .tlv8: .valueTLV8
        }
    }

    /// The length limits of a characteristic that declares none.
    struct Defaults {
        var stringLength = ConstantPoint.stringLength.standard
        var dataLength = ConstantPoint.dataLength.standard
    }

    /// The first rule that the value violates.
    static func firstBroken(by value: JSON, in definition: CharacteristicDefinition) -> ValueRule? {
        allCases.first { !$0.holds(value, in: definition) }
    }

    /// Whether the value conforms to the rule; a rule for another kind of value always holds.
    func holds(_ value: JSON, in definition: CharacteristicDefinition, defaults: Defaults = Defaults()) -> Bool {
        switch self {
        case .kind: Self.hasKind(value, definition.format)
        case .whole: !definition.format.isInteger || value.numberValue?.isWhole != false
        case .format: Self.fitsFormat(value, definition.format)
        case .minimum:
            value.numberValue.flatMap { number in definition.minValue.map { Self.isBelow(number, $0, definition) } }
                != true
        case .maximum:
            value.numberValue.flatMap { number in definition.maxValue.map { Self.isBelow($0, number, definition) } }
                != true
        case .step: Self.liesOnGrid(value, definition)
        case .listed: Self.isListed(value, definition)
        case .length:
            definition.format != .string || Self.length(value) <= definition.maxLen ?? defaults.stringLength
        case .base64: Self.isBase64(value, definition.format)
        case .dataLength:
            definition.format != .data || Self.decodedLength(value) <= definition.maxDataLen ?? defaults.dataLength
        case .tlv8: definition.format != .tlv8 || Self.isTLV8(value)
        }
    }

    private static func hasKind(_ value: JSON, _ format: CharacteristicFormat) -> Bool {
        switch value {
        case .bool: format == .bool
        case .number: format == .bool || format.isNumeric
        case .string: format == .string || format == .tlv8 || format == .data
        case .null, .array, .object: false
        }
    }

    private static func fitsFormat(_ value: JSON, _ format: CharacteristicFormat) -> Bool {
        guard let number = value.numberValue else { return true }
        if format == .bool { return number.uint64.map { $0 <= 1 } ?? false }
        if format == .float { return number.double.isFinite }
        guard let bounds = format.integerBounds, number.isWhole else { return true }
        if let value = number.uint64 { return value <= bounds.highest }
        return number.int64.map { $0 >= bounds.lowest } ?? false
    }

    private static func liesOnGrid(_ value: JSON, _ definition: CharacteristicDefinition) -> Bool {
        guard let number = value.numberValue, let step = definition.minStep, step.double > 0 else { return true }
        if let value = number.int64, let step = step.int64, let start = (definition.minValue ?? JSONNumber(0)).int64 {
            let (distance, overflow) = value.subtractingReportingOverflow(start)
            if !overflow { return distance.isMultiple(of: step) }
        }
        let steps = (number.double - (definition.minValue?.double ?? 0)) / step.double
        let lost = definition.isBinary32 ? (number.binary32Spacing ?? 0) / step.double : 0
        return (steps - steps.rounded()).magnitude < max(1e-6, lost)
    }

    /// Whether one number is less than another, in the characteristic's precision.
    private static func isBelow(
        _ number: JSONNumber,
        _ other: JSONNumber,
        _ definition: CharacteristicDefinition
    ) -> Bool {
        definition.isBinary32 ? Float(number.double) < Float(other.double) : number.isLess(than: other)
    }

    private static func isListed(_ value: JSON, _ definition: CharacteristicDefinition) -> Bool {
        guard let values = definition.validValues ?? definition.enumeration, let number = value.numberValue else {
            return true
        }
        return number.int64.map(values.contains) ?? false
    }

    private static func length(_ value: JSON) -> Int64 { Int64(value.stringValue?.utf8.count ?? 0) }

    private static func isBase64(_ value: JSON, _ format: CharacteristicFormat) -> Bool {
        guard format == .tlv8 || format == .data, let text = value.stringValue else { return true }
        return Base64.decode(text) != nil
    }

    private static func decodedLength(_ value: JSON) -> Int64 {
        Int64(value.stringValue.flatMap(Base64.decode)?.count ?? 0)
    }

    private static func isTLV8(_ value: JSON) -> Bool {
        guard let bytes = value.stringValue.flatMap(Base64.decode) else { return true }
        return TLV8(decoding: bytes).isWellFormed
    }
}

extension JSONNumber {
    /// Whether the number has no fraction, however large it is.
    var isWhole: Bool { int64 != nil || uint64 != nil || (double.isFinite && double.magnitude >= 0x1p63) }
}
