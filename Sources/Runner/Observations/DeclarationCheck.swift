import HAPModel

/// What is off in what a characteristic declares, by itself and against its own format.
struct DeclarationCheck {
    private let characteristic: CharacteristicObject

    init(_ characteristic: CharacteristicObject) {
        self.characteristic = characteristic
    }

    var fields: JSONObject {
        var fields = JSONObject([
            "limits-in-format": .bool(limitsAreInFormat), "limits-flaws": .array(limitsFlaws.map { .string($0) }),
            "step-in-span": .bool(stepIsInSpan), "unknown-perms": .array(unknownPermissions.map { .string($0) }),
        ])
        if let values = characteristic.raw["valid-values"] {
            fields["valid-values-flaws"] = .array(flaws(ofValues: values).map { .string($0) })
            let numbers = (values.arrayValue ?? []).compactMap(\.numberValue)
            let ascends = zip(numbers, numbers.dropFirst()).allSatisfy { $0.isLess(than: $1) }
            fields["valid-values-ascending"] = .bool(ascends)
        }
        if let range = characteristic.raw["valid-values-range"] {
            fields["valid-range-flaws"] = .array(flaws(ofRange: range).map { .string($0) })
        }
        return fields
    }

    private var limitsAreInFormat: Bool {
        [characteristic.minValue, characteristic.maxValue].allSatisfy { limit in
            limit.map { NumericFormat(characteristic.format).holds($0) } ?? true
        }
    }

    private var limitsFlaws: [String] {
        var flaws: [String] = []
        if let low = characteristic.minValue, let high = characteristic.maxValue, high.isLess(than: low) {
            flaws.append("minValue \(low.spelling) is above maxValue \(high.spelling)")
        }
        if let step = characteristic.minStep, step.isLess(than: JSONNumber(0)) {
            flaws.append("minStep \(step.spelling) is negative")
        }
        return flaws
    }

    private var stepIsInSpan: Bool {
        guard let step = characteristic.minStep, let low = characteristic.minValue, let high = characteristic.maxValue
        else { return true }
        return step.double <= (high.double - low.double) * (1 + 1e-6)
    }

    private var unknownPermissions: [String] {
        let known = ["pr", "pw", "ev", "aa", "tw", "hd", "wr"]
        return characteristic.permissions.map(\.rawValue).filter { !known.contains($0) }
    }

    private func flaws(ofValues values: JSON) -> [String] {
        (values.arrayValue ?? []).compactMap { value in
            guard let number = value.numberValue else { return "\(value.serialized()) is no number" }
            if let low = characteristic.minValue, number.isLess(than: low) { return "\(number.spelling) is too small" }
            if let high = characteristic.maxValue, high.isLess(than: number) {
                return "\(number.spelling) is too large"
            }
            return nil
        }
    }

    private func flaws(ofRange range: JSON) -> [String] {
        guard let elements = range.arrayValue else { return ["it is no list"] }
        let pairs = elements.contains { $0.arrayValue != nil } ? elements : [range]
        return pairs.compactMap { pair in
            let numbers = pair.arrayValue?.compactMap(\.numberValue) ?? []
            guard numbers.count == 2, pair.arrayValue?.count == 2 else {
                return "\(pair.serialized()) is no pair of numbers"
            }
            return numbers[1].isLess(than: numbers[0]) ? "\(pair.serialized()) starts above its end" : nil
        }
    }
}
