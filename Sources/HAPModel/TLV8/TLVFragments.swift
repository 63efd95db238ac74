/// The fragments of TLV8 bytes as sent, not joined.
package struct TLVFragments: Sendable {
    /// One header with the bytes after it.
    package struct Fragment: Sendable {
        package var type: TLVType
        package var length: Int
    }

    package private(set) var all: [Fragment] = []
    /// How many items are truncated in their header or value.
    package let cutItems: Int
    /// How many fragments shorter than 255 bytes are followed by another fragment of their type.
    package let shortFragments: Int
    /// How many empty fragments follow one of 255 bytes.
    package let emptyFragments: Int

    package init(_ bytes: [UInt8]) {
        var index = 0
        while index + 1 < bytes.count {
            let length = min(Int(bytes[index + 1]), bytes.count - index - 2)
            all.append(Fragment(type: TLVType(rawValue: bytes[index]), length: length))
            index += 2 + length
        }
        let kinds = TLV8(decoding: bytes).deviations.map(\.kind)
        cutItems = kinds.count { $0 == .truncatedHeader || $0 == .truncatedValue }
        shortFragments = kinds.count { $0 == .shortFragment }
        emptyFragments = kinds.count { $0 == .emptyFragment }
    }

    /// Lengths of the fragments of each item, by name.
    package var lengths: JSON {
        var lengths: [String: [JSON]] = [:]
        for fragment in all { lengths[fragment.type.name, default: []].append(JSON(fragment.length)) }
        let members = lengths.sorted { $0.key < $1.key }
        return .object(
            JSONObject(members: members.map { .init(key: $0.key, value: .array(Array($0.value.prefix(64)))) })
        )
    }
}
