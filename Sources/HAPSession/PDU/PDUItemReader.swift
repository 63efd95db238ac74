import HAPModel

/// Decodes the items of a body leniently, and records deviations from their format.
struct PDUItemReader {
    let items: TLV8
    private(set) var deviations: [PDUDeviation] = []

    init(_ items: TLV8) {
        self.items = items
        deviations = items.deviations.map { PDUDeviation(.malformedItems, at: $0.offset) }
    }

    mutating func note(_ kind: PDUDeviation.Kind, _ parameter: PDUParameter) {
        let offset = items.items.first { $0.type == parameter.rawValue }?.offset ?? 0
        deviations.append(PDUDeviation(kind, at: offset))
    }

    func bytes(_ parameter: PDUParameter) -> [UInt8]? { items[parameter] }

    /// A required number; decoded in any width.
    mutating func number(_ parameter: PDUParameter, width: Int) -> UInt64? {
        guard let bytes = items[parameter] else {
            note(.missingItem, parameter)
            return nil
        }
        if bytes.count != width { note(.width, parameter) }
        return items.integer(parameter)
    }

    /// A required type, in JSON's form.
    mutating func type(_ parameter: PDUParameter) -> JSON? {
        guard let bytes = items[parameter] else {
            note(.missingItem, parameter)
            return nil
        }
        guard let type = HAPType(littleEndian: bytes) else {
            note(.width, parameter)
            return nil
        }
        if HAPType(littleEndian: bytes.reversed())?.isApple == true, bytes.count == 16 { note(.byteOrder, parameter) }
        return .string(type.short)
    }

    mutating func value(_ bytes: [UInt8], as format: CharacteristicFormat, _ parameter: PDUParameter) -> JSON? {
        let (value, deviation) = PDUValue.reading(bytes, as: format)
        if let deviation { note(deviation, parameter) }
        return value
    }
}
