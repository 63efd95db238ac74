/// Received TLV8 items, with all deviations from HAP R1 12.1.
///
/// Decoding never fails: malformed items are kept as far as possible and listed in ``deviations``; the caller decides
/// how strict to be. Decoded bytes encode to the same bytes again.
package struct TLV8: Sendable, Hashable {
    /// One item, assembled from its fragments.
    package struct Item: Sendable, Hashable {
        /// The type, known or not.
        package let type: UInt8
        /// The bytes of all its fragments.
        package let value: [UInt8]
        /// The offset of the item's first header in the encoded bytes.
        package let offset: Int

        package init(type: UInt8, value: [UInt8], offset: Int = 0) {
            self.type = type
            self.value = value
            self.offset = offset
        }
    }

    /// The items in their order.
    package let items: [Item]
    /// The deviations from the format, by offset.
    package let deviations: [Deviation]
    private let bytes: [UInt8]

    /// Items in the given order; offsets are recomputed, and values above 255 bytes are encoded in fragments.
    ///
    /// Two adjacent items of one type stay separate here, but their encoded form decodes as fragments of one item.
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

    /// Decodes any bytes.
    ///
    /// Adjacent fragments of one type are joined, even if they should not be (see ``deviations``); the same type
    /// after another type begins a new item.
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

    /// Decodes bytes like ``init(decoding:)``, but joins two items of one type only if the first has 255 bytes: for lists whose sender has left
    /// out the separators.
    package init(separating bytes: [UInt8]) {
        var items: [Item] = []
        var rest = bytes[...]
        var isOpen = false
        while let type = rest.popFirst(), let length = rest.popFirst() {
            let fragment = rest.prefix(Int(length))
            rest = rest.dropFirst(fragment.count)
            if isOpen, let last = items.last, last.type == type {
                items[items.count - 1] = Item(type: type, value: last.value + fragment)
            } else {
                items.append(Item(type: type, value: Array(fragment)))
            }
            isOpen = length == 255
        }
        self.init(items: items)
    }

    /// The bytes: the decoded ones, or the correct encoding of the given items.
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

    /// The runs of items between separator items, including empty runs; one run without a separator.
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

    /// An integer, little endian in the smallest number of bytes, at least one (HAP R1 12.1, table 12-2).
    package init(_ type: TLVType, integer: UInt64) {
        var (value, rest): ([UInt8], UInt64) = ([], integer)
        repeat {
            value.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        } while rest > 0
        self.init(type, value)
    }
}
