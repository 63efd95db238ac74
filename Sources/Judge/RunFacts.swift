import HAPModel
package import RunRecord
import SuiteLanguage

/// Facts about the whole run that the verdicts of single instances use.
package struct RunFacts: Sendable {
    /// Valid operations that succeeded: `pair-setup`, `pair-verify`, `read`.
    package var controls: Set<String> = []
    /// Valid operations that failed: `list-pairings`.
    private var failedControls: Set<String> = []
    /// Snapshots of the accessory's state, by name; those of one transport among several by both names.
    package var snapshots: [String: JournalEvent] = [:]
    private var watchedEvents: [String: [JournalEvent]] = [:]
    /// The event with which the second attempt of an instance begins, by instance.
    private var repetitions: [String: UInt64] = [:]
    /// The kinds of faults of connections, by instance.
    private var faults: [String: Set<TransportFault.Kind>] = [:]
    private var turnedAway = TurnedAway()
    /// The instances in which the accessory restarted, or was reset because of an earlier one.
    private var restarted: Set<String> = []
    /// What showed that the accessory restarted, by instance.
    private var restarts: [String: JournalEvent] = [:]
    /// The number of restarts that had no cause in the instance in which they happened.
    private var causelessRestarts = 0
    /// The instances in which a value changed that no controller can write.
    private var strayed: Set<String> = []
    /// The instances that a stop cut short. The stop may be the cause of everything in their messages.
    private var cutShort: Set<String> = []
    /// The kinds of faults in instances that failed in the same way when they were repeated: the accessory's own.
    private var confirmed: Set<TransportFault.Kind> = []
    /// The instance after which a characteristic did not take its old value back, by characteristic.
    private var unrestored: [String: String] = [:]
    /// What a characteristic did that does not keep a written value, in words.
    private var fleeting: [String: String] = [:]
    /// The transports over which a session began.
    private var startedSessions: Set<String> = []
    /// How many requests were sent in sessions, by transport.
    private var sessionRequests: [String: Int] = [:]
    /// The transports over which a request was answered in a session.
    private var answeredSessions: Set<String> = []
    /// Whether a failure did not appear again when its instance was repeated, so that the link has faults.
    package private(set) var hasLinkFaults = false
    /// The cases in which a connection failed, and did not when the instance was repeated.
    private var failedOnce: Set<String> = []
    /// The kinds of requests that were answered at least once: `PUT /characteristics`.
    private var answeredKinds: Set<String> = []
    /// Whether one of these faults showed that the link changes bytes.
    private(set) var hasDamagedBytes = false

    package init(_ events: [JournalEvent]) {
        for event in events { add(event) }
    }

    /// Adds the facts of one more event.
    package mutating func add(_ event: JournalEvent) {
        turnedAway.add(event)
        switch event.kind {
        case .control:
            guard let verb = event["verb"]?.stringValue else { return }
            if let id = event["characteristic"]?.stringValue {
                fleeting[id] = event["succeeded"]?.boolValue == false ? Self.fleeting(id, event) : nil
                return
            }
            if event["succeeded"]?.boolValue == true { controls.insert(verb) } else { failedControls.insert(verb) }
        case .repeat:
            guard let instance = event.instance else { return }
            guard event.isBeginAlone else {
                repetitions[instance] = event.sequence
                return
            }
            // One fault of the link hits all instances that run together. Only what the instance shows alone counts.
            faults[instance] = nil
            restarts[instance] = nil
            restarted.remove(instance)
            forget { $0.instance == instance && TransportFault($0) != nil }
        case .probe where event.showsRestart:
            guard let instance = event.instance else { return }
            // Where the tester has turned it off and on, this is its own restart.
            if restarted.insert(instance).inserted { restarts[instance] = event }
        case .repair:
            let isTesters = event.showsRestart || event["power-cycle"] == true
            if isTesters, let instance = event.instance { restarted.insert(instance) }
            if event["factory-reset"]?.boolValue == true, event["done"]?.boolValue == true {
                unrestored = [:]
            }
            guard let id = event["characteristic"]?.stringValue, let instance = event.instance else { return }
            if event["done"]?.boolValue == false {
                // An accessory that accepts the old value and then shows another one fails by itself, not because of its state.
                guard event["accepted"]?.boolValue != true else { return }
                // A later instance that cannot put it back either began with the changed value.
                unrestored[id] = unrestored[id] ?? instance
            } else if unrestored[id] == instance {
                // A later instance puts back the value that it found, which was changed already.
                unrestored[id] = nil
            }
        case .snapshot:
            guard let name = event["name"]?.stringValue else { return }
            snapshots[event["transport"]?.stringValue.map { Self.key(name, over: $0) } ?? name] = event
        case .observation:
            if event.hasStrayed, let instance = event.instance { strayed.insert(instance) }
            if let kind = event["watched"]?.stringValue { watchedEvents[kind, default: []].append(event) }
        case .trouble:
            guard let instance = event.instanceCutShort else { return }
            cutShort.insert(instance)
            forget { $0.instance == instance }
        case .wire:
            if let instance = event.instance, cutShort.contains(instance) { return }
            guard let kind = event["kind"]?.stringValue else { return }
            noteSession(event, kind)
            if event["failure"] == nil, let answered = event.kindOfAnsweredRequest { answeredKinds.insert(answered) }
            if let instance = event.instance, let fault = TransportFault(event) {
                faults[instance, default: []].insert(fault.kind)
            }
            if event["took-ms"] != nil { watchedEvents["request", default: []].append(event) }
            if event["opened"] != nil { watchedEvents["frame", default: []].append(event) }
            guard kind != "request", kind != "frame" else { return }
            watchedEvents[kind, default: []].append(event)
            if kind == "response", event["items"] != nil {
                watchedEvents["pairing-answer", default: []].append(event)
            }
        default: break
        }
    }

    /// Adds a verdict. If the second attempt did not confirm the first, nothing of the first counts, unless only the accessory's own
    /// answers disturbed it.
    package mutating func add(_ verdict: Verdict) {
        guard let repetition = verdict.repetition, let second = repetitions[verdict.instance] else { return }
        guard repetition != .confirmed else {
            confirmed.formUnion(faults[verdict.instance] ?? [])
            return
        }
        // What the instance did, it did again.
        let causeless = repetition == .cleared ? restarts[verdict.instance] : nil
        defer { if let causeless { noteCauseless(causeless) } }
        // A second attempt that could not be judged says nothing about the link, nor does a delay of the tester or a restart of the
        // accessory.
        if repetition == .cleared, faults[verdict.instance] != nil, !restarted.contains(verdict.instance) {
            hasLinkFaults = true
            if faults[verdict.instance]?.contains(.undecodable) == true { hasDamagedBytes = true }
            failedOnce.insert(verdict.caseID)
        }
        guard !turnedAway.contains(verdict.instance) else { return }
        // A value that changed by itself changes nothing about the messages.
        guard faults[verdict.instance] != nil || !strayed.contains(verdict.instance) else { return }
        forget { $0.instance == verdict.instance && $0.sequence < second }
    }

    /// Has monitors judge a restart that has nothing to do with what its instance did: the same did not make the accessory restart again.
    private mutating func noteCauseless(_ restart: JournalEvent) {
        causelessRestarts += 1
        // Whether it served one more than so many says nothing.
        let fields: [(String, JSON)] = [
            ("kind", "own-connection"), ("answered", true), ("open", JSON(Overlap.sessions)),
            ("restarts", JSON(causelessRestarts)),
            (
                "summary",
                .string(
                    "the accessory restarted in \(Spoken.count(causelessRestarts, "instance")) that it served without a restart when they were repeated"
                )
            ),
        ]
        var event = restart
        event.body = fields.reduce(restart.body) { $0.with($1.0, $1.1) }
        watchedEvents["own-connection", default: []].append(event)
    }

    /// Takes messages out that say nothing about the accessory.
    private mutating func forget(_ isVoid: (JournalEvent) -> Bool) {
        // Without a copy of the keys each list would be copied before its first change.
        for kind in Array(watchedEvents.keys) { watchedEvents[kind]?.removeAll(where: isVoid) }
    }

    private static func key(_ name: String, over transports: String) -> String { "\(name) over \(transports)" }

    /// The snapshot for the instance: that of its transport, or the one of the whole accessory.
    func snapshot(_ name: String, for instance: Instance) -> JournalEvent? {
        snapshots[Self.key(name, over: instance.transports)] ?? snapshots[name]
    }

    /// Whether connections of cases that have nothing to do with each other fail now and then, and all kinds of these requests are answered
    /// elsewhere. Then two in a row may stay without an answer by chance.
    func mayMissAnswers(in events: [JournalEvent]) -> Bool {
        guard failedOnce.count >= Self.unrelatedCases else { return false }
        return events.allSatisfy { event in
            guard event.kind == .wire, event["failure"] != nil, let kind = event.kindOfAnsweredRequest else {
                return true
            }
            return answeredKinds.contains(kind)
        }
    }

    private static let unrelatedCases = 3

    private mutating func noteSession(_ event: JournalEvent, _ kind: String) {
        guard let transport = event["transport"]?.stringValue else { return }
        if kind == "secured" { startedSessions.insert(transport) }
        if kind == "request", event["session"]?.int64Value ?? 0 > 0 { sessionRequests[transport, default: 0] += 1 }
        // Also a frame that opens with the session's key, whatever it holds.
        let isAnswer = kind == "response" || event["opened"]?.boolValue == true
        if isAnswer, event["session"]?.int64Value ?? 0 > 0 { answeredSessions.insert(transport) }
    }

    /// Whether sessions began over the transport, and no request in one of them was answered so far.
    func lacksSessions(over transport: String) -> Bool {
        startedSessions.contains(transport) && !answeredSessions.contains(transport)
    }

    /// Whether none of so many requests in sessions over the transport had a readable answer that another one is not worth the time.
    package func answersNoSession(over transport: String) -> Bool {
        lacksSessions(over: transport) && sessionRequests[transport] ?? 0 >= Self.vainRequests
    }

    /// So many requests in a row do not stay without an answer by accident.
    private static let vainRequests = 10

    /// Whether each valid operation of the verb failed.
    func isBroken(_ verb: String) -> Bool { failedControls.contains(verb) && !controls.contains(verb) }

    /// Why a failure of the instance proves nothing: it began with a value that an earlier instance changed and that the accessory
    /// did not take back.
    func unrestored(before instance: Instance) -> String? {
        let names = instance.characteristics.sorted { $0.key < $1.key }
        for (_, id) in names {
            guard let earlier = unrestored[id.description], earlier != instance.name else { continue }
            return "\(earlier) changed the value of \(id), and the old value could not be put back"
        }
        return nil
    }

    /// Why what the instance expects of values and events proves nothing: one of its characteristics does not keep a value.
    func fleeting(in instance: Instance) -> String? {
        instance.characteristics.values.sorted().lazy.compactMap { fleeting[$0.description] }.first
    }

    private static func fleeting(_ id: String, _ event: JournalEvent) -> String {
        let value = event["value"].map { Spoken.words($0) } ?? "a value"
        let time = event["after-ms"]?.int64Value ?? 0
        return
            "\(id) does not keep a value: the tester wrote \(value), the accessory showed it, and showed another one \(time) ms later, without any request"
    }

    /// Whether the event shows a connection that failed, and the failure may be the link's.
    func isPerhapsOfLink(_ event: JournalEvent) -> Bool {
        TransportFault(event).map { !confirmed.contains($0.kind) } ?? false
    }

    /// The same facts without the messages.
    package var withoutMessages: RunFacts {
        var facts = self
        facts.watchedEvents = [:]
        facts.snapshots = [:]
        return facts
    }

    /// Adds the facts of an earlier part of the run that the judge needs in a later one.
    package mutating func continueFrom(_ earlier: RunFacts) {
        controls.formUnion(earlier.controls)
        failedControls.formUnion(earlier.failedControls)
        startedSessions.formUnion(earlier.startedSessions)
        sessionRequests.merge(earlier.sessionRequests, uniquingKeysWith: +)
        answeredSessions.formUnion(earlier.answeredSessions)
        confirmed.formUnion(earlier.confirmed)
        unrestored.merge(earlier.unrestored) { $1 }
        fleeting.merge(earlier.fleeting) { $1 }
        hasLinkFaults = hasLinkFaults || earlier.hasLinkFaults
        hasDamagedBytes = hasDamagedBytes || earlier.hasDamagedBytes
        failedOnce.formUnion(earlier.failedOnce)
        answeredKinds.formUnion(earlier.answeredKinds)
        causelessRestarts = max(causelessRestarts, earlier.causelessRestarts)
    }

    /// All observed messages of a kind.
    func watched(_ kind: String) -> [JournalEvent] { watchedEvents[kind] ?? [] }
}

extension JournalEvent {
    /// Whether the instance is carried out again, alone, because it did not pass beside others. They may have disturbed it, so only
    /// what follows is judged.
    package var isBeginAlone: Bool { kind == .repeat && self["alone"] == true }

    /// Whether the accessory restarted by itself, or was reset because an earlier instance had left it busy or paired.
    package var showsRestart: Bool {
        kind == .probe && self["away-ms"] != nil || kind == .repair && self["occupied"] == true
    }

    /// The kind of the request that the message answers, or would have answered: `PUT /characteristics`. `nil` if it answers none.
    fileprivate var kindOfAnsweredRequest: String? {
        guard self["answers"] != nil, let method = self["method"]?.stringValue, let path = self["path"]?.stringValue
        else {
            return nil
        }
        return "\(method) \(path.prefix { $0 != "?" })"
    }

    /// The instance that a stop cut short, if this event records that.
    package var instanceCutShort: String? {
        kind == .trouble && self["cut-short"]?.boolValue == true ? instance : nil
    }
}
