/// The range of a numeric format.
package struct NumericFormat: Sendable {
    private let format: CharacteristicFormat?

    package init(_ format: CharacteristicFormat?) {
        self.format = format
    }

    /// Whether its values are whole numbers.
    package var isWhole: Bool {
        switch format {
        case .uint8, .uint16, .uint32, .uint64, .int: true
        default: false
        }
    }

    /// Whether the format can represent the number; always true for formats that are not numeric.
    package func holds(_ number: JSONNumber) -> Bool {
        switch format {
        case .uint8: number.uint64.map { $0 <= 0xff } ?? false
        case .uint16: number.uint64.map { $0 <= 0xffff } ?? false
        case .uint32: number.uint64.map { $0 <= 0xffff_ffff } ?? false
        case .uint64: number.uint64 != nil
        case .int: number.int64.map { (-2_147_483_648...2_147_483_647).contains($0) } ?? false
        default: true
        }
    }
}
