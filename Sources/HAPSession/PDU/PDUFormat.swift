import HAPModel

/// The codes of formats and units in a presentation format (HAP R1 tables 6-36 and 6-37).
enum PDUFormat {
    private static let formats: [(CharacteristicFormat, UInt8)] = [
        (.bool, 0x01), (.uint8, 0x04), (.uint16, 0x06), (.uint32, 0x08), (.uint64, 0x0a), (.int, 0x10),
        (.float, 0x14), (.string, 0x19), (.data, 0x1b), (.tlv8, 0x1b),
    ]
    private static let units: [(CharacteristicUnit, UInt16)] = [
        (.percentage, 0x27ad), (.celsius, 0x272f), (.lux, 0x2731), (.arcdegrees, 0x2763), (.seconds, 0x2703),
    ]
    private static let noUnit: UInt16 = 0x2700

    static func code(of format: CharacteristicFormat) -> UInt8 { formats.first { $0.0 == format }?.1 ?? 0 }

    /// The format with this code: data for 0x1B, which TLV8 shares.
    static func format(_ code: UInt8) -> CharacteristicFormat? { formats.first { $0.1 == code }?.0 }

    static func code(of unit: CharacteristicUnit?) -> UInt16 {
        guard let unit else { return noUnit }
        return units.first { $0.0 == unit }?.1 ?? 0
    }

    static func unit(_ code: UInt16) -> CharacteristicUnit? { units.first { $0.1 == code }?.0 }

    static func isUnit(_ code: UInt16) -> Bool { code == noUnit || unit(code) != nil }

    /// The width of a number of the format in bytes; `nil` for other formats.
    static func width(of format: CharacteristicFormat) -> Int? {
        switch format {
        case .uint8: 1
        case .uint16: 2
        case .uint32, .int, .float: 4
        case .uint64: 8
        default: nil
        }
    }
}
