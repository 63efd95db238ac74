import HAPModel
import SuiteLanguage

/// The characteristics that a measurement uses: it reads and writes where that is harmless.
struct LabTargets: Sendable {
    /// What a measurement does with a characteristic, as messages name it.
    enum Use: String, Sendable {
        case read
        case batch = "read together with others"
        /// It is written with the value that it has.
        case write
        case timedWrite = "write by a timed write"
        case writeResponse = "write with a response (wr)"
        /// It is changed for events by writes, and changed back.
        case change
        /// It is changed for events without a write, by the simulator or a hook.
        case ownChange = "change at the accessory itself"
    }

    /// What is read.
    let read: FoundCharacteristic?
    let write: FoundCharacteristic?
    let timedWrite: FoundCharacteristic?
    let writeResponse: FoundCharacteristic?
    let event: FoundCharacteristic?
    /// What changes at the accessory itself: where possible what writes can change, otherwise a sensor's value.
    let ownChange: FoundCharacteristic?
    let identify: FoundCharacteristic?
    let batch: [FoundCharacteristic]
    /// What prevents a use, of each characteristic from which the tester or the user could choose.
    private let obstacles: @Sendable (Use) -> [(label: String, obstacle: Obstacle)]
    private let isChosen: Bool

    /// How many characteristics a batch has at most.
    private static let batchSize = 10

    /// - Parameter chosen: the characteristics that the user names; empty for a choice by the tester.
    init(_ found: [FoundCharacteristic], chosen: [FoundCharacteristic], capabilities: Capabilities) {
        let pool = chosen.isEmpty ? found : chosen
        // Only a user who names a characteristic, and allows the accessory to move, can mean a command to it.
        let allowsCommands = !chosen.isEmpty && capabilities.mayActuate
        let obstacle = { @Sendable (use: Use, found: FoundCharacteristic) in
            Self.obstacle(to: use, found, capabilities, allowsCommands: allowsCommands)
        }
        func first(to use: Use) -> FoundCharacteristic? { pool.first { obstacle(use, $0) == nil } }
        let readable = pool.filter { obstacle(.read, $0) == nil }
        // What the user sees last is tested first: a value of a service of its own, not of the accessory's information.
        let proper = readable.filter { $0.service.type != .accessoryInformation }
        write = first(to: .write)
        timedWrite =
            pool.first { $0.characteristic.has(.timedWrite) && obstacle(.timedWrite, $0) == nil } ?? write
        writeResponse = first(to: .writeResponse)
        event = first(to: .change)
        ownChange = event ?? first(to: .ownChange)
        read = write ?? proper.first ?? readable.first
        identify = found.first { $0.characteristic.type == .identify }
        batch = Array(pool.filter { obstacle(.batch, $0) == nil }.prefix(Self.batchSize))
        obstacles = { use in pool.compactMap { found in obstacle(use, found).map { (found.label, $0) } } }
        isChosen = !chosen.isEmpty
    }

    /// Why there is nothing to use: of chosen characteristics, what prevents it for each of them.
    func absence(to use: Use) -> String {
        let found = obstacles(use)
        if isChosen {
            let reasons = found.map { "\($0.label) \($0.obstacle.rawValue)" }
            return "nothing to \(use.rawValue): \(reasons.joined(separator: "; "))"
        }
        let what = "the accessory has no characteristic to \(use.rawValue)"
        if use == .writeResponse, found.contains(where: { $0.obstacle == .command }) {
            return
                "to \(use.rawValue), the accessory has only control points, to which a write is a command; --on with --actuate names one"
        }
        let isBarred = found.contains { $0.obstacle == .barred }
        return isBarred ? "\(what) that moves or switches nothing; --actuate allows the others" : what
    }

    /// What prevents a use, in words that follow the characteristic's name.
    private enum Obstacle: String {
        case unreadable = "cannot be read"
        case unwritable = "cannot be written"
        case identify = "makes the accessory identify itself"
        case authorization = "requires authorization data (aa)"
        case command = "holds no number or bool, so its value may be a command"
        case timed = "requires a timed write"
        case silent = "gives no response to a write (wr)"
        case eventless = "sends no events"
        case constant = "takes no second value"
        /// The last one: nothing else prevents it.
        case barred = "moves or switches something, which --actuate allows"
    }

    /// - Returns: `nil` if nothing prevents it.
    private static func obstacle(
        to use: Use,
        _ found: FoundCharacteristic,
        _ capabilities: Capabilities,
        allowsCommands: Bool
    ) -> Obstacle? {
        let one = found.characteristic
        guard one.has(.pairedRead) else { return .unreadable }
        guard use != .read else { return nil }
        guard !one.has(.additionalAuthorization) else { return .authorization }
        guard use != .batch else { return nil }
        guard use == .ownChange || one.has(.pairedWrite) else { return .unwritable }
        guard one.type != .identify else { return .identify }
        if use == .writeResponse, !one.has(.writeResponse) { return .silent }
        // Most characteristics with write responses are control points.
        let isValue = one.format.map(numbers.contains) ?? false
        guard isValue || use == .writeResponse && allowsCommands else { return .command }
        guard use == .timedWrite || use == .ownChange || !one.has(.timedWrite) else { return .timed }
        if use == .change || use == .ownChange {
            guard one.has(.events) else { return .eventless }
            guard value(besides: one.value, of: found) != nil else { return .constant }
        }
        return capabilities.isBarred(found) ? .barred : nil
    }

    /// The formats of values whose write means nothing but that value: a write to a control point is a command.
    private static let numbers: [CharacteristicFormat] = [.bool, .uint8, .uint16, .uint32, .uint64, .int, .float]

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
