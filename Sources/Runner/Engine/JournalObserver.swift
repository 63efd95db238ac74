import HAPController
import HAPModel
import HAPSession
import Measurement
import Observations
import RunRecord
import Synchronization

/// Writes wire events into the journal, under the instance that is running.
final class JournalObserver: WireObserver {
    private struct State {
        var instance: String?
        var isTampered = false
    }

    /// What the accessory has shown of a session.
    private enum Authorization {
        case begun
        /// It has answered a request with success.
        case served
        /// It has answered a later one like one without a session.
        case revoked
    }

    /// What all observers of a run share.
    private final class Traffic: Sendable {
        struct State {
            /// The open connections, each with whether too many were open when it last sent something.
            var connections: [String: Bool] = [:]
            /// For each open connection, when another one was opened or began a session since the last request on this one.
            var openings: [String: [Moment]] = [:]
            /// The shared sessions of the tester's own controller, while no instance has changed pairings: each of their requests must be
            /// served as before.
            var authorized: [String: Authorization] = [:]
            /// The bytes of each connection that were kept since its last request.
            var bytesKept: [String: Int] = [:]
            /// The accessory's database, for the events that it sends later.
            var database = AttributeDatabase(.null)
        }

        let state = Mutex(State())
    }

    /// The state that a record needs from the moment of its event.
    private struct Circumstances {
        var instance: String?
        var isTampered: Bool
        var isCrowded: Bool
        /// Whether the event shows that its session is not authorized any more.
        var isRevoked: Bool
        var database: AttributeDatabase
        /// How many bytes of the event are kept.
        var byteLimit: Int
    }

    private let journal: Journal
    private let traffic: Traffic
    private let relayRoundTrip: @Sendable () -> Duration?
    private let state = Mutex(State())
    /// Instances that are carried out beside each other do not disturb each other, so each has its own.
    private let activity = Mutex(Activity())

    /// - Parameter relayRoundTrip: the last round trip between the tester and the relay; `nil` without a relay.
    init(journal: Journal, relayRoundTrip: @escaping @Sendable () -> Duration? = { nil }) {
        self.journal = journal
        self.relayRoundTrip = relayRoundTrip
        traffic = Traffic()
    }

    /// An observer of the same run as another one.
    private init(of run: JournalObserver, instance: String) {
        journal = run.journal
        traffic = run.traffic
        relayRoundTrip = run.relayRoundTrip
        attribute(to: instance)
    }

    /// An observer of the same run for an instance that is carried out beside others.
    func beside(as instance: String) -> JournalObserver {
        JournalObserver(of: self, instance: instance)
    }

    /// Attributes the following events to this instance; `nil` stands for the run itself.
    func attribute(to name: String?) {
        state.withLock { state in
            state.instance = name
            state.isTampered = false
        }
    }

    /// Sets whether the following requests are deliberately wrong.
    func note(tampered: Bool) {
        state.withLock { $0.isTampered = tampered }
    }

    /// Sets the accessory's database.
    func note(database: AttributeDatabase) {
        traffic.state.withLock { $0.database = database }
    }

    /// Notes that a shared session of the tester's own controller has begun.
    func note(authorized connection: String) {
        traffic.state.withLock { $0.authorized[connection] = .begun }
    }

    /// Notes that an instance has changed pairings, by which the rights of any session may change.
    func noteChangedPairings() {
        traffic.state.withLock { $0.authorized = [:] }
    }

    /// Whether the accessory has shown that the shared session is not authorized any more.
    func isRevoked(_ connection: String) -> Bool {
        traffic.state.withLock { $0.authorized[connection] == .revoked }
    }

    /// Notes something that the tester did beside sending messages, after which the accessory may end connections.
    func note(actionAt moment: Moment) {
        activity.withLock { $0.add(moment) }
    }

    /// How long the tester had sent nothing, on any connection of the instance, before this moment.
    func silence(before moment: Moment) -> Duration {
        activity.withLock { $0.silence(before: moment) }
    }

    /// Whether the tester sent something on another connection of the instance after the first moment, until the second.
    func isBusy(apartFrom connection: String, after start: Moment, until end: Moment) -> Bool {
        activity.withLock { $0.isBusy(apartFrom: connection, after: start, until: end) }
    }

    /// When the tester, for any instance, opened another connection or began a session there, between the last request on this
    /// connection and its end.
    func openings(beside connection: String) -> [Moment] {
        traffic.state.withLock { $0.openings[connection] ?? [] }
    }

    /// How many of them are kept of each connection.
    private static let mostOpenings = 40

    /// How many connections the tester has open.
    var openConnections: Int { traffic.state.withLock { $0.connections.count } }

    /// Whether the tester has sent anything since this moment.
    func hasSent(since moment: Moment) -> Bool {
        activity.withLock { $0.last.map { $0 > moment } ?? false }
    }

    /// The number of simultaneous connections that an accessory must support (HAP-HTTP-001).
    private static let capacity = 8

    /// The number of bytes that are shown of an entry that does not conform to the database.
    private static let misfitLimit = 1000

    /// The number of bytes that are kept of a message, and of the frames or pieces that carry it. Larger messages are
    /// attempts to use up the memory and the disk of the tester.
    private static let byteLimit = 64 << 10

    func record(_ event: WireEvent) -> UInt64 {
        if event.direction == .out {
            // An opening alone tells an accessory nothing, but it may have room for few connections.
            activity.withLock { event.kind == .opened ? $0.add(event.at) : $0.add(event.at, on: event.connection) }
        }
        let own = state.withLock { $0 }
        let circumstances = traffic.state.withLock { Self.circumstances(of: event, own, &$0) }
        return journal.record(
            .wire,
            instance: circumstances.instance,
            at: event.at,
            .object(body(of: event, circumstances))
        )
    }

    private static func circumstances(
        of event: WireEvent,
        _ own: State,
        _ state: inout Traffic.State
    ) -> Circumstances {
        let name = event.connection
        if event.transport == .ip, event.kind == .opened || event.beginsSession && !own.isTampered {
            for other in state.connections.keys where other != name {
                state.openings[other] = (state.openings[other] ?? []).suffix(mostOpenings - 1) + [event.at]
            }
        }
        if event.kind == .opened { state.connections[name] = false }
        if event.kind == .opened || event.kind == .request { state.openings[name] = nil }
        let isCrowded = state.connections.count > capacity
        if event.direction == .out, state.connections[name] != nil { state.connections[name] = isCrowded }
        let wasCrowded = state.connections[name] ?? false
        if event.kind == .closed { state.connections[name] = nil }
        if event.kind == .opened || event.kind == .closed { state.authorized[name] = nil }
        let isRevoked = !own.isTampered && !isCrowded && !wasCrowded && isRevoked(event, &state)
        var byteLimit = Self.byteLimit
        if event.direction == .in, event.kind == .bytes || event.kind == .frame {
            byteLimit -= min(byteLimit, state.bytesKept[name] ?? 0)
            state.bytesKept[name, default: 0] += event.raw.count
        } else if event.direction == .out || event.kind == .closed {
            state.bytesKept[name] = nil
        }
        return Circumstances(
            instance: own.instance,
            isTampered: own.isTampered,
            isCrowded: isCrowded || wasCrowded,
            isRevoked: isRevoked,
            database: state.database,
            byteLimit: byteLimit
        )
    }

    /// Whether the response is HTTP 470 in a session that was authorized.
    private static func isRevoked(_ event: WireEvent, _ state: inout Traffic.State) -> Bool {
        guard event.kind == .response, event.session > 0, let status = event.fields["http"]?["status"]?.int64Value,
            let known = state.authorized[event.connection]
        else { return false }
        if [200, 204, 207].contains(status), known == .begun { state.authorized[event.connection] = .served }
        guard status == 470, known != .begun else { return false }
        state.authorized[event.connection] = .revoked
        return true
    }

    private func body(of event: WireEvent, _ circumstances: Circumstances) -> JSONObject {
        var object: JSONObject = [
            "kind": .string(event.kind.rawValue), "connection": .string(event.connection),
            "direction": .string(event.direction.rawValue), "transport": .string(event.transport.rawValue),
            "session": JSON(event.session),
        ]
        func add(_ key: String, _ value: JSON) { object.members.append(.init(key: key, value: value)) }
        if let controller = event.controller { add("controller", .string(controller)) }
        object.members += event.fields.members
        let isMessage = event.kind == .response || event.kind == .event
        if isMessage, event.kind == .event || !event.entries.isEmpty {
            let database = circumstances.database
            let misfits = event.entries.filter { !database.admits($0.value, beside: $0.status, of: $0.id) }
            let shown = misfits.map {
                String(decoding: $0.raw.serialized().utf8.prefix(Self.misfitLimit), as: UTF8.self)
            }
            add("misfits", .array(shown.map { .string($0) }))
            if event.kind == .event, database.raw != .null {
                // A bridge may have got another accessory since the database was read.
                let unknown = event.entries.compactMap(\.id).filter {
                    database.characteristic($0) == nil && database.accessory($0.aid) != nil
                }
                add("unknown", .array(unknown.map { .string($0.description) }))
            }
        }
        // What does not exist may be left out of the answer, too.
        let unanswered = event.unlisted.filter { circumstances.database.characteristic($0) != nil }
        if !unanswered.isEmpty { add("unanswered", .array(unanswered.prefix(8).map { .string($0.description) })) }
        if circumstances.isRevoked { add("revoked", true) }
        if isMessage { add("tampered", .bool(circumstances.isTampered)) }
        if let ending = event.ending {
            object.members += self.ending(ending, circumstances).members
            if !isMessage {
                add("secured", .bool(event.session > 0))
                add("tampered", .bool(circumstances.isTampered))
            }
        } else if event.direction == .in, event.kind == .closed || event.kind == .failure, circumstances.isTampered {
            add("tampered", true)
        }
        if !event.raw.isEmpty {
            add("hex", .string(Hex.encode(event.raw.prefix(circumstances.byteLimit))))
            if event.raw.count > circumstances.byteLimit { add("bytes", JSON(event.raw.count)) }
        }
        add("summary", .string(event.summary))
        return object
    }

    /// The end of a request as monitors see it, with its request and its times.
    private func ending(_ ending: WireEvent.Ending, _ circumstances: Circumstances) -> JSONObject {
        let timing = ending.timing
        var object = ending.fields ?? JSONObject()
        if ending.fields != nil {
            object["crowded"] = .bool(circumstances.isCrowded)
            if let answered = timing.answered {
                object["took-ms"] = JSON(timing.sent.duration(to: answered).wholeNanoseconds / 1_000_000)
            }
        }
        if let request = ending.request { object["answers"] = JSON(request) }
        object["sent-ns"] = journal.time(of: timing.sent)
        object["first-byte-ns"] = timing.firstByte.map(journal.time)
        object["answered-ns"] = timing.answered.map(journal.time)
        // A ping goes beside each request, and the relay answers it at once.
        object["relay-ns"] = relayRoundTrip().map { JSON($0.wholeNanoseconds) }
        return object
    }
}

extension WireEvent {
    /// Whether it is a part of the beginning of a session, for which accessories may end another one.
    fileprivate var beginsSession: Bool {
        kind == .secured || kind == .request && raw.starts(with: "POST /pair-verify ".utf8)
    }
}
