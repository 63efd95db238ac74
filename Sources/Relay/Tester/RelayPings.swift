package import Measurement

/// The pings that are on their way, and the last round trip.
package struct RelayPings: Sendable {
    /// More than so many are not on their way at the same time.
    private static let limit = 256

    private var sent: [UInt32: Moment] = [:]
    private var number: UInt32 = 0
    /// The last measured round trip.
    package private(set) var last: Duration?

    package init() {}

    /// Whether the oldest ping that is not answered has been sent, and when.
    package var oldest: Moment? { sent.values.min() }

    /// - Returns: the number of a new ping; `nil` if too many are on their way.
    package mutating func send(at moment: Moment) -> UInt32? {
        guard sent.count < Self.limit else { return nil }
        number &+= 1
        sent[number] = moment
        return number
    }

    /// Takes an answer; one without a ping is ignored.
    package mutating func answered(_ number: UInt32, at moment: Moment) {
        guard let start = sent.removeValue(forKey: number) else { return }
        last = start.duration(to: moment)
    }
}
