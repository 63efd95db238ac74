import HAPCrypto
import HAPModel

/// The items of a message before encoding, by the names that points use.
struct MessageDraft {
    private struct Field {
        var name: String
        var type: TLVType
        /// One value, or none if the item is absent; two only if it was duplicated.
        var values: [[UInt8]]
        /// Whether the value already passed its own point, so that only `sent` remains.
        var isMade: Bool
    }

    private var fields: [Field] = []
    private var tail: [UInt8] = []

    /// Appends an item; `nil` is absent unless an alteration creates it.
    mutating func add(_ name: String, _ type: TLVType, _ value: [UInt8]?) {
        fields.append(Field(name: name, type: type, values: value.map { [$0] } ?? [], isMade: false))
    }

    /// Appends an item whose value was altered before other values were computed from it.
    mutating func add(_ name: String, _ type: TLVType, made value: MadeValue) {
        fields.append(Field(name: name, type: type, values: value.sent, isMade: true))
    }

    /// Appends an item whose value was altered under another name, like those inside EncryptedData.
    mutating func add(_ name: String, _ type: TLVType, from value: MadeValue) {
        fields.append(Field(name: name, type: type, values: value.sent, isMade: false))
    }

    /// Appends encoded items.
    mutating func add(encoded bytes: [UInt8]) {
        tail += bytes
    }

    /// The encoded message after all alterations: of fields, of their order, of the whole.
    ///
    /// `extra` is an empty part that alterations of `<stage>.extra` fill and `<stage>.order` can move.
    /// A part in `order` may be a slice, `A[0..<100]`: a separate item with these bytes of the value.
    ///
    /// - Returns: `nil` if an alteration drops the message.
    func encoded(_ stage: String, fragmentLength: Int, with alterer: inout Alterer) -> [UInt8]? {
        var parts: [(name: String, type: TLVType?, values: [[UInt8]])] = []
        for field in fields {
            let point = field.isMade ? "\(stage).sent.\(field.name)" : "\(stage).\(field.name)"
            parts.append((field.name, field.type, alterer.field(point, field.values)))
        }
        parts.append(("entries", nil, [tail]))
        parts.append(("extra", nil, [alterer.bytes("\(stage).extra", [])]))
        var bytes: [UInt8] = []
        for name in alterer.order("\(stage).order", parts.map(\.name)) {
            let slice = PartSlice(name)
            guard let part = parts.first(where: { $0.name == slice.name }) else { continue }
            for value in part.values.map(slice.bytes) {
                guard let type = part.type else {
                    bytes += value
                    continue
                }
                bytes += Self.item(type, value, fragmentLength: fragmentLength)
            }
        }
        let whole = alterer.field(stage, bytes)
        return whole.isEmpty ? nil : whole.flatMap(\.self)
    }

    private static func item(_ type: TLVType, _ value: [UInt8], fragmentLength: Int) -> [UInt8] {
        guard fragmentLength < 255, value.count > fragmentLength else {
            return TLV8(items: [TLV8.Item(type, value)]).encoded()
        }
        return stride(from: 0, to: value.count, by: fragmentLength).flatMap { start in
            TLV8(items: [TLV8.Item(type, Array(value[start..<min(start + fragmentLength, value.count)]))]).encoded()
        }
    }
}

/// A part's name in an order, `A` or `A[0..<100]`.
private struct PartSlice {
    let name: String
    private let range: Range<Int>?

    init(_ text: String) {
        let pieces = text.split(separator: "[", maxSplits: 1)
        guard pieces.count == 2, text.hasSuffix("]") else {
            (name, range) = (text, nil)
            return
        }
        let bounds = pieces[1].dropLast().split(separator: "..<").map { Int($0) }
        guard bounds.count == 2, let low = bounds[0], let high = bounds[1], 0 <= low, low <= high else {
            (name, range) = (text, nil)
            return
        }
        (name, range) = (String(pieces[0]), low..<high)
    }

    func bytes(_ value: [UInt8]) -> [UInt8] {
        guard let range else { return value }
        return Array(value[range.clamped(to: 0..<value.count)])
    }
}
