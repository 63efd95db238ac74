import COpenSSL

/// A natural number of any size; its memory is zeroed when it is freed.
///
/// Operations return `nil` when memory runs out, so that they chain with `?`.
final class BigNumber {
    let pointer: OpaquePointer

    private init?(_ pointer: OpaquePointer?) {
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    /// Zero, as the target of a result.
    convenience init?() {
        self.init(BN_new())
    }

    /// The number of these bytes, most significant first.
    convenience init?(_ bytes: [UInt8]) {
        self.init(BN_bin2bn(bytes, Int32(clamping: bytes.count), nil))
    }

    /// The number of the secret; exponentiation with it takes constant time.
    convenience init?(secret: SecretBytes) {
        self.init(
            secret.withBuffer { BN_bin2bn($0.baseAddress, Int32(clamping: $0.count), nil) }
        )
    }

    /// The 3072-bit prime of RFC 3526, which is RFC 5054's 3072-bit modulus.
    static func prime3072() -> BigNumber? {
        BigNumber(BN_get_rfc3526_prime_3072(nil))
    }

    deinit {
        BN_clear_free(pointer)
    }

    var isZero: Bool { BN_is_zero(pointer) == 1 }
    var isOdd: Bool { BN_is_odd(pointer) == 1 }
    var bitCount: Int { Int(BN_num_bits(pointer)) }

    /// The bytes, most significant first, padded with leading zeros to `count`; the number must fit.
    func bytes(count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return BN_bn2binpad(pointer, &bytes, Int32(clamping: count)) < 0 ? nil : bytes
    }

    /// The bytes as a secret.
    func secretBytes(count: Int) -> SecretBytes? {
        var fits = false
        let secret = SecretBytes(count: count) {
            fits = BN_bn2binpad(pointer, $0, Int32(clamping: count)) >= 0
        }
        return fits ? secret : nil
    }

    func isLess(than other: BigNumber) -> Bool {
        BN_cmp(pointer, other.pointer) < 0
    }

    /// `self + other`.
    func adding(_ other: BigNumber) -> BigNumber? {
        guard let sum = BigNumber(), BN_add(sum.pointer, pointer, other.pointer) == 1 else { return nil }
        return sum
    }

    /// `self × other`.
    func multiplied(by other: BigNumber, in context: Context) -> BigNumber? {
        guard let product = BigNumber(), BN_mul(product.pointer, pointer, other.pointer, context.pointer) == 1 else {
            return nil
        }
        return product
    }

    /// `self mod modulus`.
    func reduced(by modulus: BigNumber, in context: Context) -> BigNumber? {
        guard let rest = BigNumber(), BN_nnmod(rest.pointer, pointer, modulus.pointer, context.pointer) == 1 else {
            return nil
        }
        return rest
    }

    /// `self - other mod modulus`.
    func subtracting(_ other: BigNumber, modulo modulus: BigNumber, in context: Context) -> BigNumber? {
        guard let rest = BigNumber(),
            BN_mod_sub(rest.pointer, pointer, other.pointer, modulus.pointer, context.pointer) == 1
        else { return nil }
        return rest
    }

    /// `self ^ exponent mod modulus` in constant time; the modulus must be odd.
    func power(_ exponent: BigNumber, modulo modulus: BigNumber, in context: Context) -> BigNumber? {
        BN_set_flags(exponent.pointer, BN_FLG_CONSTTIME)
        guard let power = BigNumber(),
            BN_mod_exp(power.pointer, pointer, exponent.pointer, modulus.pointer, context.pointer) == 1
        else { return nil }
        return power
    }

    /// Memory for intermediate results; one for each computation, because it is not thread-safe.
    final class Context {
        let pointer: OpaquePointer

        init?() {
            guard let pointer = BN_CTX_new() else { return nil }
            self.pointer = pointer
        }

        deinit {
            BN_CTX_free(pointer)
        }
    }
}
