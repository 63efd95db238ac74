package import HAPModel

extension JSON {
    /// The value with every whole number beyond 2^53 as text, because many readers of JSON lose its low digits.
    package var withoutLargeIntegers: JSON {
        switch self {
        case .number(let number):
            return hasLargeIntegers ? .string(number.spelling) : self
        case .array(let elements):
            return hasLargeIntegers ? .array(elements.map(\.withoutLargeIntegers)) : self
        case .object(var object):
            guard hasLargeIntegers else { return self }
            for index in object.members.indices {
                object.members[index].value = object.members[index].value.withoutLargeIntegers
            }
            return .object(object)
        case .null, .bool, .string:
            return self
        }
    }

    /// Whether the value or a part of it is such a number. Few events have one, and the others are not built again.
    private var hasLargeIntegers: Bool {
        switch self {
        case .number(let number):
            number.isIntegerSpelling && number.int64.map { $0.magnitude > 1 << 53 } ?? true
        case .array(let elements): elements.contains(where: \.hasLargeIntegers)
        case .object(let object): object.members.contains { $0.value.hasLargeIntegers }
        case .null, .bool, .string: false
        }
    }
}
