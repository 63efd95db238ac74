import HAPModel
import Measurement

/// A lock's log of operations, as Lock Management returns it (HAP R1 8.55, 8.56).
struct OperationLog: Sendable {
    private struct Entry {
        var accessor: [UInt8]
        var seconds: UInt64
    }

    private static let limit = 12
    private static let lockAction: [UInt8] = [0x02]

    private var entries: [Entry] = []
    /// Seconds since 1970 at the clock's origin, after a controller has set the time.
    private var origin: Int64 = 0

    mutating func setTime(_ seconds: UInt64, now: Moment) {
        origin = Int64(clamping: seconds) - now.nanoseconds / 1_000_000_000
    }

    mutating func record(accessor: [UInt8], now: Moment) {
        let seconds = origin + now.nanoseconds / 1_000_000_000
        entries.append(Entry(accessor: accessor, seconds: UInt64(clamping: seconds)))
        if entries.count > Self.limit { entries.removeFirst() }
    }

    mutating func clear() { entries = [] }

    /// The log as TLV8: entries of accessor, time and action, separated by an empty item.
    var value: JSON {
        var items: [TLV8.Item] = []
        for entry in entries {
            if !items.isEmpty { items.append(TLV8.Item(type: 0x05, value: [])) }
            items.append(TLV8.Item(type: 0x01, value: entry.accessor))
            items.append(TLV8.Item(type: 0x02, value: Self.littleEndian(entry.seconds)))
            items.append(TLV8.Item(type: 0x03, value: Self.lockAction))
        }
        return .string(Base64.encode(TLV8(items: items).encoded()))
    }

    private static func littleEndian(_ value: UInt64) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
