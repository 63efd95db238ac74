package import HAPModel
package import Measurement

/// Generates values for one characteristic from its declaration and a seed.
package struct ValueGenerator: Sendable {
    let format: CharacteristicFormat
    let minimum: Double?
    let maximum: Double?
    let step: Double?
    let maximumLength: Int
    /// The whole numbers that the accessory lists as valid, alone or in ranges; of a long range those at both ends.
    let validValues: [Int64]
    /// The accessory's declaration, completed by Apple's catalogue.
    let declared: CharacteristicObject
    let defined: CatalogueCharacteristic?
    private(set) var random: SeededGenerator

    /// - Parameters:
    /// - characteristic: the accessory's declaration.
    /// - catalogue: has what the accessory leaves to the definition of the type.
    ///   - random: the instance's generator.
    package init(_ characteristic: CharacteristicObject, catalogue: Catalogue, random: SeededGenerator) {
        declared = characteristic
        let entry = characteristic.type.flatMap { catalogue.characteristic($0) }
        defined = entry
        format = characteristic.format ?? entry?.format ?? .string
        let bounds = [characteristic.minValue ?? entry?.minValue, characteristic.maxValue ?? entry?.maxValue]
            .map { $0.map(\.double).flatMap { $0.isFinite ? $0.inDecimals : nil } }
        minimum = bounds[0] ?? Self.range(format)?.lowerBound
        maximum = bounds[1] ?? Self.range(format)?.upperBound
        step = (characteristic.minStep ?? entry?.minStep)?.double.usableStep
        maximumLength = Int(clamping: characteristic.lengthLimit)
        let listed = Self.listed(characteristic)
        let inRange = listed.filter { value in
            (bounds[0].map { $0 <= Double(value) } ?? true) && (bounds[1].map { Double(value) <= $0 } ?? true)
        }
        // An accessory that contradicts itself still lists these values only.
        validValues = inRange.isEmpty ? listed : inRange
        self.random = random
    }

    /// How many values of a range are listed at each end.
    private static let longestEnd: Int64 = 128

    private static func listed(_ characteristic: CharacteristicObject) -> [Int64] {
        var values = characteristic.validValues ?? []
        for range in characteristic.validValuesRange ?? [] where range.start <= range.end {
            let (low, high) = (range.start, range.end)
            let middle = low.addingReportingOverflow(longestEnd)
            guard !middle.overflow, middle.partialValue < high else {
                values += low...high
                continue
            }
            values += low...middle.partialValue
            values += max(middle.partialValue + 1, high - longestEnd)...high
        }
        var seen: Set<Int64> = []
        return values.filter { seen.insert($0).inserted }
    }

    /// Whether the accessory lists the value as valid, or lists none.
    func isListed(_ value: Int64) -> Bool {
        validValues.isEmpty || validValues.contains(value)
            || declared.validValuesRange?.contains { $0.contains(value) } ?? false
    }

    /// Whether the characteristic is a number, and its declaration allows these values.
    static func accepts(_ values: [Int64], _ characteristic: CharacteristicObject, catalogue: Catalogue) -> Bool {
        let generator = ValueGenerator(characteristic, catalogue: catalogue, random: SeededGenerator(seed: 0))
        return generator.isNumeric && values.allSatisfy { generator.isValid(Double($0)) }
    }

    /// Whether the accessory must accept two values, so that a case can write another one than the present.
    package static func hasSeveral(_ characteristic: CharacteristicObject, catalogue: Catalogue) -> Bool {
        var generator = ValueGenerator(characteristic, catalogue: catalogue, random: SeededGenerator(seed: 0))
        return generator.distinct(2, from: nil) != nil
    }

    /// The range that the format itself allows.
    static func range(_ format: CharacteristicFormat) -> ClosedRange<Double>? {
        switch format {
        case .uint8: return 0...255
        case .uint16: return 0...65535
        case .uint32: return 0...4_294_967_295
        case .uint64: return 0...18_446_744_073_709_551_616
        case .int: return -2_147_483_648...2_147_483_647
        default: return nil
        }
    }

    var isInteger: Bool { [.uint8, .uint16, .uint32, .uint64, .int].contains(format) }
    var isNumeric: Bool { isInteger || format == .float }

    // MARK: Values that the accessory must take

    /// Generates `count` valid values, different from each other and from `current`.
    ///
    /// - Returns: `nil` if the characteristic does not have that many.
    package mutating func distinct(_ count: Int, from current: JSON?) -> [JSON]? {
        var values: [JSON] = []
        for _ in 0..<64 where values.count < count {
            let value = any()
            if value != current, !values.contains(value), !isSame(value, current) { values.append(value) }
        }
        for value in few() where values.count < count {
            if !values.contains(where: { isSame($0, value) }), !isSame(value, current) { values.append(value) }
        }
        return values.count == count ? values : nil
    }

    /// Whether the characteristic may treat the two values as equal.
    private func isSame(_ left: JSON, _ right: JSON?) -> Bool {
        if let left = left.doubleValue, let seen = right?.doubleValue,
            let within = declared.tolerance(of: right)?.double
        {
            return (left - seen).magnitude <= within
        }
        return Self.same(left, right)
    }

    /// Whether two values are equal, regardless of their spelling.
    package static func same(_ left: JSON, _ right: JSON?) -> Bool {
        guard let right else { return false }
        switch (left, right) {
        case (.bool(let truth), .number(let number)), (.number(let number), .bool(let truth)):
            return number.double == (truth ? 1 : 0)
        default: return left.means(right)
        }
    }

    private func few() -> [JSON] {
        if format == .bool { return [.bool(false), .bool(true)] }
        if !validValues.isEmpty { return validValues.map { .number(JSONNumber($0)) } }
        guard isNumeric else { return [] }
        return [minimum, highestOnStep].compactMap { $0.map(number) }
    }

    private mutating func any() -> JSON {
        switch format {
        case .bool: return .bool(Bool.random(using: &random))
        case .string:
            let letters = Array("abcdefghijklmnopqrstuvwxyz")
            let length = max(0, min(maximumLength, 8))
            return .string(String((0..<length).map { _ in letters.randomElement(using: &random) ?? "a" }))
        case .data, .tlv8:
            let bytes: [UInt8] = [0x01, 0x01, UInt8.random(in: 1...255, using: &random)]
            let limit = max(0, Int(clamping: declared.dataLengthLimit))
            // An item cut short is not TLV8.
            if format == .tlv8, limit < bytes.count { return "" }
            return .string(Base64.encode(Array(bytes.suffix(limit))))
        default:
            if let value = validValues.randomElement(using: &random) { return .number(JSONNumber(value)) }
            return stepped()
        }
    }

    /// The largest value that is a whole number of steps above the smallest.
    var highestOnStep: Double? {
        guard let maximum, let minimum, let step else { return maximum }
        // Beyond 2^53 a double cannot tell one number from the next.
        guard maximum - minimum < 0x1p53 else { return maximum }
        let steps = (maximum - minimum) / step
        // The maximum itself, unless it lies clearly between two steps.
        let tolerance = isInteger ? 0 : min(0.25, 1e-6 * max(1, steps))
        guard (steps - steps.rounded()).magnitude > tolerance else { return maximum }
        return sum(minimum, step, times: Int64(steps.rounded(.down))).doubleValue
    }

    private mutating func stepped() -> JSON {
        let low = minimum ?? 0
        let high = maximum ?? 100
        let step = self.step ?? (isInteger ? 1 : 0.5)
        let count = max(0, min(1_000_000, ((high - low) / step).rounded(.down)))
        let steps = UInt64.random(in: 0...UInt64(count), using: &random)
        if !isInteger, let value = sum(low, step, times: Int64(steps)).numberValue, value.double <= high {
            return .number(value)
        }
        return number(max(low, min(high, low + step * Double(steps))))
    }

    /// The lower number plus a number of steps, in decimals: 30.7, not 30.700000000000003.
    func sum(_ low: Double, _ step: Double, times count: Int64 = 1) -> JSON {
        let exact = JSONNumber(low).flatMap { low in JSONNumber(step).flatMap { low.adding($0, times: count) } }
        return exact.map(JSON.number) ?? number(low + step * Double(count))
    }

    func number(_ value: Double) -> JSON {
        if isInteger { return .number(Self.whole(value)) }
        return JSONNumber(value).map(JSON.number) ?? .null
    }

    /// The integer part, limited to 64 bits.
    private static func whole(_ value: Double) -> JSONNumber {
        if value >= 0x1p64 { return JSONNumber(UInt64.max) }
        if value >= 0 { return JSONNumber(UInt64(value)) }
        return JSONNumber(value > -0x1p63 ? Int64(value) : .min)
    }
}

extension Double {
    /// The step, if values can be counted in it.
    fileprivate var usableStep: Double? { isFinite && self > 0 ? inDecimals : nil }

    /// The decimal number that the accessory means, if it keeps numbers in 32 bits: 0.1 for 0.10000000149011612.
    fileprivate var inDecimals: Double {
        let short = Float(self)
        return self != rounded() && Double(short) == self ? Double("\(short)") ?? self : self
    }
}
