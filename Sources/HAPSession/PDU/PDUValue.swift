package import HAPModel

/// Converts characteristic values between PDUs (HAP R1 table 6-36) and JSON.
///
/// `null`, the value of a button event, has no bytes. Data and TLV8 are base64 in JSON and plain bytes in PDUs.
package enum PDUValue {
    /// The bytes of a value; `nil` if the format cannot represent it.
    package static func bytes(of value: JSON, as format: CharacteristicFormat) -> [UInt8]? {
        switch (format, value) {
        case (_, .null): []
        case (.bool, _): (value.boolValue ?? value.uint64Value.flatMap { $0 <= 1 ? $0 == 1 : nil }).map { [$0 ? 1 : 0] }
        case (.float, .number(let number)): PDUNumber.bytes(Float(number.double).bitPattern)
        case (.string, .string(let text)): Array(text.utf8)
        case (.data, .string(let text)), (.tlv8, .string(let text)): Base64.decode(text)
        default: integer(value, as: format)
        }
    }

    /// A value from its bytes, and the deviations from the format.
    ///
    /// - Returns: no value if even lenient decoding fails for the format.
    package static func reading(
        _ bytes: [UInt8],
        as format: CharacteristicFormat
    ) -> (value: JSON?, deviation: PDUDeviation.Kind?) {
        switch format {
        case .string:
            guard let text = String(validating: bytes, as: UTF8.self) else {
                return (.string(String(decoding: bytes, as: UTF8.self)), .content)
            }
            return (.string(text), nil)
        case .data, .tlv8: return (.string(Base64.encode(bytes)), nil)
        case _ where bytes.isEmpty: return (.null, nil)
        case .bool:
            guard bytes.count == 1 else { return (.bool(bytes.contains { $0 != 0 }), .width) }
            return (.bool(bytes[0] != 0), bytes[0] > 1 ? .content : nil)
        case .float: return float(bytes)
        default: return integer(bytes, as: format)
        }
    }

    private static func integer(_ value: JSON, as format: CharacteristicFormat) -> [UInt8]? {
        guard let width = PDUFormat.width(of: format), let bounds = format.integerBounds else { return nil }
        if let number = value.uint64Value {
            return number <= bounds.highest ? Array(PDUNumber.bytes(number).prefix(width)) : nil
        }
        guard let number = value.int64Value, number >= bounds.lowest else { return nil }
        return Array(PDUNumber.bytes(number).prefix(width))
    }

    private static func integer(
        _ bytes: [UInt8],
        as format: CharacteristicFormat
    ) -> (value: JSON?, deviation: PDUDeviation.Kind?) {
        guard let width = PDUFormat.width(of: format) else { return (nil, .content) }
        guard bytes.count <= 8 else { return (nil, .width) }
        let value = format == .int ? JSON(PDUNumber.signedValue(bytes[...])) : JSON(PDUNumber.value(bytes[...]))
        return (value, bytes.count == width ? nil : .width)
    }

    private static func float(_ bytes: [UInt8]) -> (value: JSON?, deviation: PDUDeviation.Kind?) {
        guard bytes.count == 4 else { return (nil, .width) }
        let float = Float(bitPattern: UInt32(truncatingIfNeeded: PDUNumber.value(bytes[...])))
        // The shortest decimal that converts back to this float, not to the double.
        guard let number = Double(float.description).flatMap({ JSONNumber($0) }) else { return (nil, .content) }
        return (.number(number), nil)
    }
}
