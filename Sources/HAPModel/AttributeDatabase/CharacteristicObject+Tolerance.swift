extension CharacteristicObject {
    /// How far another number may lie from a value of the characteristic and still be the same; `nil` if it must not.
    ///
    /// An accessory may keep a float in 32 bits: it answers 32.20000076293945 for 32.2. Where a step is declared, whatever
    /// lies nearer than half of it is the same value, but never what lies just between two steps.
    package func tolerance(of value: JSON?) -> JSONNumber? {
        guard format == .float, let spacing = value?.numberValue?.binary32Spacing else { return nil }
        let half = minStep.map { Self.half($0.double, beside: value?.doubleValue ?? 0) } ?? 0
        return JSONNumber(half.isFinite ? max(spacing, half) : spacing)
    }

    /// Half of a step, less what is lost in 32 bits at the next value: what lies just between two steps is neither.
    private static func half(_ step: Double, beside value: Double) -> Double {
        step / 2 - Double(Float(value.magnitude + step.magnitude).ulp)
    }
}

extension JSONNumber {
    /// How far the numbers of 32 bits lie apart here, which is more than what is lost in them; `nil` beyond their range.
    package var binary32Spacing: Double? {
        let spacing = Double(Float(double).ulp)
        return spacing.isFinite ? spacing : nil
    }
}
