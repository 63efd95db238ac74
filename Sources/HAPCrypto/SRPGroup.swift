/// The agreed numbers of SRP-6a: modulus N, generator g, multiplier k.
package struct SRPGroup: Sendable, Hashable {
    /// N, most significant byte first.
    package let modulus: [UInt8]
    /// g, most significant byte first, without leading zeros.
    package let generator: [UInt8]
    /// k = H(N | g padded to N's length), unless given explicitly.
    package let multiplier: [UInt8]

    /// The length of a number below N in bytes.
    package var length: Int { modulus.count }

    /// HAP's group: RFC 5054's 3072-bit modulus and g = 5.
    package static let hap = SRPGroup(
        uncheckedModulus: BigNumber.prime3072()?.bytes(count: 384) ?? [],
        generator: [5],
        multiplier: nil
    )

    /// Another group; `nil` if N is even, shorter than 128 bits or longer than 8192, or if g is not below N.
    package init?(modulus: [UInt8], generator: [UInt8], multiplier: [UInt8]? = nil) {
        guard let number = BigNumber(modulus), let base = BigNumber(generator),
            number.isOdd, (128...8192).contains(number.bitCount), base.isLess(than: number)
        else { return nil }
        self.init(uncheckedModulus: modulus.withoutLeadingZeros, generator: generator, multiplier: multiplier)
    }

    private init(uncheckedModulus modulus: [UInt8], generator: [UInt8], multiplier: [UInt8]?) {
        self.modulus = modulus
        self.generator = generator.withoutLeadingZeros
        self.multiplier = multiplier ?? SHA512.hash(modulus, generator.padded(to: modulus.count))
    }

    /// Whether the number is 0 modulo N, which is invalid for a public key.
    package func isZero(_ number: [UInt8]) -> Bool {
        guard let arithmetic = Arithmetic(self) else { return true }
        return arithmetic.reduced(number)?.isZero ?? true
    }

    /// Whether the number is below N.
    package func isBelowModulus(_ number: [UInt8]) -> Bool {
        guard let arithmetic = Arithmetic(self), let number = BigNumber(number) else { return false }
        return number.isLess(than: arithmetic.modulus)
    }
}

extension SRPGroup {
    /// The group's numbers prepared for one computation.
    struct Arithmetic {
        let modulus: BigNumber
        let generator: BigNumber
        let multiplier: BigNumber
        let context: BigNumber.Context
        let montgomery: Montgomery
        private let isHAP: Bool

        /// The powers of HAP's generator; every pairing needs four.
        private static let powersOfHAP = Arithmetic(.hap).flatMap { FixedBase($0.generator, $0) }

        init?(_ group: SRPGroup) {
            guard let modulus = BigNumber(group.modulus), let generator = BigNumber(group.generator),
                let multiplier = BigNumber(group.multiplier), let context = BigNumber.Context(),
                let montgomery = Montgomery(modulus: modulus, in: context)
            else { return nil }
            isHAP = group.modulus == SRPGroup.hap.modulus && group.generator == SRPGroup.hap.generator
            self.modulus = modulus
            self.generator = generator
            self.multiplier = multiplier
            self.context = context
            self.montgomery = montgomery
        }

        func reduced(_ bytes: [UInt8]) -> BigNumber? {
            BigNumber(bytes)?.reduced(by: modulus, in: context)
        }

        func power(_ base: BigNumber, _ exponent: BigNumber) -> BigNumber? {
            base.power(exponent, modulo: modulus, in: context)
        }

        /// `g ^ exponent mod N`.
        func powerOfGenerator(_ exponent: BigNumber) -> BigNumber? {
            (isHAP ? Self.powersOfHAP?.power(exponent, self) : nil) ?? power(generator, exponent)
        }

        /// `left × right mod N`.
        func product(_ left: BigNumber, _ right: BigNumber) -> BigNumber? {
            left.multiplied(by: right, in: context)?.reduced(by: modulus, in: context)
        }
    }
}
