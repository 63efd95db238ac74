import COpenSSL

/// Multiplication modulo an odd number without division, of numbers that are kept in a form of their own.
final class Montgomery {
    private let pointer: OpaquePointer
    /// 1 in this form.
    let one: BigNumber

    /// `nil` if the modulus is even, or memory runs out.
    init?(modulus: BigNumber, in context: BigNumber.Context) {
        guard let pointer = BN_MONT_CTX_new() else { return nil }
        guard BN_MONT_CTX_set(pointer, modulus.pointer, context.pointer) == 1, let number = BigNumber([1]),
            let one = BigNumber(), BN_to_montgomery(one.pointer, number.pointer, pointer, context.pointer) == 1
        else {
            BN_MONT_CTX_free(pointer)
            return nil
        }
        self.pointer = pointer
        self.one = one
    }

    deinit {
        BN_MONT_CTX_free(pointer)
    }

    /// The form of a number below the modulus.
    func form(of number: BigNumber, in context: BigNumber.Context) -> BigNumber? {
        guard let form = BigNumber(),
            BN_to_montgomery(form.pointer, number.pointer, pointer, context.pointer) == 1
        else { return nil }
        return form
    }

    /// The number of a form.
    func number(of form: BigNumber, in context: BigNumber.Context) -> BigNumber? {
        guard let number = BigNumber(),
            BN_from_montgomery(number.pointer, form.pointer, pointer, context.pointer) == 1
        else { return nil }
        return number
    }

    /// The form of the product of two numbers, from theirs.
    func product(_ left: BigNumber, _ right: BigNumber, in context: BigNumber.Context) -> BigNumber? {
        guard let product = BigNumber(),
            BN_mod_mul_montgomery(product.pointer, left.pointer, right.pointer, pointer, context.pointer) == 1
        else { return nil }
        return product
    }
}
