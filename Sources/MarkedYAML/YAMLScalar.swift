/// The meaning of a scalar in the YAML 1.2 core schema.
package enum YAMLScalar: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A whole number, in decimal digits with an optional minus.
    case integer(String)
    /// A number with a fraction or an exponent, in JSON notation.
    case float(String)
    case string(String)

    init(plain text: String) {
        switch text {
        case "", "~", "null", "Null", "NULL": self = .null
        case "true", "True", "TRUE": self = .bool(true)
        case "false", "False", "FALSE": self = .bool(false)
        default: self = Self.number(text) ?? .string(text)
        }
    }

    private static func number(_ text: String) -> YAMLScalar? {
        let isNegative = text.hasPrefix("-")
        let rest = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
        let sign = isNegative ? "-" : ""
        if text.hasPrefix("0x") || text.hasPrefix("0o") {
            return UInt64(text.dropFirst(2), radix: text.hasPrefix("0x") ? 16 : 8).map { .integer("\($0)") }
        }
        if isDigits(rest) { return .integer(sign + withoutZeros(rest)) }
        let parts = rest.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let mantissa = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard mantissa.contains(where: isDigits), mantissa.allSatisfy({ $0.isEmpty || isDigits($0) }) else {
            return nil
        }
        var spelling = sign + withoutZeros(mantissa[0])
        if mantissa.count == 2, !mantissa[1].isEmpty { spelling += "." + mantissa[1] }
        if parts.count == 2 {
            let digits = parts[1].hasPrefix("-") || parts[1].hasPrefix("+") ? parts[1].dropFirst() : parts[1]
            guard isDigits(digits) else { return nil }
            spelling += "e" + parts[1]
        }
        return .float(spelling)
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The digits in JSON notation: without leading zeros, and with a digit before the decimal point.
    private static func withoutZeros(_ digits: Substring) -> String {
        let rest = digits.drop { $0 == "0" }
        return rest.isEmpty ? "0" : String(rest)
    }
}
