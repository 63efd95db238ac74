/// A decimal number as its significant digits and a power of ten: `d1 d2 d3 … × 10^exponent`, exactly.
struct ExactDecimal {
    var isNegative = false
    /// Digits without zeros at either end; empty for zero.
    var digits: [UInt8] = []
    /// The power of ten of the last digit; it saturates far beyond the numbers in use.
    var exponent = 0

    /// The magnitude, if it is whole and in range.
    var wholeMagnitude: UInt64? {
        if digits.isEmpty { return 0 }
        guard exponent >= 0, digits.count + exponent <= 20 else { return nil }
        var value: UInt64 = 0
        for digit in digits + Array(repeating: 0, count: exponent) {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
            if overflow || carry { return nil }
            value = sum
        }
        return value
    }

    /// The number in units of 10^`last`, where `last` must not exceed its own exponent; `nil` if it is out of range.
    func units(of last: Int) -> Int128? {
        if digits.isEmpty { return 0 }
        guard exponent >= last, digits.count <= 19, exponent - last <= 19 else { return nil }
        var value: Int128 = 0
        for digit in digits { value = value * 10 + Int128(digit) }
        for _ in last..<exponent { value *= 10 }
        return isNegative ? -value : value
    }

    /// -1, 0 or 1, if this magnitude is below, equal to or above the other.
    func compareMagnitude(to other: ExactDecimal) -> Int {
        if digits.isEmpty || other.digits.isEmpty { return (digits.isEmpty ? 0 : 1) - (other.digits.isEmpty ? 0 : 1) }
        let (order, otherOrder) = (digits.count + exponent, other.digits.count + other.exponent)
        if order != otherOrder { return order < otherOrder ? -1 : 1 }
        if digits == other.digits { return 0 }
        return digits.lexicographicallyPrecedes(other.digits) ? -1 : 1
    }
}

extension JSONNumber {
    /// The largest exponent that is distinguished; beyond it, numbers of the same sign are treated as equal.
    private static let exponentLimit = 1_000_000_000

    /// The number's exact value.
    var decimal: ExactDecimal {
        var decimal = ExactDecimal()
        var (inFraction, inExponent, exponentIsNegative) = (false, false, false)
        var written = 0
        for character in spelling.utf8 {
            switch character {
            case 0x2d where inExponent: exponentIsNegative = true
            case 0x2d: decimal.isNegative = true
            case 0x2e: inFraction = true
            case 0x45, 0x65: inExponent = true
            case 0x30...0x39 where inExponent:
                written = min(written * 10 + Int(character - 0x30), Self.exponentLimit)
            case 0x30...0x39:
                if character != 0x30 || !decimal.digits.isEmpty { decimal.digits.append(character - 0x30) }
                if inFraction { decimal.exponent -= 1 }
            default: break
            }
        }
        decimal.exponent += exponentIsNegative ? -written : written
        while decimal.digits.last == 0 {
            decimal.digits.removeLast()
            decimal.exponent += 1
        }
        if decimal.digits.isEmpty { decimal.exponent = 0 }
        return decimal
    }

    /// Whether both have exactly the same value, without conversion to double.
    package func hasSameValue(as other: JSONNumber) -> Bool {
        self == other || compare(to: other) == 0
    }

    /// Whether this value is exactly less than the other.
    package func isLess(than other: JSONNumber) -> Bool {
        compare(to: other) < 0
    }

    /// The exact sum of this number and `count` times `other` × 10^`exponent`, in plain digits.
    ///
    /// - Returns: `nil` if the sum has too many digits.
    package func adding(_ other: JSONNumber, times count: Int64 = 1, exponent: Int = 0) -> JSONNumber? {
        let left = decimal
        var right = other.decimal
        right.exponent += exponent
        let last = min(left.exponent, right.exponent, 0)
        guard last >= -Self.digitsLimit, let left = left.units(of: last), let right = right.units(of: last) else {
            return nil
        }
        let (product, overflow) = right.multipliedReportingOverflow(by: Int128(count))
        let (sum, carry) = left.addingReportingOverflow(product)
        guard !overflow, !carry else { return nil }
        return JSONNumber(spelling: Self.spelled(sum, fractionDigits: -last))
    }

    /// The largest number of fraction digits of a sum.
    private static let digitsLimit = 18

    private static func spelled(_ units: Int128, fractionDigits: Int) -> String {
        var digits = String(units.magnitude)
        let sign = units < 0 ? "-" : ""
        guard fractionDigits > 0 else { return sign + digits }
        if digits.count <= fractionDigits {
            digits = String(repeating: "0", count: fractionDigits + 1 - digits.count) + digits
        }
        let fraction = digits.suffix(fractionDigits).reversed().drop { $0 == "0" }.reversed()
        return sign + digits.dropLast(fractionDigits) + (fraction.isEmpty ? "" : "." + String(fraction))
    }

    private func compare(to other: JSONNumber) -> Int {
        let (left, right) = (decimal, other.decimal)
        let leftSign = left.digits.isEmpty ? 0 : left.isNegative ? -1 : 1
        let rightSign = right.digits.isEmpty ? 0 : right.isNegative ? -1 : 1
        if leftSign != rightSign { return leftSign < rightSign ? -1 : 1 }
        return left.compareMagnitude(to: right) * (leftSign < 0 ? -1 : 1)
    }
}
