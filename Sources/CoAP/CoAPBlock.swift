/// A block of a body that does not fit into one message (RFC 7959 2.2).
package struct CoAPBlock: Hashable, Sendable {
    /// The position of the block, in blocks of this size; at most 2^20 - 1.
    package var number: Int
    /// Whether further blocks follow.
    package var isMore: Bool
    /// The bytes of a block as a power of two: 0 for 16 bytes, up to 6 for 1024.
    package var sizeExponent: Int

    package init(number: Int, isMore: Bool, sizeExponent: Int = CoAPBlock.largest) {
        self.number = number
        self.isMore = isMore
        self.sizeExponent = sizeExponent
    }

    /// - Returns: `nil` if the value is longer than three bytes or has the reserved size 7.
    package init?(_ option: CoAPOption) {
        guard option.value.count <= 3, let integer = option.integer, integer & 7 != 7 else { return nil }
        self.init(number: Int(integer >> 4), isMore: integer & 8 != 0, sizeExponent: Int(integer & 7))
    }

    /// The exponent of 1024 bytes.
    package static let largest = 6

    /// The bytes of a block.
    package var size: Int { 16 << sizeExponent }

    /// The position of the block's first byte.
    package var offset: Int { number * size }

    /// The value of a Block1 or Block2 option.
    package func option(_ number: CoAPOption.Number) -> CoAPOption {
        CoAPOption(number, integer: UInt32(clamping: self.number) << 4 | (isMore ? 8 : 0) | UInt32(sizeExponent & 7))
    }
}
