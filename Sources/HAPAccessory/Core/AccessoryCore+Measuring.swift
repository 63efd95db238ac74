import HAPModel
import Measurement

/// Values that a device measures change by themselves while a twin says so: a temperature, a humidity, a time that remains.
extension AccessoryCore {
    /// When the measured values change next; `nil` if they stay.
    var measuringDeadline: Moment? {
        guard !defects.isConformant else { return nil }
        let interval = constant(.measuredInterval)
        guard interval > 0 else { return nil }
        return measured?.advanced(by: .milliseconds(interval)) ?? Moment(nanoseconds: .min)
    }

    /// Moves each measured value by one step, if that is due.
    mutating func measure(now: Moment) {
        guard let due = measuringDeadline, due <= now else { return }
        measured = now
        for characteristic in definition.characteristics where isMeasured(characteristic) {
            guard let next = values[characteristic.id].flatMap({ nextMeasured($0, characteristic) }) else { continue }
            change(characteristic.id, to: next, by: nil, now: now)
        }
    }

    private func isMeasured(_ characteristic: CharacteristicDefinition) -> Bool {
        characteristic.has(.pairedRead) && characteristic.has(.events) && !characteristic.has(.pairedWrite)
            && characteristic.validValues == nil && characteristic.enumeration == nil
            && !definition.behaviours.contains { $0.characteristics.contains(characteristic.id) }
    }

    /// The value one step higher, and after the highest one the lowest.
    private func nextMeasured(_ value: JSON, _ characteristic: CharacteristicDefinition) -> JSON? {
        let step = characteristic.minStep ?? (characteristic.format.isInteger ? JSONNumber(1) : nil)
        guard let step, let higher = value.numberValue?.adding(step) else { return nil }
        let bounds = characteristic.format.integerBounds
        guard let highest = characteristic.maxValue ?? bounds.map({ JSONNumber($0.highest) }),
            let lowest = characteristic.minValue ?? bounds.map({ JSONNumber($0.lowest) })
        else { return .number(higher) }
        return .number(highest.isLess(than: higher) ? lowest : higher)
    }
}
