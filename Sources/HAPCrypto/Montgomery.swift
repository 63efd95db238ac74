import COpenSSL

/// Multiplication modulo an odd number without division, on numbers in Montgomery form.
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

    /// Converts a number below the modulus to this form.
    func form(of number: BigNumber, in context: BigNumber.Context) -> BigNumber? {
        guard let form = BigNumber(),
            BN_to_montgomery(form.pointer, number.pointer, pointer, context.pointer) == 1
        else { return nil }
        return form
    }

    /// Converts a number from this form.
    func number(of form: BigNumber, in context: BigNumber.Context) -> BigNumber? {
        guard let number = BigNumber(),
            BN_from_montgomery(number.pointer, form.pointer, pointer, context.pointer) == 1
        else { return nil }
        return number
    }

    /// The product of two numbers, all in this form.
    func product(_ left: BigNumber, _ right: BigNumber, in context: BigNumber.Context) -> BigNumber? {
        guard let product = BigNumber(),
            BN_mod_mul_montgomery(product.pointer, left.pointer, right.pointer, pointer, context.pointer) == 1
        else { return nil }
        return product
    }
}
