import HAPModel
import Measurement
import RunRecord
import SuiteLanguage

/// The events of one instance, indexed for the judge.
struct Evidence {
    let instance: Instance
    private let events: [JournalEvent]
    private var observations: [String: JournalEvent] = [:]
    private var bindings: [JournalEvent] = []
    private var names: [String: JournalEvent] = [:]
    /// The verbs of the steps that were judged so far, by path.
    private var verbs: [String: String] = [:]
    /// The requirements that the accessory violated when the run started, by the verb that relies on them.
    let broken: [String: Verb.Reliance]
    /// Why its values and events prove nothing, because one of its characteristics keeps none; `nil` if they count.
    let fleeting: String?
    /// Whether no request in any session was answered so far in the run.
    let lacksSessions: Bool

    init(instance: Instance, events: [JournalEvent], broken: [String: Verb.Reliance], run: RunFacts) {
        self.instance = instance
        self.events = events
        self.broken = broken
        fleeting = run.fleeting(in: instance)
        lacksSessions = run.lacksSessions(over: instance.transport)
        for event in events {
            switch event.kind {
            case .observation: if let step = event.step { observations[step] = event }
            case .binding: bindings.append(event)
            default: break
            }
        }
    }

    /// Nanoseconds from the start to the end of the instance. Of one that was carried out beside others, only until its last step
    /// ended: what comes after it waited for the others.
    var duration: Int64 {
        guard let first = events.first else { return 0 }
        let isBeside = first.kind == .begin && first["beside"] != nil
        let last = isBeside ? events.last { $0.kind == .observation } : events.last
        return (last ?? first).at.nanoseconds - first.at.nanoseconds
    }

    /// The observation of the step.
    func observation(at path: String) -> JournalEvent? { observations[path] }

    /// The first step before event `sequence` with a write that the accessory does not allow in its current state.
    func stepNotAllowed(before sequence: UInt64) -> String? {
        events.first { $0.kind == .observation && $0.sequence < sequence && $0.isNotAllowedNow }?.step
    }

    /// The rounds of a loop whose body has this path, from 1.
    func iterations(of path: String) -> [Int] {
        (1...1000).prefix { observations["\(path)#\($0)"] != nil }.map { $0 }
    }

    /// The observation of a loop: its own fields and those of its last round.
    func loop(_ loop: JournalEvent, of path: String, rounds: Int) -> JournalEvent {
        guard let last = observations["\(path)#\(rounds)"]?.body.objectValue, let own = loop.body.objectValue else {
            return loop
        }
        var whole = own
        for member in last.members where own[member.key] == nil { whole.members.append(member) }
        var event = loop
        event.body = .object(whole)
        return event
    }

    /// Keeps an observation under the name that the suite gave it.
    mutating func name(_ event: JournalEvent, _ name: String) { names[name] = event }
    func named(_ name: String) -> JournalEvent? { names[name] }

    /// Notes the verb of a step.
    mutating func note(verb: String, at path: String) { verbs[path] = verb }
    /// The requirement that the observation relies on, if the accessory violates it.
    func brokenReliance(of observation: JournalEvent) -> Verb.Reliance? {
        observation.step.flatMap { verbs[$0] }.flatMap { broken[$0] }
    }

    /// Whether a step had a session, and no answer in it.
    func isUnansweredInSession(_ observation: JournalEvent) -> Bool {
        guard observation["answered"]?.boolValue == false else { return false }
        let cited = Set(Self.cited(observation))
        if !cited.isEmpty { return events.contains { cited.contains($0.sequence) && $0.isOfSession } }
        // The accessory had closed the connection before the request was sent.
        return events.last { event in
            event.sequence < observation.sequence && event.kind == .wire && event["kind"] == "closed"
                && event["direction"] == "in"
        }?.isOfSession ?? false
    }

    /// The values of the expectation's names: those of the instance before event `sequence`, and the fields of other
    /// observations with which it compares.
    func scope(of expectation: Expectation, before sequence: UInt64) -> [String: JSON] {
        scope(of: expectation.references, before: sequence)
    }

    /// The same for a condition, which may compare observations, too.
    func scope(of condition: Expectation.Condition, before sequence: UInt64) -> [String: JSON] {
        scope(of: condition.terms.reduce(into: []) { $0.formUnion($1.argument.references) }, before: sequence)
    }

    private func scope(of references: Set<String>, before sequence: UInt64) -> [String: JSON] {
        var scope = scope(before: sequence)
        for reference in references {
            let parts = reference.split(separator: ".", maxSplits: 1).map(String.init)
            guard parts.count == 2, scope[reference] == nil, let other = names[parts[0]] else { continue }
            scope[reference] = other.body.value(at: parts[1])
        }
        return scope
    }

    /// The wire events of the observation, and of those with which the expectation compares it, or which it presumes.
    func cited(by expectation: Expectation, _ observation: JournalEvent) -> [UInt64] {
        let compared = expectation.references.compactMap { $0.split(separator: ".").first.map(String.init) }
        let others = Set(compared + expectation.conditions.map(\.of))
            .compactMap { names[$0] }.sorted { $0.sequence < $1.sequence }
        return others.flatMap(Self.cited) + Self.cited(observation)
    }

    func scope(before sequence: UInt64) -> [String: JSON] {
        var scope: [String: JSON] = [:]
        for event in bindings where event.sequence <= sequence {
            for member in event.body.objectValue?.members ?? [] { scope[member.key] = member.value }
        }
        return scope
    }

    /// The check whether the accessory still responded after the instance.
    ///
    /// There is one for each transport of the instance; one that failed decides, and then one that shows a restart.
    var probe: JournalEvent? {
        let probes = events.filter { $0.kind == .probe }
        return probes.last { $0["answered"] != true } ?? probes.last { $0["away-ms"] != nil } ?? probes.last
    }
    /// Whether the tester sent anything in the instance, beside what it sent to find out and change the accessory's state.
    var hasRequests: Bool {
        events.contains { event in
            event.kind == .wire && event["direction"] == "out"
                && !["opened", "closed"].contains(event["kind"]?.stringValue)
                && !Self.ownConnections.contains(event["connection"]?.stringValue ?? "")
        }
    }

    /// The connections that no case uses.
    private static let ownConnections: Set = ["probe", "pairing", "cleanup", "state", "standing"]

    /// The last observation of a step that cites evidence.
    var lastObservation: JournalEvent? {
        events.last { event in
            event.kind == .observation && event["evidence"]?.arrayValue?.isEmpty == false
        }
    }

    /// The valid operations that must have succeeded somewhere, so that rejections prove something.
    var neededControls: [String] {
        var needed: [String] = []
        for event in events where event.kind == .observation {
            guard event["tampered"]?.boolValue == true, let control = event["control"]?.stringValue,
                !needed.contains(control)
            else { continue }
            needed.append(control)
        }
        return needed
    }

    /// The numbers of the wire events that an event cites; a wire event stands for itself and for the request that it answers.
    static func cited(_ event: JournalEvent) -> [UInt64] {
        guard event.kind != .wire else { return [event["answers"]?.uint64Value, event.sequence].compactMap(\.self) }
        return event["evidence"]?.arrayValue?.compactMap(\.uint64Value) ?? []
    }
}

extension Expectation {
    /// The names whose values it needs.
    fileprivate var references: Set<String> {
        (terms + tolerates).reduce(into: []) { $0.formUnion($1.argument.references) }
    }
}

extension JournalEvent {
    /// Whether it happened in a session.
    fileprivate var isOfSession: Bool { self["session"]?.int64Value ?? 0 > 0 }
}
