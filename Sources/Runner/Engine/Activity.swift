import Measurement

/// When a tester sent something on any connection, for the last minutes.
struct Activity {
    /// In their order, two within ``grain`` at most.
    private var moments: [Moment] = []

    private static let grain = Duration.milliseconds(50)
    /// Enough for ten minutes, the longest wait of a case.
    private static let limit = 24_000

    /// The last messages, each with its connection.
    private var recent: [(at: Moment, connection: String)] = []
    private static let mostRecent = 2000

    /// Adds a message on a connection.
    mutating func add(_ moment: Moment, on connection: String) {
        add(moment)
        recent.append((moment, connection))
        if recent.count > 2 * Self.mostRecent { recent.removeFirst(Self.mostRecent) }
    }

    /// Whether something was sent on another connection after the first moment, until the second.
    func isBusy(apartFrom connection: String, after start: Moment, until end: Moment) -> Bool {
        recent.contains { start < $0.at && $0.at <= end && $0.connection != connection }
    }

    /// The last of them.
    var last: Moment? { moments.last }

    /// Adds the moment of a message. Connections may report theirs out of order.
    mutating func add(_ moment: Moment) {
        var index = moments.endIndex
        while index > 0, moments[index - 1] > moment { index -= 1 }
        // Of a burst, the first and the last message are enough.
        if index > 1, moments[index - 2].duration(to: moment) < Self.grain {
            moments[index - 1] = moment
        } else {
            moments.insert(moment, at: index)
        }
        if moments.count > 2 * Self.limit { moments.removeFirst(Self.limit) }
    }

    /// How long nothing was sent before this moment.
    func silence(before moment: Moment) -> Duration {
        guard let last = moments.last(where: { $0 <= moment }) else { return .zero }
        return last.duration(to: moment)
    }
}
