/// A JSON number with its spelling, so that `1`, `1.0` and `1e0` stay distinct.
///
/// Two numbers are equal if their spelling is equal; ``hasSameValue(as:)`` compares their values.
package struct JSONNumber: Sendable, Hashable {
    /// The characters as received.
    package let spelling: String

    /// For spellings that the parser has validated.
    init(checked spelling: String) {
        self.spelling = spelling
    }

    package init(_ value: some FixedWidthInteger) {
        spelling = String(value)
    }

    /// The shortest spelling that converts back to exactly this double; a whole number has no fraction.
    ///
    /// - Returns: `nil` for infinities and NaN, which JSON cannot express.
    package init?(_ value: Double) {
        guard value.isFinite else { return nil }
        if let whole = Int64(exactly: value), whole.magnitude < 1 << 53, !(value == 0 && value.sign == .minus) {
            spelling = String(whole)
        } else {
            spelling = value.description
        }
    }

    /// - Returns: `nil` unless the text is a number in the grammar of RFC 8259.
    package init?(spelling: String) {
        let bytes = Array(spelling.utf8)
        guard JSONNumber.end(in: bytes, from: 0) == bytes.count else { return nil }
        self.spelling = spelling
    }

    /// Whether it is spelled with neither fraction nor exponent.
    package var isIntegerSpelling: Bool {
        spelling.utf8.allSatisfy { $0 == 0x2d || (0x30...0x39).contains($0) }
    }

    /// The value, if it is whole and in range; `1.0` and `1e2` are whole.
    package var uint64: UInt64? {
        if let value = UInt64(spelling) { return value }
        let decimal = decimal
        guard let magnitude = decimal.wholeMagnitude, !decimal.isNegative || magnitude == 0 else { return nil }
        return magnitude
    }

    /// The value, if it is whole and in range; `1.0` and `1e2` are whole.
    package var int64: Int64? {
        if let value = Int64(spelling) { return value }
        let decimal = decimal
        guard let magnitude = decimal.wholeMagnitude else { return nil }
        if !decimal.isNegative { return Int64(exactly: magnitude) }
        return magnitude == Int64.min.magnitude ? .min : Int64(exactly: magnitude).map { -$0 }
    }

    /// The nearest double; an infinity for numbers beyond its range.
    package var double: Double {
        Double(spelling) ?? .nan
    }

    /// The end of the number that begins at `start`; `nil` if no number begins there.
    static func end(in bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        func skipDigits() -> Bool {
            let first = index
            while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
            return index > first
        }
        if index < bytes.count, bytes[index] == 0x2d { index += 1 }
        if index < bytes.count, bytes[index] == 0x30 {
            index += 1
        } else if !skipDigits() {
            return nil
        }
        if index < bytes.count, bytes[index] == 0x2e {
            index += 1
            guard skipDigits() else { return nil }
        }
        if index < bytes.count, bytes[index] | 0x20 == 0x65 {
            index += 1
            if index < bytes.count, bytes[index] == 0x2b || bytes[index] == 0x2d { index += 1 }
            guard skipDigits() else { return nil }
        }
        return index
    }
}

extension JSONNumber: CustomStringConvertible {
    package var description: String { spelling }
}
