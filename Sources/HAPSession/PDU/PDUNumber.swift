/// Little-endian numbers.
enum PDUNumber {
    static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// A number in the smallest number of bytes, at least `count`.
    static func bytes(_ number: UInt64, atLeast count: Int) -> [UInt8] {
        let all = bytes(number)
        let needed = (all.lastIndex { $0 != 0 } ?? 0) + 1
        return Array(all.prefix(max(count, needed)))
    }

    /// The number of at most 8 bytes.
    static func value(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The number of at most 8 bytes, in two's complement.
    static func signedValue(_ bytes: ArraySlice<UInt8>) -> Int64 {
        let unused = 64 - 8 * min(bytes.count, 8)
        guard unused < 64 else { return 0 }
        return Int64(bitPattern: value(bytes) << UInt64(unused)) >> Int64(unused)
    }
}
