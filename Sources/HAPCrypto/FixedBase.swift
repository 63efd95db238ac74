/// Fast powers of one base: the contribution of each hexadecimal digit of an exponent is computed once; a power is
/// then a product of 128 numbers instead of 640.
///
/// The memory accesses depend on the exponent, which another process on the same cache could observe. Therefore this
/// is only for the tester and its simulated accessories, whose secrets end with a run.
///
/// The numbers never change after `init`, so concurrent reads are safe.
struct FixedBase: @unchecked Sendable {
    /// The maximum number of digits of an exponent: 512 bits, the length of a SHA-512.
    private static let digits = 128

    /// For each digit, from the last to the first, its 15 possible powers in Montgomery form.
    private let powers: [BigNumber]

    /// `nil` only when memory runs out.
    init?(_ base: BigNumber, _ arithmetic: SRPGroup.Arithmetic) {
        guard var unit = arithmetic.montgomery.form(of: base, in: arithmetic.context) else { return nil }
        var powers: [BigNumber] = []
        for _ in 0..<Self.digits {
            var power = unit
            for _ in 1...15 {
                powers.append(power)
                guard let next = arithmetic.montgomery.product(power, unit, in: arithmetic.context) else { return nil }
                power = next
            }
            unit = power
        }
        self.powers = powers
    }

    /// The base's power; `nil` if the exponent exceeds 512 bits, or memory runs out.
    func power(_ exponent: BigNumber, _ arithmetic: SRPGroup.Arithmetic) -> BigNumber? {
        guard let exponent = exponent.secretBytes(count: Self.digits / 2) else { return nil }
        let product: BigNumber? = exponent.withBuffer { bytes in
            var product = arithmetic.montgomery.one
            for digit in 0..<Self.digits {
                let byte = bytes[bytes.count - 1 - digit / 2]
                let value = Int(digit.isMultiple(of: 2) ? byte & 15 : byte >> 4)
                guard value > 0 else { continue }
                let factor = powers[digit * 15 + value - 1]
                guard let next = arithmetic.montgomery.product(product, factor, in: arithmetic.context) else {
                    return nil
                }
                product = next
            }
            return product
        }
        return product.flatMap { arithmetic.montgomery.number(of: $0, in: arithmetic.context) }
    }
}
