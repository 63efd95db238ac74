import HAPModel

/// What an instance uses of the accessory, as far as other instances could notice it.
///
/// Only instances that wait have one: it costs more to carry the others out together than one after the other. It also
/// needs a case that the accessory's other sessions do not see: one that uses the tester's pairing, adds no other
/// controllers, and leaves nothing behind.
struct Footprint {
    /// The characteristics that it reads, or whose events it receives.
    private let read: Set<CharacteristicID>
    private let written: Set<CharacteristicID>
    /// Whether it also reads all other characteristics.
    private let readsAll: Bool
    /// The sessions that it opens.
    let sessions: Int
    /// How long it waits.
    let seconds: Double
    let isByUser: Bool
    private let transport: String

    /// The shortest wait, in seconds, of instances that have a footprint.
    fileprivate static let shortestWait = 2.0

    /// - Returns: `nil` if the instance must be carried out alone.
    init?(_ instance: Instance, of item: Case, _ vocabulary: Vocabulary) {
        guard case .procedure(let steps) = item.body, item.waitsUnnoticed, instance.others.isEmpty else { return nil }
        let writes = item.writes(vocabulary)
        written = Set(instance.characteristics.filter { writes.contains($0.key) }.values)
        read = Set(instance.characteristics.values)
        readsAll = item.namesAll
        sessions = steps.reduce(into: Set<String>()) { $0.formUnion($1.connections) }.count
        seconds = item.state.seconds
        isByUser = instance.isByUser
        transport = instance.transport
    }

    /// Whether one of the two could notice what the other does. Only instances over one transport and by one controller are
    /// carried out together.
    func disturbs(_ other: Footprint) -> Bool {
        transport != other.transport || isByUser != other.isByUser || notices(other) || other.notices(self)
    }

    private func notices(_ other: Footprint) -> Bool {
        readsAll ? !other.written.isEmpty : !read.isDisjoint(with: other.written)
    }
}

extension Case {
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

extension Step {
    /// The verbs whose requests concern no session but their own. Malformed ones may bring a broken accessory down; instances that
    /// do not pass then run again, alone.
    private static let unnoticedVerbs: Set = [
        "read", "write", "timed-write", "subscribe", "unsubscribe", "database", "request", "send", "close",
    ]

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
            case .call, .log: [connection ?? ""]
            case .after, .together, .repeat, .anyOf, .expect: []
            }
        return inner.reduce(into: own) { $0.formUnion($1.connections) }
    }
}
