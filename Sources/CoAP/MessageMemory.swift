import DequeModule
import Measurement

/// The messages that arrived before, with what each was answered, so that a repetition has no second effect
/// (RFC 7252 4.5). It holds a limited number; the oldest are dropped.
struct MessageMemory<Peer: Hashable & Sendable>: Sendable {
    struct Key: Hashable, Sendable {
        let peer: Peer
        let id: UInt16
    }

    private struct Entry {
        let token: [UInt8]
        var answer: [UInt8]?
        let until: Moment
    }

    private let capacity: Int
    private let lifetime: Duration
    private var entries: [Key: Entry] = [:]
    /// The keys from the oldest to the newest.
    private var order: Deque<Key> = []

    init(_ timing: CoAPTiming) {
        capacity = timing.remembered
        lifetime = timing.exchangeLifetime
    }

    /// Notes a message.
    ///
    /// - Parameter token: of the message. A peer that has taken over the port of another one may use its ids again;
    ///   its tokens are random.
    /// - Returns: whether it is new.
    mutating func note(_ key: Key, token: [UInt8], now: Moment) -> Bool {
        if let known = entries[key], known.until > now, known.token == token { return false }
        if entries.updateValue(Entry(token: token, until: now.advanced(by: lifetime)), forKey: key) != nil {
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
