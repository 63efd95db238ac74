import HAPModel

/// Why an accessory does not take what its user asks for.
extension AccessoryDefinition {
    /// Why the device cannot set the value itself.
    func refusal(toSet id: CharacteristicID, _ value: JSON) -> String {
        guard let found = characteristic(id) else { return Self.unknown(id) }
        if found.isMomentary { return "\(found.title) is a button, which has no value; use `press \(id) single`" }
        return "\(found.title) takes \(found.limits), not \(value.serialized())"
    }

    /// Why the button cannot be pressed.
    func refusal(toPress id: CharacteristicID, _ value: JSON) -> String {
        guard let found = characteristic(id) else { return Self.unknown(id) }
        guard found.isMomentary else {
            let buttons = characteristics.filter(\.isMomentary).map(\.id.description)
            return "\(found.title) is not a button; "
                + (buttons.isEmpty ? "the accessory has none" : "the accessory has \(buttons.joined(separator: ", "))")
        }
        let allowed = ButtonPress.allCases.filter { press in
            (found.validValues ?? found.enumeration)?.contains(press.value) ?? true
        }
        let words = allowed.map { "\($0.rawValue) (\($0.value))" }.joined(separator: ", ")
        return "\(found.title) can be pressed \(words), not \(value.stringValue ?? value.serialized())"
    }

    private static func unknown(_ id: CharacteristicID) -> String {
        "the accessory has no characteristic \(id); `show` lists all"
    }
}

extension CharacteristicDefinition {
    /// `1.66 (Battery Level)`.
    fileprivate var title: String { "\(id) (\(name))" }

    /// The values that it takes, in words.
    fileprivate var limits: String {
        switch format {
        case .bool: return "true or false"
        case .string: return "text of at most \(maxLen ?? ConstantPoint.stringLength.standard) bytes"
        case .data: return "base64 of at most \(maxDataLen ?? ConstantPoint.dataLength.standard) bytes"
        case .tlv8: return "base64 of TLV8 items"
        default: break
        }
        if let values = validValues ?? enumeration {
            return "one of \(values.map { "\($0)" }.joined(separator: ", "))"
        }
        let bounds = format.integerBounds
        let low = minValue?.spelling ?? bounds.map { "\($0.lowest)" }
        let high = maxValue?.spelling ?? bounds.map { "\($0.highest)" }
        var text = format.isInteger ? "a whole number" : "a number"
        if let low { text += " from \(low)" }
        if let high { text += " to \(high)" }
        if let minStep, minStep.double != 1 || !format.isInteger { text += " in steps of \(minStep.spelling)" }
        return text
    }
}
