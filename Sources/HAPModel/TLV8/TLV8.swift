/// TLV8 items as they came, with every way in which they depart from HAP R1 12.1.
///
/// Reading never fails: what is malformed is kept as far as it goes and listed in ``deviations``; how strict to be is the
/// reader's affair. Bytes that were decoded encode to the same bytes again.
package struct TLV8: Sendable, Hashable {
    /// One item, put together from its fragments.
    package struct Item: Sendable, Hashable {
        /// The type, known or not.
        package let type: UInt8
        /// The bytes of all its fragments.
        package let value: [UInt8]
        /// Where the item's first header lies in the encoded bytes.
        package let offset: Int

        package init(type: UInt8, value: [UInt8], offset: Int = 0) {
            self.type = type
            self.value = value
            self.offset = offset
        }
    }

    /// The items in their order.
    package let items: [Item]
    /// What departs from the format, by offset.
    package let deviations: [Deviation]
    private let bytes: [UInt8]

    /// Items in the given order; offsets are counted anew, and values above 255 bytes are sent in fragments.
    ///
    /// Two neighbouring items of one type are kept apart here, but their encoded form reads as fragments of one.
    package init(items: [Item] = []) {
        var placed: [Item] = []
        var bytes: [UInt8] = []
        for item in items {
            placed.append(Item(type: item.type, value: item.value, offset: bytes.count))
            var start = 0
            repeat {
                let fragment = item.value[start..<min(start + 255, item.value.count)]
                bytes += [item.type, UInt8(fragment.count)]
                bytes += fragment
                start += 255
            } while start < item.value.count
        }
        self.items = placed
        self.bytes = bytes
        deviations = []
    }

    /// Reads bytes that somebody sent, whatever they are.
    ///
    /// Neighbouring fragments of one type are joined, also those that should not be (see ``deviations``); the same type
    /// again after another type is an item of its own.
    package init(decoding bytes: [UInt8]) {
        var items: [Item] = []
        var deviations: [Deviation] = []
        var index = 0
        var open: (type: UInt8, value: [UInt8], offset: Int, lastLength: Int, lastOffset: Int)?
        while index < bytes.count {
            guard index + 1 < bytes.count else {
                deviations.append(Deviation(offset: index, kind: .truncatedHeader))
                break
            }
            let (type, length) = (bytes[index], Int(bytes[index + 1]))
            let end = min(index + 2 + length, bytes.count)
            let fragment = bytes[index + 2..<end]
            if let last = open, last.type == type {
                if last.lastLength < 255 {
                    deviations.append(Deviation(offset: last.lastOffset, kind: .shortFragment))
                } else if length == 0 {
                    deviations.append(Deviation(offset: index, kind: .emptyFragment))
                }
                open?.value += fragment
                open?.lastLength = length
                open?.lastOffset = index
            } else {
                if let last = open { items.append(Item(type: last.type, value: last.value, offset: last.offset)) }
                open = (type, Array(fragment), index, length, index)
            }
            if fragment.count < length { deviations.append(Deviation(offset: index, kind: .truncatedValue)) }
            index = end
        }
        if let last = open { items.append(Item(type: last.type, value: last.value, offset: last.offset)) }
        self.items = items
        self.deviations = deviations
        self.bytes = bytes
    }

    /// The bytes: those that were decoded, or the right form of the items that were given.
    package func encoded() -> [UInt8] { bytes }

    /// Whether the bytes follow the format.
    package var isWellFormed: Bool { deviations.isEmpty }
}

extension TLV8 {
    /// The value of the first item of this type.
    package subscript(type: UInt8) -> [UInt8]? { items.first { $0.type == type }?.value }

    /// The value of the first item of this type.
    package subscript(type: TLVType) -> [UInt8]? { self[type.rawValue] }

    /// The first item of this type as a little-endian integer; `nil` if it is absent, empty or wider than 8 bytes.
    package func integer(_ type: UInt8) -> UInt64? {
        guard let value = self[type], (1...8).contains(value.count) else { return nil }
        return value.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The first item of this type as a little-endian integer; `nil` if it is absent, empty or wider than 8 bytes.
    package func integer(_ type: TLVType) -> UInt64? { integer(type.rawValue) }

    /// All items of this type in their order.
    package func items(of type: TLVType) -> [Item] { items.filter { $0.type == type.rawValue } }

    /// The runs of items between items of the separating type, empty runs included; one run if there is none.
    package func runs(separatedBy type: TLVType = .separator) -> [[Item]] {
        items.split(omittingEmptySubsequences: false) { $0.type == type.rawValue }.map(Array.init)
    }
}

extension TLV8.Item {
    package init(_ type: TLVType, _ value: [UInt8]) {
        self.init(type: type.rawValue, value: value)
    }

    /// A string as UTF-8 without a terminator (HAP R1 12.1, table 12-2).
    package init(_ type: TLVType, text: String) {
        self.init(type, Array(text.utf8))
    }

    /// An integer, little endian in the fewest bytes that hold it, at least one (HAP R1 12.1, table 12-2).
    package init(_ type: TLVType, integer: UInt64) {
        var (value, rest): ([UInt8], UInt64) = ([], integer)
        repeat {
            value.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        } while rest > 0
        self.init(type, value)
    }
}
