import HAPModel

/// The fragments of TLV8 bytes as they came, none of them joined.
struct TLVFragments {
    /// One header with what follows it.
    struct Fragment {
        var type: TLVType
        var length: Int
    }

    private(set) var all: [Fragment] = []
    /// How many items end too early: inside their header or their value.
    let cutItems: Int
    /// How many fragments of less than 255 bytes another one of their type follows.
    let shortFragments: Int
    /// How many empty fragments follow one of 255 bytes.
    let emptyFragments: Int

    init(_ bytes: [UInt8]) {
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
    var lengths: JSON {
        var lengths: [String: [JSON]] = [:]
        for fragment in all { lengths[fragment.type.name, default: []].append(JSON(fragment.length)) }
        let members = lengths.sorted { $0.key < $1.key }
        return .object(
            JSONObject(members: members.map { .init(key: $0.key, value: .array(Array($0.value.prefix(64)))) })
        )
    }
}
