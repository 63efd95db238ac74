/// A JSON value that keeps the received form: the order of members, repeated keys, the spelling of numbers.
///
/// Two values are equal if they have the same members in the same order, the same bytes in their strings (no Unicode
/// normalization) and the same spelling of their numbers; ``means(_:)`` compares their meaning instead.
package enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSON])
    case object(JSONObject)

    package static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}

extension JSON {
    /// The text of a string.
    package var stringValue: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The value of `true` and `false`; numbers are not converted.
    package var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The number with its spelling.
    package var numberValue: JSONNumber? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    /// The value of a whole number in range, however it is spelled.
    package var int64Value: Int64? { numberValue?.int64 }

    /// The value of a whole number in range, however it is spelled.
    package var uint64Value: UInt64? { numberValue?.uint64 }

    /// The number rounded to the nearest double.
    package var doubleValue: Double? { numberValue?.double }

    /// The elements of an array.
    package var arrayValue: [JSON]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members of an object.
    package var objectValue: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }

    /// Whether this is `null`.
    package var isNull: Bool { self == .null }

    /// The kind of the value, for messages: `a string`, `null`.
    package var kindName: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The first member with this key; `nil` if this is not an object or has no such member.
    package subscript(key: String) -> JSON? { objectValue?[key] }

    /// The element at this index; `nil` if this is not an array or is too short.
    package subscript(index: Int) -> JSON? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// Whether both have the same meaning: the order of members and the spelling of numbers are ignored.
    ///
    /// Of repeated keys only the first counts, as in ``subscript(_:)``.
    package func means(_ other: JSON) -> Bool {
        switch (self, other) {
        case (.number(let left), .number(let right)):
            return left.hasSameValue(as: right)
        case (.array(let left), .array(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { $0.means($1) }
        case (.object(let left), .object(let right)):
            let (left, right) = (left.firstMembers, right.firstMembers)
            return left.count == right.count
                && left.allSatisfy { key, value in right[key].map { value.means($0) } ?? false }
        default:
            return self == other
        }
    }

    /// A number, or a boolean value as one: `true` and 1 are the same value of a characteristic with the format bool (HAP-WRITE-026).
    package var amount: Double? { boolValue.map { $0 ? 1 : 0 } ?? doubleValue }
}

// No nil literal: in `condition ? nil : json` it would silently mean `.null`.
extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
    package init(floatLiteral value: Double) { self = JSONNumber(value).map(JSON.number) ?? .null }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }

    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(JSONObject(members: elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
    }

    /// A whole number.
    package init(_ value: some FixedWidthInteger) { self = .number(JSONNumber(value)) }
}

extension String {
    /// Whether both have the same UTF-8 bytes; `==` also treats differently composed characters as equal.
    func hasSameBytes(as other: String) -> Bool {
        // Lookups compare many names, most of which differ in length.
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
