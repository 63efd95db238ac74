import HAPModel
import SuiteLanguage

/// The characteristics that a measurement uses: it reads and writes where that is harmless.
struct LabTargets: Sendable {
    /// What is read.
    let read: FoundCharacteristic?
    /// What is written with the value that it has.
    let write: FoundCharacteristic?
    let timedWrite: FoundCharacteristic?
    let writeResponse: FoundCharacteristic?
    /// What is changed for events, and changed back.
    let event: FoundCharacteristic?
    let identify: FoundCharacteristic?
    let batch: [FoundCharacteristic]

    /// How many characteristics a batch has at most.
    private static let batchSize = 10

    /// - Parameter chosen: the characteristics that the user names; empty for a choice by the tester.
    init(_ found: [FoundCharacteristic], chosen: [FoundCharacteristic], capabilities: Capabilities) {
        let pool = chosen.isEmpty ? found : chosen
        let readable = pool.filter { $0.characteristic.has(.pairedRead) }
        let writable = readable.filter { Self.isHarmless($0) && !capabilities.isBarred($0) }
        let plain = writable.filter { !$0.characteristic.has(.timedWrite) }
        // What the user sees last is tested first: a value of a service of its own, not of the accessory's information.
        let proper = readable.filter { $0.service.type != .accessoryInformation }
        write = plain.first
        timedWrite = writable.first { $0.characteristic.has(.timedWrite) } ?? plain.first
        writeResponse = writable.first { $0.characteristic.has(.writeResponse) }
        event = plain.first {
            $0.characteristic.has(.events) && Self.value(besides: $0.characteristic.value, of: $0) != nil
        }
        read = plain.first ?? proper.first ?? readable.first
        identify = found.first { $0.characteristic.type == .identify }
        batch = Array(readable.filter { !$0.characteristic.has(.additionalAuthorization) }.prefix(Self.batchSize))
    }

    /// Whether a write of the present value means nothing but that value: a command to a control point does.
    private static func isHarmless(_ found: FoundCharacteristic) -> Bool {
        let one = found.characteristic
        let formats: [CharacteristicFormat] = [.bool, .uint8, .uint16, .uint32, .uint64, .int, .float]
        guard one.has(.pairedWrite), !one.has(.additionalAuthorization), one.type != .identify else { return false }
        return one.format.map(formats.contains) ?? false
    }

    /// Another value than the present one that the characteristic takes; `nil` if there is none.
    static func value(besides present: JSON?, of found: FoundCharacteristic) -> JSON? {
        let one = found.characteristic
        if one.format == .bool { return present.map { .bool(!($0.boolValue ?? ($0.int64Value == 1))) } }
        guard one.validValues == nil, one.validValuesRange == nil, let value = present?.doubleValue else { return nil }
        let low = one.minValue?.double ?? 0
        let high = one.maxValue?.double ?? 100
        let step = one.minStep?.double ?? 1
        let other = value + step <= high ? value + step : value - step
        guard other >= low, step > 0 else { return nil }
        if one.format == .float { return JSON(floatLiteral: other) }
        // A broken accessory shows values that its format cannot have.
        return Int64(exactly: other).map { JSON($0) }
    }
}
