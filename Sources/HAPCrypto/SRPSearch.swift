/// The controller's numbers for consecutive exponents: a, a + 1, a + 2 and so on.
///
/// One number in 256 begins with a zero byte. To find one, this search does not draw a new exponent each time: A for
/// a + 1 is A·g, and S = (B - k·v)^a · ((B - k·v)^x)^u shares all but its last power with the previous one; that
/// power's base never changes.
package struct SRPSearch {
    /// The current exponent.
    package private(set) var exponent: SRPExponent
    /// Its A.
    package private(set) var controllerKey: [UInt8]

    private let group: SRPGroup
    private let arithmetic: SRPGroup.Arithmetic
    private let privateKey: SRPPrivateKey
    private let accessoryKey: [UInt8]
    private var a: BigNumber
    private var key: BigNumber
    private var parts: Parts?

    /// The parts of S for the current exponent.
    private struct Parts {
        /// B - k·v.
        var base: BigNumber
        /// Its power of a.
        var power: BigNumber
        /// Its power of x; every exponent needs another power of it.
        var raised: FixedBase
    }

    /// Starts with an exponent; `nil` only when memory runs out.
    package init?(from exponent: SRPExponent, accessoryKey: [UInt8], privateKey: SRPPrivateKey, group: SRPGroup) {
        guard let arithmetic = SRPGroup.Arithmetic(group), let a = BigNumber(secret: exponent.secret),
            let key = arithmetic.powerOfGenerator(a), let bytes = key.bytes(count: group.length)
        else { return nil }
        self.exponent = exponent
        self.group = group
        self.arithmetic = arithmetic
        self.privateKey = privateKey
        self.accessoryKey = accessoryKey
        self.a = a
        self.key = key
        controllerKey = bytes
    }

    /// Advances to the next exponent.
    ///
    /// - Returns: `false` if the exponent has become too long.
    package mutating func advance() -> Bool {
        guard let one = BigNumber([1]), let next = a.adding(one),
            let bytes = next.secretBytes(count: exponent.secret.count),
            let key = arithmetic.product(key, arithmetic.generator), let keyBytes = key.bytes(count: group.length)
        else { return false }
        if let known = parts {
            guard let power = arithmetic.product(known.power, known.base) else { return false }
            parts?.power = power
        }
        (a, self.key, controllerKey, exponent) = (next, key, keyBytes, SRPExponent(bytes))
        return true
    }

    /// S for this exponent and the u of its A, at most 64 bytes.
    package mutating func secret(scramble: [UInt8]) -> SRPPremasterSecret? {
        if parts == nil { parts = makeParts() }
        guard let parts, let u = BigNumber(scramble), let blinded = parts.raised.power(u, arithmetic),
            let secret = arithmetic.product(parts.power, blinded)?.secretBytes(count: group.length)
        else { return nil }
        return SRPPremasterSecret(secret)
    }

    private func makeParts() -> Parts? {
        guard let b = arithmetic.reduced(accessoryKey), let x = BigNumber(secret: privateKey.secret),
            let verifier = arithmetic.powerOfGenerator(x),
            let blind = arithmetic.product(arithmetic.multiplier, verifier),
            let base = b.subtracting(blind, modulo: arithmetic.modulus, in: arithmetic.context),
            let power = arithmetic.power(base, a),
            let raised = arithmetic.power(base, x).flatMap({ FixedBase($0, arithmetic) })
        else { return nil }
        return Parts(base: base, power: power, raised: raised)
    }
}
