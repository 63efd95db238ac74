import HAPModel
import HAPSession
import Synchronization

/// What the connections to one accessory have learned of it: the formats of values, where pairings are written, whether it
/// answers CoAP pings, and from which ports of the tester it has had messages.
final class ThreadKnowledge: Sendable {
    private struct Known {
        var formats: [CharacteristicID: CharacteristicFormat] = [:]
        var pairings: UInt64?
        var ignoresPings = false
        var ports: Set<Int> = []
    }

    private let known = Mutex(Known())

    /// The instance id of Pairings; `nil` before a database with it was read.
    var pairings: UInt64? { known.withLock { $0.pairings } }

    /// Whether the accessory has answered a request, but not the ping before it.
    var ignoresPings: Bool { known.withLock { $0.ignoresPings } }

    func learnThatPingsAreIgnored() { known.withLock { $0.ignoresPings = true } }

    /// Notes that a connection uses a port of the tester.
    ///
    /// - Returns: whether no earlier one has used it; port 0 is unknown, and counts as unused.
    func use(port: Int) -> Bool { known.withLock { port == 0 || $0.ports.insert(port).inserted } }

    /// - Parameter pairings: the instance id of Pairings, if the database has it.
    func learn(_ database: AttributeDatabase, pairings: UInt64?) {
        known.withLock { known in
            if let pairings { known.pairings = pairings }
            for place in database.places {
                if let format = place.characteristic.format { known.formats[place.id] = format }
            }
        }
    }

    /// A value as it is sent; one that its format cannot hold is sent in a width that can, which is another one.
    func bytes(of value: JSON, for id: CharacteristicID) -> [UInt8] {
        guard let format = format(of: id) else { return Self.bytes(of: value) }
        // The byte of a bool can hold other numbers, too.
        if format == .bool, let number = value.uint64Value.flatMap({ UInt8(exactly: $0) }) { return [number] }
        return PDUValue.bytes(of: value, as: format) ?? Self.bytes(of: value, otherWidthThan: format)
    }

    /// A value that arrived; one that its format does not explain is shown as hexadecimal digits.
    func value(_ bytes: [UInt8], of id: CharacteristicID) -> JSON {
        let digits = JSON.string("0x" + Hex.encode(bytes))
        return format(of: id).flatMap { PDUValue.reading(bytes, as: $0).value } ?? digits
    }

    /// How a value that arrived departs from its format; `nil` if it does not.
    func deviation(_ bytes: [UInt8], of id: CharacteristicID) -> PDUDeviation.Kind? {
        format(of: id).flatMap { PDUValue.reading(bytes, as: $0).deviation }
    }

    private func format(of id: CharacteristicID) -> CharacteristicFormat? { known.withLock { $0.formats[id] } }

    private static func bytes(of value: JSON, otherWidthThan format: CharacteristicFormat? = nil) -> [UInt8] {
        switch value {
        case .null: return []
        case .bool(let isTrue): return [isTrue ? 1 : 0]
        case .string(let text): return Array(text.utf8)
        case .array, .object: return value.encoded()
        case .number(let number):
            let formats: [CharacteristicFormat] = [.uint8, .uint16, .uint32, .int, .uint64, .float]
            let width = format.flatMap { PDUValue.bytes(of: 0, as: $0) }?.count
            let bytes = formats.lazy.compactMap { PDUValue.bytes(of: value, as: $0) }.first { $0.count != width }
            return bytes ?? Array(number.spelling.utf8)
        }
    }
}
