package import HAPModel

/// Converts a characteristic's signature (HAP R1 6.3.4.1) between bytes and the attribute database's JSON.
///
/// PDUs contain less than JSON: `maxDataLen`, `ev`, `value` and the permission `wr` have no item, TLV8 is decoded as
/// data, and a string's `maxLen` is in the range.
package enum PDUSignature {
    /// The items of a characteristic of the attribute database, without its service's.
    ///
    /// - Parameter isShort: whether Apple's types are written in their short form, as in the database over CoAP.
    package static func items(of characteristic: JSON, isShort: Bool = false) -> [TLV8.Item] {
        let format = CharacteristicFormat(rawValue: characteristic["format"]?.stringValue ?? "")
        let permissions = (characteristic["perms"]?.arrayValue ?? []).compactMap(\.stringValue)
        let unit = characteristic["unit"]?.stringValue.map(CharacteristicUnit.init(rawValue:))
        let presentation =
            [PDUFormat.code(of: format), 0] + PDUNumber.bytes(PDUFormat.code(of: unit)) + [1]
            + PDUNumber.bytes(UInt16(0))
        let items: [(PDUParameter, [UInt8]?)] = [
            (.characteristicType, type(of: characteristic, isShort: isShort)),
            (.characteristicInstance, instance(of: characteristic)),
            (.properties, PDUNumber.bytes(PDUProperties(permissions.map(Permission.init(rawValue:))).rawValue)),
            (.description, characteristic["description"]?.stringValue.map { Array($0.utf8) }),
            (.presentation, characteristic["format"] == nil ? nil : presentation),
            (.range, range(of: characteristic, format)),
            (.step, characteristic["minStep"].flatMap { PDUValue.bytes(of: $0, as: format) }),
            (.validValues, characteristic["valid-values"]?.arrayValue.map { $0.compactMap(byte) }),
            (.validRanges, characteristic["valid-values-range"]?.arrayValue.map { $0.flatMap(ranges) }),
        ]
        return items.compactMap { type, value in value.map { TLV8.Item(type, $0) } }
    }

    /// The characteristic of these items in the database's form, and the deviations from the format.
    package static func characteristic(_ items: TLV8) -> (json: JSON, deviations: [PDUDeviation]) {
        var reader = PDUItemReader(items)
        var object = JSONObject()
        object["iid"] = reader.number(.characteristicInstance, width: 2).map { JSON($0) }
        object["type"] = reader.type(.characteristicType)
        let bits = reader.number(.properties, width: 2).map { PDUProperties(rawValue: UInt16(truncatingIfNeeded: $0)) }
        object["perms"] = bits.map { .array($0.permissions.map { .string($0.rawValue) }) }
        let format = readPresentation(&reader, into: &object)
        readRange(&reader, format, into: &object)
        object["description"] = reader.bytes(.description).map { .string(String(decoding: $0, as: UTF8.self)) }
        object["valid-values"] = reader.bytes(.validValues).map { .array($0.map { JSON(UInt64($0)) }) }
        object["valid-values-range"] = reader.bytes(.validRanges).map { bytes in
            .array(
                stride(from: 0, to: bytes.count - 1, by: 2).flatMap {
                    [JSON(UInt64(bytes[$0])), JSON(UInt64(bytes[$0 + 1]))]
                }
            )
        }
        return (.object(object), reader.deviations)
    }

    /// The little-endian type; `nil` if the text is not a type.
    static func type(of object: JSON, isShort: Bool) -> [UInt8]? {
        object["type"]?.stringValue.flatMap { HAPType($0) }.map { isShort ? $0.shortLittleEndian : $0.littleEndian }
    }

    /// The instance id: two bytes, more if it does not fit.
    static func instance(of object: JSON) -> [UInt8]? {
        object["iid"]?.uint64Value.map { PDUNumber.bytes($0, atLeast: 2) }
    }

    private static func byte(_ value: JSON) -> UInt8? { value.uint64Value.flatMap(UInt8.init(exactly:)) }

    private static func ranges(_ value: JSON) -> [UInt8] {
        value.arrayValue.map { $0.compactMap(byte) } ?? byte(value).map { [$0] } ?? []
    }

    private static func range(of characteristic: JSON, _ format: CharacteristicFormat) -> [UInt8]? {
        if format == .string {
            let limit = characteristic["maxLen"]?.uint64Value.flatMap(UInt16.init(exactly:))
            return limit.map { PDUNumber.bytes(UInt16(0)) + PDUNumber.bytes($0) }
        }
        guard let low = characteristic["minValue"].flatMap({ PDUValue.bytes(of: $0, as: format) }),
            let high = characteristic["maxValue"].flatMap({ PDUValue.bytes(of: $0, as: format) })
        else { return nil }
        return low + high
    }

    private static func readPresentation(
        _ reader: inout PDUItemReader,
        into object: inout JSONObject
    ) -> CharacteristicFormat? {
        guard let bytes = reader.bytes(.presentation) else {
            reader.note(.missingItem, .presentation)
            return nil
        }
        guard bytes.count == 7 else {
            reader.note(.width, .presentation)
            return nil
        }
        let unit = UInt16(truncatingIfNeeded: PDUNumber.value(bytes[2..<4]))
        let format = PDUFormat.format(bytes[0])
        if format == nil || !PDUFormat.isUnit(unit) { reader.note(.content, .presentation) }
        object["format"] = .string(format?.rawValue ?? "0x\(Hex.encode([bytes[0]]))")
        object["unit"] = PDUFormat.unit(unit).map { .string($0.rawValue) }
        return format
    }

    private static func readRange(
        _ reader: inout PDUItemReader,
        _ format: CharacteristicFormat?,
        into object: inout JSONObject
    ) {
        let step = reader.bytes(.step)
        guard let format else { return }
        object["minStep"] = step.flatMap { reader.value($0, as: format, .step) }
        guard let bytes = reader.bytes(.range) else { return }
        let (low, high) = (Array(bytes.prefix(bytes.count / 2)), Array(bytes.dropFirst(bytes.count / 2)))
        if format == .string {
            object["maxLen"] = reader.value(high, as: .uint16, .range)
        } else {
            object["minValue"] = reader.value(low, as: format, .range)
            object["maxValue"] = reader.value(high, as: format, .range)
        }
    }
}
