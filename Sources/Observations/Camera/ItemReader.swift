import HAPModel
import SuiteLanguage

/// Reads nested TLV8 items, and notes what does not fit the tables of the specification.
struct ItemReader {
    /// What does not fit, in words.
    private(set) var flaws: [String] = []

    /// The items of a characteristic's value; none if it is not base64.
    mutating func items(ofValue value: JSON?) -> TLV8 {
        guard let bytes = value?.stringValue.flatMap(Base64.decode) else {
            flaws.append("the value is not base64")
            return TLV8()
        }
        return items(bytes, "the value")
    }

    /// The items within bytes. Items of one type without another one between them are a flaw, and are read as controllers do: only what
    /// follows 255 bytes belongs to the same item.
    ///
    /// - Parameter place: what the bytes are, for messages.
    mutating func items(_ bytes: [UInt8], _ place: String) -> TLV8 {
        let items = TLV8(decoding: bytes)
        if let first = items.deviations.first(where: { $0.kind == .shortFragment }) {
            flaws.append("\(place): items of one type without a separator from byte \(first.offset) on")
        }
        flaws += items.deviations.filter { $0.kind != .shortFragment }.map { "\(place): \($0)" }
        return items.isWellFormed ? items : TLV8(separating: bytes)
    }

    /// The items of this type, each with its own items. Items of one type need another one between them.
    mutating func groups(_ type: UInt8, in items: TLV8, _ place: String) -> [TLV8] {
        let found = items.items.filter { $0.type == type }
        if found.isEmpty { flaws.append("no \(place)") }
        return found.enumerated().map { self.items($1.value, found.count > 1 ? "\(place) \($0 + 1)" : place) }
    }

    /// The first item of this type with its own items; `nil` if there is none.
    mutating func group(_ type: UInt8, in items: TLV8, _ place: String) -> TLV8? {
        guard let value = items[type] else {
            flaws.append("no \(place)")
            return nil
        }
        return self.items(value, place)
    }

    /// The numbers of all items of this type.
    ///
    /// - Parameters:
    ///   - lengths: how many bytes a number may have.
    ///   - isNeeded: whether there must be one.
    mutating func numbers(
        _ type: UInt8,
        in items: TLV8,
        bytes lengths: ClosedRange<Int> = 1...1,
        isNeeded: Bool = true,
        _ place: String
    ) -> [UInt64] {
        let found = items.items.filter { $0.type == type }
        if found.isEmpty, isNeeded { flaws.append("no \(place)") }
        return found.map { item in
            if !lengths.contains(item.value.count) {
                flaws.append("\(place) has \(Spoken.count(item.value.count, "byte"))")
            }
            // No number of the tables is longer.
            return item.value.prefix(4).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    var flawList: JSON { .array(flaws.prefix(8).map { .string($0) }) }
}
