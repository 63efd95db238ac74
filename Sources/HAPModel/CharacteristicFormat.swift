/// The format of a characteristic's value (HAP R1 table 5-5); unknown ones are kept as they were sent.
package struct CharacteristicFormat: RawRepresentable, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The name that is sent.
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let bool = CharacteristicFormat(rawValue: "bool")
    package static let uint8 = CharacteristicFormat(rawValue: "uint8")
    package static let uint16 = CharacteristicFormat(rawValue: "uint16")
    package static let uint32 = CharacteristicFormat(rawValue: "uint32")
    package static let uint64 = CharacteristicFormat(rawValue: "uint64")
    package static let int = CharacteristicFormat(rawValue: "int")
    package static let float = CharacteristicFormat(rawValue: "float")
    package static let string = CharacteristicFormat(rawValue: "string")
    package static let tlv8 = CharacteristicFormat(rawValue: "tlv8")
    package static let data = CharacteristicFormat(rawValue: "data")

    /// The formats that the protocol defines.
    package static let allCases: [CharacteristicFormat] = [
        .bool, .uint8, .uint16, .uint32, .uint64, .int, .float, .string, .tlv8, .data,
    ]

    /// Whether the protocol defines it.
    package var isKnown: Bool { Self.allCases.contains(self) }

    /// Whether values are whole numbers.
    package var isInteger: Bool { integerBounds != nil }

    /// Whether values are numbers.
    package var isNumeric: Bool { isInteger || self == .float }

    /// The lowest and the highest value that an integer format can hold (HAP R1 table 5-5).
    package var integerBounds: (lowest: Int64, highest: UInt64)? {
        switch self {
        case .uint8: (0, UInt64(UInt8.max))
        case .uint16: (0, UInt64(UInt16.max))
        case .uint32: (0, UInt64(UInt32.max))
        case .uint64: (0, .max)
        case .int: (Int64(Int32.min), UInt64(Int32.max))
        default: nil
        }
    }

    package var description: String { rawValue }
}
