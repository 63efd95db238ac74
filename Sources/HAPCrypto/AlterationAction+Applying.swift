package import HAPModel

extension AlterationAction {
    /// The number of bytes that `random` and `zero` create for an absent field.
    private static let lengthOfNothing = 32

    /// Changes the values of one field: usually one, none if the field is absent.
    package func apply(to values: inout [[UInt8]], random: any RandomSource) {
        switch self {
        case .drop:
            values = []
        case .duplicate:
            values += values.suffix(1)
        default:
            values = values.isEmpty ? madeFromNothing(random).map { [$0] } ?? [] : values.map { altered($0, random) }
        }
    }

    /// The new value of an absent field; `nil` if it stays absent.
    private func madeFromNothing(_ random: any RandomSource) -> [UInt8]? {
        switch self {
        case .set, .random, .zero, .text, .empty, .append, .prepend: altered([], random)
        case .flipBit, .truncate, .reverse, .drop, .duplicate, .order: nil
        }
    }

    private func altered(_ value: [UInt8], _ random: any RandomSource) -> [UInt8] {
        let count = value.isEmpty ? Self.lengthOfNothing : value.count
        return switch self {
        case .set(let bytes): bytes
        case .random: random.bytes(count)
        case .zero: [UInt8](repeating: 0, count: count)
        case .flipBit(let bit): value.flippingBit(bit)
        case .empty: []
        case .truncate(let count): Array(value.prefix(max(0, count)))
        case .append(let bytes): value + bytes
        case .prepend(let bytes): bytes + value
        case .reverse: value.reversed()
        case .text(let text): Array(text.utf8)
        case .drop, .duplicate, .order: value
        }
    }
}

extension [UInt8] {
    /// The bytes with one bit inverted, counted from the least significant of the first byte, modulo their length.
    package func flippingBit(_ bit: Int) -> [UInt8] {
        guard !isEmpty else { return self }
        let bits = count * 8
        let place = ((bit % bits) + bits) % bits
        var flipped = self
        flipped[place / 8] ^= 1 << UInt8(place % 8)
        return flipped
    }
}
