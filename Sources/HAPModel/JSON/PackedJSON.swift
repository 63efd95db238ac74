/// A JSON value in one piece of memory, for values that are kept for long and seldom read.
///
/// A ``JSON`` takes 40 bytes for each member, and a block of memory for each object, each list and each text of more than 15
/// bytes. Packed, most values take less than a third of that. Unpacking gives an equal value. Values are equal exactly
/// if their packed bytes are: like ``JSON``, which compares the bytes of texts and not how they look.
package struct PackedJSON: Sendable, Hashable {
    /// What a value begins with; the rest of this number is the value itself, or the length of what follows.
    fileprivate enum Tag: UInt64 {
        /// 0 is `null`, 1 `false` and 2 `true`.
        case word
        /// A whole number between ±2^59 in its shortest spelling; twice the number, or for a negative one the complement of that.
        case whole
        /// The bytes of any other number's spelling.
        case spelling
        /// The bytes of a text.
        case text
        /// The bytes that a text of lower-case hexadecimal digits stands for.
        case hex
        /// The number of bytes of what follows, and the elements of a list.
        case array
        /// The number of bytes of what follows, and the keys and values of an object. A key is the number of its bytes, and the bytes.
        case object
    }

    /// In place of the number of bytes of a longer list or object: a reader passes over its elements.
    fileprivate static let long = UInt8.max

    private let bytes: [UInt8]

    package init(_ json: JSON) {
        var writer = Writer()
        writer.add(json)
        bytes = writer.fitting
    }

    /// The value.
    package var json: JSON {
        var reader = Reader(bytes)
        return reader.value()
    }

    /// The first member with this key, without the others; `nil` if this is not an object or has no such member.
    package subscript(key: String) -> JSON? {
        var reader = Reader(bytes)
        return reader.member(key.utf8Span.span)
    }
}

extension PackedJSON: PathReadable {
    package func value(at path: Substring) -> JSON? {
        var reader = Reader(bytes)
        return reader.value(at: path)
    }
}

extension PackedJSON {
    private struct Writer {
        private var bytes: [UInt8] = []

        init() { bytes.reserveCapacity(1024) }

        /// The bytes in no more memory than they need: an array that grew has twice as much.
        var fitting: [UInt8] {
            var fitting: [UInt8] = []
            fitting.reserveCapacity(bytes.count)
            fitting += bytes
            return fitting
        }

        mutating func add(_ json: JSON) {
            switch json {
            case .null: add(.word, 0)
            case .bool(let value): add(.word, value ? 2 : 1)
            case .number(let number): add(number.spelling)
            case .string(let text):
                if !addHexadecimal(text) {
                    add(.text, UInt64(text.utf8.count))
                    bytes += text.utf8
                }
            case .array(let elements):
                add(.array, UInt64(elements.count))
                let start = begin()
                for element in elements { add(element) }
                end(start)
            case .object(let object):
                add(.object, UInt64(object.members.count))
                let start = begin()
                for member in object.members {
                    add(UInt64(member.key.utf8.count))
                    bytes += member.key.utf8
                    add(member.value)
                }
                end(start)
            }
        }

        /// - Returns: where the elements begin, after the byte that tells how many bytes they take.
        private mutating func begin() -> Int {
            bytes.append(PackedJSON.long)
            return bytes.count
        }

        private mutating func end(_ start: Int) {
            let count = bytes.count - start
            if count < PackedJSON.long { bytes[start - 1] = UInt8(count) }
        }

        private mutating func add(_ spelling: String) {
            if let value = Int64(spelling), value.magnitude < 1 << 59, String(value) == spelling {
                add(.whole, UInt64(bitPattern: value << 1 ^ value >> 63))
            } else {
                add(.spelling, UInt64(spelling.utf8.count))
                bytes += spelling.utf8
            }
        }

        /// - Returns: whether the text has an even number of lower-case hexadecimal digits; otherwise nothing is added.
        private mutating func addHexadecimal(_ text: String) -> Bool {
            let digits = text.utf8Span.span
            guard !digits.isEmpty, digits.count.isMultiple(of: 2), Self.isHexadecimal(digits) else { return false }
            add(.hex, UInt64(digits.count / 2))
            for index in stride(from: 0, to: digits.count, by: 2) {
                bytes.append(Self.value(of: digits[index]) << 4 | Self.value(of: digits[index + 1]))
            }
            return true
        }

        private static func isHexadecimal(_ digits: Span<UInt8>) -> Bool {
            for index in digits.indices {
                let digit = digits[index]
                guard digit &- UInt8(ascii: "0") < 10 || digit &- UInt8(ascii: "a") < 6 else { return false }
            }
            return true
        }

        /// The value of a lower-case digit, without a branch: which digits follow each other cannot be predicted. Only letters have
        /// bit 6.
        private static func value(of digit: UInt8) -> UInt8 { digit & 15 &+ digit >> 6 &* 9 }

        private mutating func add(_ tag: Tag, _ value: UInt64) { add(value << 3 | tag.rawValue) }

        /// Adds a number by groups of seven bits, the lowest first; the highest bit of a byte says that another one follows.
        private mutating func add(_ number: UInt64) {
            var rest = number
            while rest > 0x7f {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }
    }

    /// Reads what a ``Writer`` wrote. Most values are only passed over, so a piece is its place among the bytes.
    private struct Reader {
        private let bytes: [UInt8]
        private var index = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func value() -> JSON {
            let (tag, value) = head()
            switch tag {
            case .word: return value == 0 ? .null : .bool(value == 2)
            case .whole: return JSON(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
            case .spelling: return .number(JSONNumber(checked: text(Int(value))))
            case .text: return .string(text(Int(value)))
            case .hex: return .string(Hex.encode(bytes[piece(Int(value))]))
            case .array:
                index += 1
                var elements: [JSON] = []
                elements.reserveCapacity(Int(value))
                for _ in 0..<value { elements.append(self.value()) }
                return .array(elements)
            case .object:
                index += 1
                var object = JSONObject()
                object.members.reserveCapacity(Int(value))
                for _ in 0..<value {
                    let key = text(Int(number()))
                    object.members.append(.init(key: key, value: self.value()))
                }
                return .object(object)
            }
        }

        /// The value at the path, without what stands beside it.
        mutating func value(at path: Substring) -> JSON? {
            if path.isEmpty { return value() }
            let (tag, count) = head()
            switch tag {
            case .object:
                index += 1
                return member(at: path, among: count)
            case .array:
                let position = JSONPosition(path)
                guard let place = position.index(among: Int(count)) else { return nil }
                index += 1
                for _ in 0..<place { skip() }
                return value(at: position.rest)
            case .word, .whole, .spelling, .text, .hex: return nil
            }
        }

        /// The value at the path, which begins with the key of one of the members: the longest key that leads to a value counts, and
        /// the first one of those that are equal.
        private mutating func member(at path: Substring, among count: UInt64) -> JSON? {
            let whole = path.utf8Span.span
            var keys: [(count: Int, end: Int)] = []
            for _ in 0..<count {
                let key = piece(Int(number()))
                if begins(whole, with: key) {
                    if key.count == whole.count { return value() }
                    // Before a dot.
                    if whole[key.count] == UInt8(ascii: "."), !keys.contains(where: { $0.count == key.count }) {
                        keys.append((key.count, index))
                    }
                }
                skip()
            }
            if keys.count > 1 { keys.sort { $0.count > $1.count } }
            for key in keys {
                index = key.end
                if let found = value(at: Substring(path.utf8.dropFirst(key.count + 1))) { return found }
            }
            return nil
        }

        mutating func member(_ key: Span<UInt8>) -> JSON? {
            let (tag, count) = head()
            guard tag == .object else { return nil }
            index += 1
            for _ in 0..<count {
                let own = piece(Int(number()))
                if own.count == key.count, begins(key, with: own) { return value() }
                skip()
            }
            return nil
        }

        private func begins(_ text: Span<UInt8>, with piece: Range<Int>) -> Bool {
            guard piece.count <= text.count else { return false }
            for index in 0..<piece.count where bytes[piece.lowerBound + index] != text[index] { return false }
            return true
        }

        private mutating func skip() {
            let (tag, value) = head()
            switch tag {
            case .word, .whole: break
            case .spelling, .text, .hex: index += Int(value)
            case .array:
                if passOver() { return }
                for _ in 0..<value { skip() }
            case .object:
                if passOver() { return }
                for _ in 0..<value {
                    index += Int(number())
                    skip()
                }
            }
        }

        /// - Returns: whether the elements are behind; otherwise they are too long, and the first one is next.
        private mutating func passOver() -> Bool {
            let count = bytes[index]
            index += 1
            guard count < PackedJSON.long else { return false }
            index += Int(count)
            return true
        }

        private mutating func head() -> (tag: Tag, value: UInt64) {
            let head = number()
            return (Tag(rawValue: head & 7) ?? .word, head >> 3)
        }

        /// Most numbers have one byte.
        @inline(__always) private mutating func number() -> UInt64 {
            let first = bytes[index]
            guard first > 0x7f else {
                index += 1
                return UInt64(first)
            }
            return longNumber()
        }

        private mutating func longNumber() -> UInt64 {
            var (number, shift): (UInt64, UInt64) = (0, 0)
            while true {
                let byte = bytes[index]
                index += 1
                number |= UInt64(byte & 0x7f) << shift
                if byte < 0x80 { return number }
                shift += 7
            }
        }

        private mutating func text(_ count: Int) -> String { String(decoding: bytes[piece(count)], as: UTF8.self) }

        private mutating func piece(_ count: Int) -> Range<Int> {
            defer { index += count }
            return index..<index + count
        }
    }
}
