import Measurement

/// The messages that arrived before, with what each was answered, so that a repetition has no second effect
/// (RFC 7252 4.5). It holds a limited number; the oldest are dropped.
struct MessageMemory<Peer: Hashable & Sendable>: Sendable {
    struct Key: Hashable, Sendable {
        let peer: Peer
        let id: UInt16
    }

    private struct Entry {
        var answer: [UInt8]?
        let until: Moment
    }

    private let capacity: Int
    private let lifetime: Duration
    private var entries: [Key: Entry] = [:]
    /// The keys from the oldest to the newest.
    private var order: [Key] = []

    init(_ timing: CoAPTiming) {
        capacity = timing.remembered
        lifetime = timing.exchangeLifetime
    }

    /// Notes a message.
    ///
    /// - Returns: whether it is new.
    mutating func note(_ key: Key, now: Moment) -> Bool {
        if let known = entries[key], known.until > now { return false }
        if entries.updateValue(Entry(until: now.advanced(by: lifetime)), forKey: key) != nil {
            order.removeAll { $0 == key }
        }
        order.append(key)
        if order.count > capacity { entries[order.removeFirst()] = nil }
        return true
    }

    /// Keeps what a message was answered.
    mutating func answer(_ key: Key, _ bytes: [UInt8]) { entries[key]?.answer = bytes }

    /// What a message was answered; `nil` if it is unknown or has no answer yet.
    func answer(_ key: Key) -> [UInt8]? { entries[key]?.answer }
}
