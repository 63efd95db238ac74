import HAPModel
import Measurement

/// What has happened at an accessory until a request, and the part of the request that is being carried out.
///
/// A defect that acts only at one time or in one place depends on it; see ``DefectOccasion``.
package struct Circumstances: Sendable {
    /// How many requests have arrived, the current one included.
    var requests = 0
    /// When the first of them arrived.
    var began: Moment?
    /// How long after that the current one arrived.
    var elapsed = Duration.zero
    /// Whether the accessory refused the request before the current one, or one of its entries.
    var followsRefusal = false
    /// Whether it refuses the current one.
    var isRefused = false
    /// The place of the current entry in its request, counted from 0.
    var entry: Int?
    /// How many entries the request has.
    var entries = 0
    /// The value that the entry writes.
    var value: JSON?

    /// When the current request arrived; `nil` before the first one.
    var now: Moment? { began?.advanced(by: elapsed) }

    /// Another request arrives.
    mutating func begin(now: Moment) {
        requests += 1
        if began == nil { began = now }
        elapsed = began.map { $0.duration(to: now) } ?? .zero
        followsRefusal = isRefused
        isRefused = false
        leaveEntries()
    }

    /// The next entry of the request.
    mutating func enter(_ entry: Int, of entries: Int, value: JSON? = nil) {
        self.entry = entry
        self.entries = entries
        self.value = value
    }

    /// All entries of the request are done.
    mutating func leaveEntries() {
        entry = nil
        entries = 0
        value = nil
    }
}

/// How the session of a request is related to others.
package struct SessionStanding: Sendable {
    /// Its number, counted from 1 over all sessions of the accessory.
    var number = 0
    /// Whether another session was open when it began.
    var hadCompany = false
    /// Whether an earlier session of its controller has ended.
    var isReturn = false
    /// Whether its controller is another than that of the first session.
    var isOfAnother = false
    /// Whether it is the newest of several open sessions.
    var isNewest = false
}
