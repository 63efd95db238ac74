package import HAPModel

extension JSON {
    /// The value with every whole number beyond 2^53 as text, because many readers of JSON lose its low digits.
    package var withoutLargeIntegers: JSON { replaced(\.spelledOut) ?? self }

    /// The value with the beginning and the digest of every text above 256 KiB instead of the text: equal texts stay equal, and others stay
    /// different. The bytes of a message, of which 64 KiB are kept, are shorter.
    package var withoutLongTexts: JSON { replaced(\.shortened) ?? self }

    /// The value with what `other` gives for its numbers and texts.
    ///
    /// - Returns: `nil` if that is nothing for all of them: few events have one, and the others are not built again.
    private func replaced(_ other: (JSON) -> JSON?) -> JSON? {
        var isReplaced = false
        switch self {
        case .null, .bool: return nil
        case .number, .string: return other(self)
        case .array(var elements):
            for index in elements.indices {
                guard let element = elements[index].replaced(other) else { continue }
                elements[index] = element
                isReplaced = true
            }
            return isReplaced ? .array(elements) : nil
        case .object(var object):
            for index in object.members.indices {
                guard let value = object.members[index].value.replaced(other) else { continue }
                object.members[index].value = value
                isReplaced = true
            }
            return isReplaced ? .object(object) : nil
        }
    }

    /// A large whole number as text; `nil` for anything else.
    private var spelledOut: JSON? {
        guard case .number(let number) = self, number.isIntegerSpelling,
            number.int64.map({ $0.magnitude > 1 << 53 }) ?? true
        else { return nil }
        return .string(number.spelling)
    }

    /// The beginning and the digest of a long text; `nil` for anything else.
    private var shortened: JSON? {
        guard case .string(let text) = self, text.utf8.count > 256 << 10 else { return nil }
        let bytes = Array(text.utf8)
        // One character can have any number of bytes.
        let start = String(decoding: bytes.prefix(1000), as: UTF8.self)
        return .string("\(start)… (\(bytes.count) bytes, digest \(ContentDigest.text(bytes)))")
    }
}
