extension FixedWidthInteger {
    /// The value's bytes, least significant first.
    package var littleEndianBytes: [UInt8] {
        (0..<(Self.bitWidth / 8)).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
    }
}

extension Collection<UInt8> {
    /// The bytes without leading zeros.
    package var withoutLeadingZeros: [UInt8] { Array(drop { $0 == 0 }) }

    /// The number without leading zeros, then padded to `count` bytes; longer numbers are unchanged.
    package func padded(to count: Int) -> [UInt8] {
        let number = withoutLeadingZeros
        return [UInt8](repeating: 0, count: Swift.max(0, count - number.count)) + number
    }
}
