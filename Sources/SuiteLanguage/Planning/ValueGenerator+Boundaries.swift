package import HAPModel

extension ValueGenerator {
    /// The value of a boundary word of the vocabulary.
    ///
    /// - Returns: `nil` if the characteristic has no such value (for example, no maximum). The row is then skipped.
    package func boundary(_ word: String) -> JSON? {
        switch word {
        case "minimum": return isNumeric && validValues.isEmpty ? minimum.map(number) : nil
        case "maximum": return isNumeric && validValues.isEmpty ? highestOnStep.map(number) : nil
        case "next-to-minimum": return nextToLimit(minimum, by: 1)
        case "next-to-maximum": return nextToLimit(highestOnStep, by: -1)
        case "zero": return hasZero ? number(0) : nil
        case "inner-zero": return hasZero && minimum != 0 && maximum != 0 ? number(0) : nil
        case "below-minimum": return isNumeric ? minimum.flatMap { beyond($0, by: -(step ?? 1)) } : nil
        case "above-maximum": return isNumeric ? maximum.flatMap { beyond($0, by: step ?? 1) } : nil
        case "between-steps":
            guard isNumeric, let step, let minimum, step > (isInteger ? 1 : 0) else { return nil }
            if isInteger { return number(minimum + 1) }
            // 32-bit floats may have no value between two steps.
            guard let spacing = JSONNumber(minimum)?.binary32Spacing, spacing < step / 4 else { return nil }
            return sum(minimum, step / 2)
        case "fraction": return isInteger ? JSONNumber((minimum ?? 0) + 0.5).map(JSON.number) : nil
        case "not-in-valid-values":
            guard !validValues.isEmpty else { return nil }
            return (0...255).first { !isListed($0) }.map { .number(JSONNumber($0)) }
        case "text-for-number": return isNumeric ? .string("12") : nil
        case "text-for-bool": return format == .bool ? .string("true") : nil
        case "two-for-bool": return format == .bool ? 2 : nil
        case "number-for-text": return format == .string ? 7 : nil
        case "null": return .null
        case "list": return .array([1])
        case "object": return .object(JSONObject(["value": 1]))
        default:
            return formatBoundary(word) ?? textBoundary(word) ?? enumerationBoundary(word) ?? dataBoundary(word)
        }
    }

    /// Whether the catalogue lists the values of its type.
    private var isEnumerated: Bool { defined?.validValues?.isEmpty == false }

    /// Whether 0 is one of the numbers that the accessory must accept.
    private var hasZero: Bool {
        guard isNumeric, !isEnumerated, isListed(0), let minimum, let maximum, minimum <= 0, 0 <= maximum else {
            return false
        }
        guard validValues.isEmpty, let step else { return true }
        let steps = -minimum / step
        return (steps - steps.rounded()).magnitude <= 1e-6 * max(1, steps)
    }

    /// The number one step from a limit, between both; `nil` if there is none.
    ///
    /// - Parameter steps: 1 or -1.
    private func nextToLimit(_ limit: Double?, by steps: Double) -> JSON? {
        guard isNumeric, validValues.isEmpty, let limit, let step, let minimum, let maximum, maximum < 0x1p53
        else { return nil }
        let distance = steps * (isInteger ? max(1, step) : step)
        guard minimum < limit + distance, limit + distance < maximum else { return nil }
        return isInteger ? number(limit + distance) : sum(limit, distance)
    }

    /// A number just outside the range; `nil` if the format cannot carry it exactly.
    private func beyond(_ bound: Double, by distance: Double) -> JSON? {
        // A step below one does not leave a range of whole numbers.
        let value = bound + (isInteger && distance.magnitude < 1 ? (distance < 0 ? -1 : 1) : distance)
        // Beyond 2^53 a double cannot represent every integer; the next number that is surely out of range exceeds 64
        // bits.
        guard value.magnitude < 0x1p53 || !isInteger else {
            return bound >= 0x1p64 && distance > 0 ? JSONNumber(spelling: "18446744073709551616").map(JSON.number) : nil
        }
        if value == bound || !value.isFinite { return nil }
        return isInteger ? number(value) : sum(bound, distance)
    }

    // MARK: Texts

    private func textBoundary(_ word: String) -> JSON? {
        guard format == .string else { return nil }
        switch word {
        case "longest-text": return text("a", maximumLength)
        case "too-long-text": return text("a", maximumLength.addingReportingOverflow(1).partialValue)
        case "accented-text": return text("\u{e9}", maximumLength)
        case "too-long-accented-text": return text("\u{e9}", maximumLength.addingReportingOverflow(1).partialValue)
        case "spaced-text": return maximumLength < 5 ? nil : " a b "
        case "empty-text": return ""
        // Two, three and four bytes of UTF-8.
        case "wide-text": return maximumLength < 9 ? nil : "\u{e9}\u{706f}\u{1f4a1}"
        case "digits-text": return maximumLength < 4 ? nil : "0123"
        // An e and a combining accent, which a library for text may make one character.
        case "decomposed-text": return maximumLength < 4 ? nil : "e\u{301}x"
        case "nul-text": return maximumLength < 3 ? nil : "a\0b"
        case "control-text": return maximumLength < 3 ? nil : "a\u{1}b"
        case "quoted-text":
            let (short, long) = ("\"a\\b\"", "\"a\\b\"}]/+%41&=x")
            return maximumLength < short.count ? nil : .string(maximumLength < long.count ? short : long)
        default: return nil
        }
    }

    /// A text with this number of characters; `nil` if the limit is too high to send.
    private func text(_ character: String, _ count: Int) -> JSON? {
        guard format == .string, (0...65_536).contains(count) else { return nil }
        return .string(String(repeating: character, count: count))
    }

    // MARK: What the format can hold

    private func formatBoundary(_ word: String) -> JSON? {
        switch word {
        case "below-format": return isInteger ? Self.range(format).flatMap { beyond($0.lowerBound, by: -1) } : nil
        case "above-format": return isInteger ? Self.range(format).flatMap { beyond($0.upperBound, by: 1) } : nil
        case "wrapping": return wrapping
        case "highest-of-format":
            guard isInteger, let maximum, let highest = Self.range(format)?.upperBound, maximum < highest else {
                return nil
            }
            return format == .uint64 ? .number(JSONNumber(UInt64.max)) : number(highest)
        case "largest-uint64": return largeInteger(UInt64.max)
        case "odd-uint64": return largeInteger(9_007_199_254_740_993)
        case "whole-float":
            return format == .float ? wholeFloat : nil
        default:
            guard word.hasPrefix("edge-"), let place = Int(word.dropFirst("edge-".count)) else { return nil }
            let edges = byteEdges
            guard edges.indices.contains(place - 1), declared.value?.doubleValue != edges[place - 1] else { return nil }
            return number(edges[place - 1])
        }
    }

    /// The numbers with which another byte, or the highest bit of one, begins to count, and the first one that a 32-bit float does not
    /// have; or the next ones that the step allows. The limits themselves are not among them.
    private var byteEdges: [Double] {
        guard isInteger, validValues.isEmpty, let minimum, let maximum else { return [] }
        let edges: [Double] = [-129, 256, 32_768, 16_777_217, 0x1p31, 0x1p32, 128, -32_769, 65_536].compactMap { edge in
            guard let step, step > 1, minimum < edge else { return edge }
            let steps = (edge - minimum) / step
            return minimum + (edge < 0 ? steps.rounded(.down) : steps.rounded(.up)) * step
        }
        let inside = edges.filter { minimum < $0 && $0 < maximum }
        return inside.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The lowest value without a fraction that is a multiple of the step and differs from the current one.
    private var wholeFloat: JSON? {
        guard let low = minimum, let high = maximum else { return nil }
        for steps in 0..<1000 as Range<Int64> {
            guard let value = sum(low, step ?? 1, times: steps).numberValue, value.double <= high else { return nil }
            if let whole = value.int64, declared.value?.doubleValue != value.double {
                return .number(JSONNumber(whole))
            }
        }
        return nil
    }

    /// 2^n and a value that the accessory must accept, and does not have now: that is what it stores if it drops the high bits.
    private var wrapping: JSON? {
        guard let bits = Self.bits[format] else { return nil }
        let current = declared.value?.numberValue?.double
        let lowest = max(minimum ?? 0, 0)
        let values = validValues.map(Double.init) + [1, lowest, lowest + max(step ?? 1, 1), maximum ?? 1]
        guard let low = values.first(where: { $0 >= 0 && $0 < 0x1p53 && $0 != current && isValid($0) }) else {
            return nil
        }
        return JSONNumber(spelling: "\(UInt128(1) << bits + UInt128(low))").map(JSON.number)
    }

    func isValid(_ value: Double) -> Bool {
        guard isListed(Int64(value)) else { return false }
        guard value >= minimum ?? 0, value <= maximum ?? value else { return false }
        guard let step, step > 1 else { return true }
        return (value - (minimum ?? 0)).truncatingRemainder(dividingBy: step) == 0
    }

    private static let bits: [CharacteristicFormat: UInt128] = [
        .uint8: 8, .uint16: 16, .uint32: 32, .uint64: 64, .int: 32,
    ]

    private func largeInteger(_ value: UInt64) -> JSON? {
        guard format == .uint64, validValues.isEmpty else { return nil }
        let number = JSONNumber(value)
        let limits = (declared.minValue ?? defined?.minValue, declared.maxValue ?? defined?.maxValue)
        if let low = limits.0, number.isLess(than: low) { return nil }
        if let high = limits.1, high.isLess(than: number) { return nil }
        return .number(number)
    }

    // MARK: What the catalogue defines

    /// The definition of an enumeration of R1 or R2; later ones are known only from implementations.
    private var enumeration: CatalogueCharacteristic? {
        guard let defined, ["R1", "R2"].contains(defined.since), !defined.validValueAlternatives.isEmpty else {
            return nil
        }
        return defined
    }

    private func enumerationBoundary(_ word: String) -> JSON? {
        guard let enumeration else { return nil }
        let known = Set(enumeration.validValueAlternatives.joined())
        switch word {
        case "reserved-value": return (0...255).first { !known.contains($0) }.map { .number(JSONNumber($0)) }
        case "reserved-byte": return known.contains(255) ? nil : 255
        default:
            guard word.hasPrefix("defined-"), let place = Int(word.dropFirst("defined-".count)) else { return nil }
            let values = (enumeration.validValues ?? []).map(\.value).filter { value in
                isListed(value)
                    && (minimum.map { Double(value) >= $0 } ?? true) && (maximum.map { Double(value) <= $0 } ?? true)
            }
            return values.indices.contains(place - 1) ? .number(JSONNumber(values[place - 1])) : nil
        }
    }

    // MARK: Data

    private func dataBoundary(_ word: String) -> JSON? {
        guard format == .data || format == .tlv8 else { return nil }
        switch word {
        case "not-base64": return .string("*not base64*")
        case "bad-padding": return .string("AAA")
        case "truncated-tlv8": return format == .tlv8 ? .string("AQWq") : nil
        case "lone-tlv8-type": return format == .tlv8 ? .string("AQ==") : nil
        case "twice-padded-data": return bytes([0x01, 0x02, 0xab, 0xcd])
        case "once-padded-data": return bytes([0x01, 0x03, 0xab, 0x00, 0xcd])
        case "slashed-data": return bytes([0x01, 0x04, 0xef, 0xfb, 0xff, 0xff])
        case "lengthy-data": return bytes([0x01, 100] + [UInt8](repeating: 0x5a, count: 100))
        case "longest-data": return data(0)
        case "too-long-data": return data(1)
        default: return nil
        }
    }

    /// Bytes that are tlv8, too, in base64; `nil` if the declared limit is lower.
    private func bytes(_ bytes: [UInt8]) -> JSON? {
        if let limit = declared.maxDataLen, limit < UInt64(bytes.count) { return nil }
        return .string(Base64.encode(bytes))
    }

    /// Random bytes, this many more than the declared limit, in base64.
    private func data(_ more: Int) -> JSON? {
        guard let limit = declared.maxDataLen.flatMap({ Int(exactly: $0) }), (0...4096).contains(limit) else {
            return nil
        }
        var random = random
        return .string(Base64.encode((0..<(limit + more)).map { _ in UInt8.random(in: 0...255, using: &random) }))
    }
}
