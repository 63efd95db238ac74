package import HAPModel

extension ValueGenerator {
    /// Whether the value can be sent as bytes in the characteristic's format.
    ///
    /// A whole number above the limits of its format can: it is sent with as many bytes as it needs, so that the
    /// accessory gets a value of the wrong length.
    package func canBeBytes(_ value: JSON) -> Bool {
        switch (format, value) {
        case (.bool, .bool): true
        case (.bool, .number(let number)): number.uint64.map { $0 <= 255 } ?? false
        case (.float, .number): true
        case (.int, .number(let number)): number.int64 != nil
        case (_, .number(let number)): isInteger && number.uint64 != nil
        case (.string, .string): true
        case (.data, .string(let text)), (.tlv8, .string(let text)): Base64.decode(text) != nil
        default: false
        }
    }
}
