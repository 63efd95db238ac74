package import HAPModel

extension JSON {
    /// The value with every whole number beyond 2^53 as text, because many readers of JSON lose its low digits.
    package var withoutLargeIntegers: JSON {
        switch self {
        case .number(let number):
            let isSafe = !number.isIntegerSpelling || number.int64.map { $0.magnitude <= 1 << 53 } ?? false
            return isSafe ? self : .string(number.spelling)
        case .array(let elements):
            return .array(elements.map(\.withoutLargeIntegers))
        case .object(var object):
            for index in object.members.indices {
                object.members[index].value = object.members[index].value.withoutLargeIntegers
            }
            return .object(object)
        case .null, .bool, .string:
            return self
        }
    }
}
