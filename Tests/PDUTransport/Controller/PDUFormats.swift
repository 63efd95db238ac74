import HAPModel
import HAPSession
import Synchronization

/// The formats of an accessory's characteristics, as far as the connections to it have read its database.
package final class PDUFormats: Sendable {
    private let known = Mutex<[CharacteristicID: CharacteristicFormat]>([:])

    package init() {}

    func learn(_ database: AttributeDatabase) {
        known.withLock { known in
            for place in database.places {
                if let format = place.characteristic.format { known[place.id] = format }
            }
        }
    }

    /// A value as it is sent; one that its format cannot hold goes out in a width that does, and that is another one.
    func bytes(of value: JSON, for id: CharacteristicID) -> [UInt8] {
        guard let format = known.withLock({ $0[id] }) else { return Self.bytes(of: value) }
        return PDUValue.bytes(of: value, as: format) ?? Self.bytes(of: value, otherWidthThan: format)
    }

    /// A value that arrived; one that its format does not explain is shown as hexadecimal digits.
    func value(_ bytes: [UInt8], of id: CharacteristicID) -> (value: JSON, deviation: PDUDeviation.Kind?) {
        guard let format = known.withLock({ $0[id] }) else { return (Self.digits(bytes), nil) }
        let (value, deviation) = PDUValue.reading(bytes, as: format)
        return (value ?? Self.digits(bytes), deviation)
    }

    private static func digits(_ bytes: [UInt8]) -> JSON { .string("0x" + Hex.encode(bytes)) }

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
