import HAPModel

/// What an instance uses of the accessory, as far as other instances could notice it.
///
/// Only instances that wait have one: it costs more to carry the others out together than one after the other. It also
/// needs a case that the accessory's other sessions do not see: one that uses the tester's pairing, adds no other
/// controllers, and leaves nothing behind.
struct Footprint {
    /// The characteristics whose values or events it sees. One to which it only subscribes, to be sent nothing else, is none of
    /// them.
    private let seen: Set<CharacteristicID>
    /// The characteristics that it writes, and those of linked services that may follow.
    private let written: Set<CharacteristicID>
    /// Whether it also sees the values or events of all other characteristics.
    private let seesAll: Bool
    /// The sessions that it opens.
    let sessions: Int
    /// How long it waits, if what must come comes at once.
    let seconds: Double
    /// How long it may wait.
    let longestSeconds: Double
    let isByUser: Bool
    private let transport: String

    /// How long it keeps characteristics from other instances.
    var weight: Double { seconds * Double(max(1, seen.union(written).count)) }

    /// The shortest wait, in seconds, of instances that have a footprint.
    fileprivate static let shortestWait = 1.0

    /// - Parameter steps: the steps of the case that count.
    /// - Returns: `nil` if the instance must be carried out alone.
    init?(
        _ instance: Instance,
        of item: Case,
        _ steps: ArraySlice<Step>,
        _ vocabulary: Vocabulary,
        _ linked: LinkedStates
    ) {
        guard item.waitsUnnoticed, instance.others.isEmpty else { return nil }
        let (writes, sees) = (steps.writes(vocabulary), steps.seenNames)
        written = linked.followers(of: Set(instance.characteristics.filter { writes.contains($0.key) }.values))
        seen = Set(instance.characteristics.filter { sees.contains($0.key) }.values)
        seesAll = steps.contains(where: \.seesAll)
        sessions = steps.reduce(into: Set<String>()) { $0.formUnion($1.connections) }.count
        longestSeconds = item.state.seconds
        seconds = max(0.1, item.likelySeconds)
        isByUser = instance.isByUser
        transport = instance.transport
    }

    /// Whether one of the two could notice what the other does. Only instances over one transport are carried out together.
    func disturbs(_ other: Footprint) -> Bool {
        transport != other.transport || notices(other) || other.notices(self)
    }

    private func notices(_ other: Footprint) -> Bool {
        seesAll && !other.written.isEmpty || !seen.union(written).isDisjoint(with: other.written)
    }
}

extension Case {
    /// How long an instance waits, in seconds, if the events that it expects come at once.
    package var likelySeconds: Double {
        guard case .procedure(let steps) = body else { return state.seconds }
        return max(0, state.seconds - steps.reduce(0) { $0 + $1.secondsUntilEvents })
    }

    /// Whether an instance of the case waits, and no other session of the accessory notices it.
    var waitsUnnoticed: Bool {
        guard case .procedure(let steps) = body else { return false }
        let leavesNothing =
            state.needs == .paired && state.tries == 0 && state.pairings == 0 && state.resetBy == nil
            && !state.mayStrand && !restarts
        return leavesNothing && state.seconds >= Footprint.shortestWait && connections.isEmpty
            && steps.allSatisfy(\.isUnnoticed)
    }
}

extension ArraySlice<Step> {
    /// The names of the characteristics whose values or events the steps see.
    fileprivate var seenNames: Set<String> {
        let hearsAll = contains(where: \.hearsAll)
        return reduce(into: []) { $0.formUnion($1.seenNames(hearsAll: hearsAll)) }
    }
}

extension Step {
    /// The verbs whose requests concern no session but their own. Malformed ones may bring a broken accessory down; instances
    /// that do not pass then run again, alone. `close` is none of them: what a closed session leaves behind may go to the next
    /// one, which another instance opens.
    private static let unnoticedVerbs: Set = [
        "read", "write", "timed-write", "subscribe", "unsubscribe", "own-changes", "database", "request", "send",
        "query",
    ]
    private static let subscribing: Set = ["subscribe", "unsubscribe"]

    /// Whether other sessions notice nothing of the step but changed values.
    fileprivate var isUnnoticed: Bool {
        // Each `new` is one more session.
        guard connection != "new" else { return false }
        switch action {
        case .call(let verb, _):
            return Self.unnoticedVerbs.contains(verb)
        case .repeat(_, true, _, _): return false
        case .after, .together, .repeat, .anyOf, .log, .expect: return inner.allSatisfy(\.isUnnoticed)
        }
    }

    /// The connections that the step uses; an empty name stands for the main one.
    fileprivate var connections: Set<String> {
        let own: Set<String> =
            switch action {
            // A question over multicast DNS needs no connection.
            case .call("query", _): []
            case .call, .log: [connection ?? ""]
            case .after, .together, .repeat, .anyOf, .expect: []
            }
        return inner.reduce(into: own) { $0.formUnion($1.connections) }
    }

    /// Whether it listens for the events of all characteristics to which a connection is subscribed.
    fileprivate var hearsAll: Bool {
        if case .log(let log) = action, log.of.isEmpty { return true }
        return inner.contains(where: \.hearsAll)
    }

    /// The names of the characteristics whose values or events it sees.
    fileprivate func seenNames(hearsAll: Bool) -> Set<String> {
        let own: Set<String> =
            switch action {
            case .call(let verb, let arguments):
                Self.subscribing.contains(verb) && !hearsAll ? [] : Argument.map(arguments).references
            case .log(let log): Argument.list(log.of).references
            case .after, .together, .repeat, .anyOf, .expect: []
            }
        return inner.reduce(into: own) { $0.formUnion($1.seenNames(hearsAll: hearsAll)) }
    }

    /// Whether it sees the values or events of all characteristics of a kind. A read of which only the outcome counts sees none.
    fileprivate var seesAll: Bool {
        if case .call("read", _) = action, name == nil,
            expectations.allSatisfy({ ($0.terms + $0.tolerates).allSatisfy { $0.predicate == "outcome" } })
        {
            return false
        }
        if case .call = action { return namesAll }
        return inner.contains(where: \.seesAll)
    }

    /// The seconds for which it listens only until the events that it expects have come.
    fileprivate var secondsUntilEvents: Double {
        let own: Double =
            if case .log(let log) = action, log.limit != nil, let duration = log.duration {
                Double(max(.zero, duration - log.quiet).wholeMilliseconds) / 1000
            } else {
                0
            }
        let parts = inner.map(\.secondsUntilEvents)
        if case .together = action { return parts.max() ?? 0 }
        return own + parts.reduce(0, +)
    }
}
