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

    /// The value with the beginning and the digest of every text above 256 KiB instead of the text: equal texts stay equal, and others stay
    /// different. The bytes of a message, of which 64 KiB are kept, are shorter.
    package var withoutLongTexts: JSON {
        switch self {
        case .string(let text):
            return hasLongTexts ? .string(Self.shortened(text)) : self
        case .array(let elements):
            return hasLongTexts ? .array(elements.map(\.withoutLongTexts)) : self
        case .object(var object):
            guard hasLongTexts else { return self }
            for index in object.members.indices {
                object.members[index].value = object.members[index].value.withoutLongTexts
            }
            return .object(object)
        case .null, .bool, .number:
            return self
        }
    }

    private var hasLongTexts: Bool {
        switch self {
        case .string(let text): text.utf8.count > 256 << 10
        case .array(let elements): elements.contains(where: \.hasLongTexts)
        case .object(let object): object.members.contains { $0.value.hasLongTexts }
        case .null, .bool, .number: false
        }
    }

    private static func shortened(_ text: String) -> String {
        let bytes = Array(text.utf8)
        // One character can have any number of bytes.
        let start = String(decoding: bytes.prefix(1000), as: UTF8.self)
        return "\(start)… (\(bytes.count) bytes, digest \(ContentDigest.text(bytes)))"
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
