/// Finds errors in a characteristic's declarations, also against its own format.
package struct DeclarationCheck: Sendable {
    private let characteristic: CharacteristicObject

    package init(_ characteristic: CharacteristicObject) {
        self.characteristic = characteristic
    }

    /// The errors in `valid-values`, as sentences; `nil` if the key is absent.
    package var validValuesFlaws: [String]? { characteristic.raw["valid-values"].map(flaws(ofValues:)) }

    /// Whether the numbers of `valid-values` are in ascending order; `nil` if the key is absent.
    package var validValuesAscend: Bool? {
        characteristic.raw["valid-values"].map { values in
            let numbers = (values.arrayValue ?? []).compactMap(\.numberValue)
            return zip(numbers, numbers.dropFirst()).allSatisfy { $0.isLess(than: $1) }
        }
    }

    /// The errors in `valid-values-range`, as sentences; `nil` if the key is absent.
    package var validRangeFlaws: [String]? { characteristic.raw["valid-values-range"].map(flaws(ofRange:)) }

    /// Whether the format can hold minValue and maxValue.
    package var limitsAreInFormat: Bool {
        [characteristic.minValue, characteristic.maxValue].allSatisfy { limit in
            limit.map { NumericFormat(characteristic.format).holds($0) } ?? true
        }
    }

    /// The errors in minValue, maxValue and minStep, as sentences.
    package var limitsFlaws: [String] {
        var flaws: [String] = []
        if let low = characteristic.minValue, let high = characteristic.maxValue, high.isLess(than: low) {
            flaws.append("minValue \(low.spelling) is above maxValue \(high.spelling)")
        }
        if let step = characteristic.minStep, step.isLess(than: JSONNumber(0)) {
            flaws.append("minStep \(step.spelling) is negative")
        }
        return flaws
    }

    /// Whether minStep is not larger than the distance from minValue to maxValue.
    package var stepIsInSpan: Bool {
        guard let step = characteristic.minStep, let low = characteristic.minValue, let high = characteristic.maxValue
        else { return true }
        // A range with one value needs no step.
        return high.double == low.double || step.double <= (high.double - low.double) * (1 + 1e-6)
    }

    /// The permissions that the protocol does not define.
    package var unknownPermissions: [String] {
        let known = ["pr", "pw", "ev", "aa", "tw", "hd", "wr"]
        return characteristic.permissions.map(\.rawValue).filter { !known.contains($0) }
    }

    private func flaws(ofValues values: JSON) -> [String] {
        (values.arrayValue ?? []).compactMap { value in
            guard let number = value.numberValue else { return "\(value.serialized()) is not a number" }
            if let low = characteristic.minValue, number.isLess(than: low) { return "\(number.spelling) is too small" }
            if let high = characteristic.maxValue, high.isLess(than: number) {
                return "\(number.spelling) is too large"
            }
            return nil
        }
    }

    private func flaws(ofRange range: JSON) -> [String] {
        guard let elements = range.arrayValue else { return ["it is not a list"] }
        let pairs = elements.contains { $0.arrayValue != nil } ? elements : [range]
        return pairs.compactMap { pair in
            let numbers = pair.arrayValue?.compactMap(\.numberValue) ?? []
            guard numbers.count == 2, pair.arrayValue?.count == 2 else {
                return "\(pair.serialized()) is not a pair of numbers"
            }
            return numbers[1].isLess(than: numbers[0]) ? "\(pair.serialized()) has a start above its end" : nil
        }
    }
}
