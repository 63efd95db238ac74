/// The unit of a characteristic's value (HAP R1 table 5-6); unknown units are kept as received.
package struct CharacteristicUnit: RawRepresentable, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The name on the wire.
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let celsius = CharacteristicUnit(rawValue: "celsius")
    package static let percentage = CharacteristicUnit(rawValue: "percentage")
    package static let arcdegrees = CharacteristicUnit(rawValue: "arcdegrees")
    package static let lux = CharacteristicUnit(rawValue: "lux")
    package static let seconds = CharacteristicUnit(rawValue: "seconds")

    /// The units that the protocol defines.
    package static let allCases: [CharacteristicUnit] = [.celsius, .percentage, .arcdegrees, .lux, .seconds]

    /// Whether the protocol defines it.
    package var isKnown: Bool { Self.allCases.contains(self) }

    package var description: String { rawValue }
}
