extension CharacteristicObject {
    /// How far a number may differ from a value of the characteristic and still be equal; `nil` for no tolerance.
    ///
    /// An accessory may store a float in 32 bits: it responds with 32.20000076293945 for 32.2. If a step is declared, a
    /// number nearer than half a step is the same value; a number exactly between two steps is neither.
    package func tolerance(of value: JSON?) -> JSONNumber? {
        guard format == .float, let spacing = value?.numberValue?.binary32Spacing else { return nil }
        let half = minStep.map { Self.half($0.double, beside: value?.doubleValue ?? 0) } ?? 0
        return JSONNumber(half.isFinite ? max(spacing, half) : spacing)
    }

    /// Half a step, minus the rounding error of 32 bits at the next value.
    private static func half(_ step: Double, beside value: Double) -> Double {
        step / 2 - Double(Float(value.magnitude + step.magnitude).ulp)
    }
}

extension JSONNumber {
    /// The distance of neighbouring 32-bit numbers here, which exceeds their rounding error; `nil` beyond their range.
    package var binary32Spacing: Double? {
        let spacing = Double(Float(double).ulp)
        return spacing.isFinite ? spacing : nil
    }
}
