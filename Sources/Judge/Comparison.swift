import HAPModel
import SuiteLanguage

/// The operators of the vocabulary. They are defined for all values.
enum Comparison {
    /// Whether `left operator right` holds.
    ///
    /// - Parameters:
    /// - left: `nil` if the field is missing.
    /// - tolerance: the difference at which two numbers are still equal; `nil` for none.
    static func holds(
        _ left: JSON?,
        _ comparison: Test.Operator,
        _ right: JSON,
        within tolerance: Double? = nil
    ) -> Bool {
        switch comparison {
        case .equals: return same(left, right, tolerance)
        case .differs: return !same(left, right, tolerance)
        case .oneOf: return (right.arrayValue ?? [right]).contains { same(left, $0, tolerance) }
        case .noneOf: return !(right.arrayValue ?? [right]).contains { same(left, $0, tolerance) }
        case .present:
            guard let wanted = right.boolValue else { return false }
            return (left.map { !$0.isNull } ?? false) == wanted
        case .atLeast: return limit(left, right).map { !$0.isLess(than: $1) } ?? false
        case .atMost:
            if let rate = right.stringValue.flatMap({ Rate(suite: $0) }) { return keeps(left, rate) }
            return limit(left, right).map { !$1.isLess(than: $0) } ?? false
        case .matches:
            guard let text = left?.stringValue, let pattern = right.stringValue else { return false }
            return Patterns.matches(text, pattern)
        case .length:
            guard let wanted = right.int64Value else { return false }
            let count = left?.arrayValue?.count ?? left?.stringValue?.count ?? left?.objectValue?.members.count
            return count.map { Int64($0) == wanted } ?? false
        case .includes: return includes(left, right)
        case .excludes: return excludes(left, right)
        case .kind:
            return (right.arrayValue ?? [right]).contains { $0.stringValue.map(kinds(of: left).contains) ?? false }
        case .unique:
            guard let elements = left?.arrayValue, let wanted = right.boolValue else { return false }
            return (Set(elements.map(canonical)).count == elements.count) == wanted
        }
    }

    /// A missing field equals null.
    private static func same(_ left: JSON?, _ right: JSON, _ tolerance: Double?) -> Bool {
        guard let left else { return right.isNull }
        if let tolerance, let seen = left.doubleValue, let wanted = right.doubleValue {
            return (seen - wanted).magnitude <= tolerance
        }
        return ValueGenerator.same(left, right)
    }

    /// Two numbers to compare: an observed number, and a limit that may be a time such as `2s`, in milliseconds.
    private static func limit(_ left: JSON?, _ right: JSON) -> (JSONNumber, JSONNumber)? {
        guard let seen = left.flatMap(number) else { return nil }
        let time = right.stringValue.flatMap { Duration(suite: $0) }.map { JSONNumber($0.wholeMilliseconds) }
        return (time ?? number(right)).map { (seen, $0) }
    }

    /// A number; the journal keeps large ones as text.
    private static func number(_ value: JSON) -> JSONNumber? {
        value.numberValue ?? value.stringValue.flatMap { JSONNumber(spelling: $0) }
    }

    private static func keeps(_ times: JSON?, _ rate: Rate) -> Bool {
        guard let times = times?.arrayValue else { return false }
        let milliseconds = times.compactMap(\.doubleValue)
        return milliseconds.count == times.count && rate.holds(milliseconds)
    }

    /// Whether the whole includes the part, or each of several parts.
    private static func includes(_ whole: JSON?, _ part: JSON) -> Bool {
        if let wanted = part.arrayValue { return !wanted.isEmpty && wanted.allSatisfy { includes(whole, $0) } }
        switch whole {
        case .array(let elements): return elements.contains { ValueGenerator.same($0, part) }
        case .string(let text): return part.stringValue.map(text.contains) ?? false
        case .object(let object): return part.stringValue.map { object[$0] != nil } ?? false
        default: return false
        }
    }

    /// Whether the whole is present and includes neither the part nor any of several parts.
    private static func excludes(_ whole: JSON?, _ part: JSON) -> Bool {
        switch whole {
        case .array, .string, .object: return !(part.arrayValue ?? [part]).contains { includes(whole, $0) }
        default: return false
        }
    }

    private static func kinds(of value: JSON?) -> [String] {
        switch value {
        case nil: return ["absent"]
        case .null: return ["null"]
        case .bool: return ["bool"]
        case .number(let number): return number.isIntegerSpelling ? ["integer", "number"] : ["number"]
        case .string(let text):
            guard let number = JSONNumber(spelling: text), number.isIntegerSpelling, abs(number.double) >= 0x1p53 else {
                return ["string"]
            }
            // The journal keeps large numbers as text.
            return ["string", "integer", "number"]
        case .array: return ["array"]
        case .object: return ["object"]
        }
    }

    /// The value in a form that is equal for values with the same meaning.
    private static func canonical(_ value: JSON) -> JSON {
        switch value {
        case .number(let number):
            if let whole = number.uint64 { return .number(JSONNumber(whole)) }
            if let whole = number.int64 { return .number(JSONNumber(whole)) }
            return JSONNumber(number.double).map(JSON.number) ?? value
        case .array(let elements): return .array(elements.map(canonical))
        default: return value
        }
    }
}
