import HAPController
import HAPModel
import HAPSession

/// How long the answer to a read is, known from one that had all characteristics in it.
struct AnswerSizes {
    /// The bytes of each entry.
    private let entries: [(id: CharacteristicID, length: Int)]
    /// The bytes between two entries.
    private let separator: Int
    /// The bytes of the body around the entries.
    private let frame: Int
    /// The bytes of the header block, without the digits of the length of the body.
    private let head: Int

    /// More entries, and more bytes between two, are of no use.
    private static let most = (entries: 500, separator: 64)

    /// - Parameter answer: the successful answer to a read of several characteristics; `nil` if its entries are not in one list.
    init?(_ answer: Answer) {
        let body = answer.message.body.bytes
        let spans = Self.objects(in: body)
        let ids = answer.entries.compactMap(\.id)
        guard answer.isAccepted, (3...Self.most.entries).contains(ids.count), spans.count == ids.count,
            Set(ids).count == ids.count,
            let first = spans.first, let last = spans.last
        else { return nil }
        entries = zip(ids, spans).map { ($0, $1.count) }
        separator = spans[1].lowerBound - first.upperBound
        guard separator <= Self.most.separator else { return nil }
        frame = first.lowerBound + answer.message.sentLength - last.upperBound
        head = answer.message.headLength - Self.digits(body.count)
    }

    /// The characteristics whose answer has about so many bytes, with what it should have; `nil` if no choice of them has.
    ///
    /// - Parameter withHead: whether the header block counts.
    func choice(for size: Int, withHead: Bool) -> (ids: [CharacteristicID], size: Int)? {
        let around = frame - separator + (withHead ? head + Self.digits(size) : 0)
        // How each sum of lengths is reached: by which entry, after the ones before it.
        let limit = size - around + 2
        guard limit > 0 else { return nil }
        var last: [Int?] = Array(repeating: nil, count: limit + 1)
        last[0] = -1
        for (index, entry) in entries.enumerated() {
            let length = entry.length + separator
            guard length <= limit else { continue }
            for sum in stride(from: limit, through: length, by: -1) where last[sum] == nil && last[sum - length] != nil
            {
                last[sum] = index
            }
        }
        for sum in [limit - 2, limit - 3, limit - 1, limit - 4, limit] where sum > 0 && last[sum] != nil {
            var (rest, ids): (Int, [CharacteristicID]) = (sum, [])
            while rest > 0, let index = last[rest], index >= 0 {
                ids.append(entries[index].id)
                rest -= entries[index].length + separator
            }
            return (ids.reversed(), sum + around)
        }
        return nil
    }

    private static func digits(_ number: Int) -> Int { String(number).count }

    /// Where the objects inside the first list of a JSON text are.
    private static func objects(in text: [UInt8]) -> [Range<Int>] {
        var spans: [Range<Int>] = []
        var (depth, start, isText, isEscaped) = (0, 0, false, false)
        for (index, byte) in text.enumerated() {
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if depth == 2, byte == UInt8(ascii: "{") { start = index }
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 2, byte == UInt8(ascii: "}") { spans.append(start..<index + 1) }
            default: break
            }
        }
        return spans
    }
}
