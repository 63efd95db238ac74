/// Checks a characteristic's value against its own declarations.
package struct ValueCheck: Sendable {
    /// How a text relates to the declared length limit.
    package enum TextLength: String, Sendable {
        /// It is within the limit in bytes.
        case fits
        /// It exceeds the limit in bytes, but not in characters.
        case bytes
        /// It exceeds the limit in characters.
        case characters
    }

    private let characteristic: CharacteristicObject
    /// The value that is checked.
    package let value: JSON?

    /// - Parameter value: checked instead of the database's value.
    package init(_ characteristic: CharacteristicObject, value: JSON? = nil) {
        self.characteristic = characteristic
        self.value = value ?? characteristic.value
    }

    /// Whether the value has the declared kind, range and length.
    package var isRight: Bool {
        guard fits, isInFormat, isInRange else { return false }
        return textLength != .characters && tlv8Fits != false && dataFits != false
    }

    /// Whether the value has the JSON kind of the format; an absent or null value fits.
    package var fits: Bool {
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
    package var isInFormat: Bool {
        value?.numberValue.map { NumericFormat(characteristic.format).holds($0) } ?? true
    }

    /// Whether a number lies within minValue, maxValue and the valid values as declared.
    package var isInRange: Bool {
        guard let number = value?.numberValue else { return true }
        if let low = characteristic.minValue, number.isLess(than: low), !isRounded(number, low) { return false }
        if let high = characteristic.maxValue, high.isLess(than: number), !isRounded(number, high) { return false }
        let (values, ranges) = (characteristic.validValues, characteristic.validValuesRange)
        guard values != nil || ranges != nil, let whole = number.int64 else { return true }
        return values?.contains(whole) ?? false || ranges?.contains { $0.contains(whole) } ?? false
    }

    /// Whether a float equals the limit within the rounding error of 32 bits.
    private func isRounded(_ number: JSONNumber, _ limit: JSONNumber) -> Bool {
        characteristic.format == .float && Float(number.double) == Float(limit.double)
    }

    /// Whether a number is minValue plus a multiple of minStep, within the rounding error of 32 bits.
    package var isOnStep: Bool {
        guard let number = value?.numberValue, let step = characteristic.minStep?.double, step > 0 else { return true }
        let low = characteristic.minValue?.double ?? 0
        let steps = (number.double - low) / step
        let lost = characteristic.format == .float ? (number.binary32Spacing ?? 0) / step : 0
        return abs(steps - steps.rounded()) <= max(1e-6 * max(1, abs(steps)), lost)
    }

    /// The text of the value if the characteristic has the given format.
    private func text(_ format: CharacteristicFormat) -> String? {
        characteristic.format == format ? value?.stringValue : nil
    }

    /// How the length of a string relates to its limit; `nil` if the value is not a string or has another format.
    package var textLength: TextLength? {
        guard let text = text(.string) else { return nil }
        let limit = characteristic.lengthLimit
        if Int64(text.utf8.count) <= limit { return .fits }
        return Int64(text.unicodeScalars.count) <= limit ? .bytes : .characters
    }

    /// The largest number formed by digits of a string; `nil` without digits.
    package var largestPart: JSONNumber? {
        guard let text = text(.string) else { return nil }
        let parts = text.split { !("0"..."9").contains($0) }.map { $0.drop { $0 == "0" } }
        return parts.compactMap { JSONNumber(spelling: $0.isEmpty ? "0" : String($0)) }
            .max { $0.isLess(than: $1) }
    }

    /// Whether a tlv8 value is Base64 of complete items; `nil` if the value is not a string or has another format.
    package var tlv8Fits: Bool? {
        guard let text = text(.tlv8) else { return nil }
        guard let bytes = Base64.decode(text) else { return false }
        return TLV8(decoding: bytes).deviations.allSatisfy {
            $0.kind != .truncatedHeader && $0.kind != .truncatedValue
        }
    }

    /// Whether a data value is Base64 within its limit; `nil` if the value is not a string or has another format.
    package var dataFits: Bool? {
        guard let text = text(.data) else { return nil }
        return Base64.decode(text).map { Int64($0.count) <= characteristic.dataLengthLimit } ?? false
    }
}

extension AttributeDatabase {
    /// Whether a value that an entry of a response or an event shows conforms to the declaration of its characteristic.
    ///
    /// So does that of an unknown characteristic, and one beside an error, which means nothing.
    ///
    /// - Parameter status: what the entry says beside the value; `nil` means success.
    package func admits(_ value: JSON?, beside status: HAPStatus?, of id: CharacteristicID?) -> Bool {
        guard (status ?? .success) == .success, let value, let known = id.flatMap(characteristic) else { return true }
        return ValueCheck(known, value: value).isRight
    }
}
