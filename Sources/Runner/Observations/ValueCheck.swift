import HAPModel

/// Whether a characteristic's value is what its own declarations say.
struct ValueCheck {
    private let characteristic: CharacteristicObject
    private let value: JSON?

    /// - Parameter value: looked at in the place of the database's value.
    init(_ characteristic: CharacteristicObject, value: JSON? = nil) {
        self.characteristic = characteristic
        self.value = value ?? characteristic.value
    }

    /// What documents see.
    var fields: JSONObject {
        var fields = JSONObject([
            "value-fits": .bool(fits), "value-in-format": .bool(isInFormat), "value-in-range": .bool(isInRange),
            "value-on-step": .bool(isOnStep),
        ])
        guard let text = value?.stringValue else { return fields }
        fields["value-characters"] = JSON(text.count)
        switch characteristic.format {
        case .string:
            fields["text-length"] = .string(textLength(text))
            if let part = largestPart(text) { fields["largest-part"] = .number(part) }
        case .tlv8: fields["tlv8-fits"] = .bool(isWholeTLV8(text))
        case .data: fields["data-fits"] = .bool(isData(text))
        default: break
        }
        return fields
    }

    /// Whether the value has the kind, the range and the length that are declared.
    var isRight: Bool {
        guard fits, isInFormat, isInRange else { return false }
        guard let text = value?.stringValue else { return true }
        switch characteristic.format {
        case .string: return textLength(text) != "characters"
        case .tlv8: return isWholeTLV8(text)
        case .data: return isData(text)
        default: return true
        }
    }

    /// Whether the value has the JSON kind that the format demands; an absent or null value fits.
    var fits: Bool {
        guard let value, !value.isNull else { return true }
        switch characteristic.format {
        case .bool: return value.boolValue != nil || value.int64Value == 0 || value.int64Value == 1
        case .uint8, .uint16, .uint32, .uint64, .int:
            return value.numberValue.map { $0.isIntegerSpelling || $0.int64 != nil || $0.uint64 != nil } ?? false
        case .float: return value.numberValue != nil
        case .string, .data, .tlv8: return value.stringValue != nil
        default: return true
        }
    }

    /// Whether a number lies within its format.
    var isInFormat: Bool {
        value?.numberValue.map { NumericFormat(characteristic.format).holds($0) } ?? true
    }

    /// Whether a number lies within minValue, maxValue and the valid values as declared.
    var isInRange: Bool {
        guard let number = value?.numberValue else { return true }
        if let low = characteristic.minValue, number.isLess(than: low), !isRounded(number, low) { return false }
        if let high = characteristic.maxValue, high.isLess(than: number), !isRounded(number, high) { return false }
        let (values, ranges) = (characteristic.validValues, characteristic.validValuesRange)
        guard values != nil || ranges != nil, let whole = number.int64 else { return true }
        return values?.contains(whole) ?? false || ranges?.contains { $0.contains(whole) } ?? false
    }

    /// Whether a float is the limit itself, but for what is lost in 32 bits.
    private func isRounded(_ number: JSONNumber, _ limit: JSONNumber) -> Bool {
        characteristic.format == .float && Float(number.double) == Float(limit.double)
    }

    /// Whether a number is minValue and a multiple of minStep, but for what is lost in 32 bits.
    private var isOnStep: Bool {
        guard let number = value?.numberValue, let step = characteristic.minStep?.double, step > 0 else { return true }
        let low = characteristic.minValue?.double ?? 0
        let steps = (number.double - low) / step
        let lost = characteristic.format == .float ? (number.binary32Spacing ?? 0) / step : 0
        return abs(steps - steps.rounded()) <= max(1e-6 * max(1, abs(steps)), lost)
    }

    private func textLength(_ text: String) -> String {
        let limit = characteristic.lengthLimit
        if Int64(text.utf8.count) <= limit { return "fits" }
        return Int64(text.unicodeScalars.count) <= limit ? "bytes" : "characters"
    }

    private func largestPart(_ text: String) -> JSONNumber? {
        let parts = text.split { !("0"..."9").contains($0) }.map { $0.drop { $0 == "0" } }
        return parts.compactMap { JSONNumber(spelling: $0.isEmpty ? "0" : String($0)) }
            .max { $0.isLess(than: $1) }
    }

    private func isWholeTLV8(_ text: String) -> Bool {
        guard let bytes = Base64.decode(text) else { return false }
        return TLV8(decoding: bytes).deviations.allSatisfy {
            $0.kind != .truncatedHeader && $0.kind != .truncatedValue
        }
    }

    private func isData(_ text: String) -> Bool {
        Base64.decode(text).map { Int64($0.count) <= characteristic.dataLengthLimit } ?? false
    }
}
