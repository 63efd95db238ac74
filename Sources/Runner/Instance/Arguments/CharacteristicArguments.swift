import HAPController
import HAPModel
import HAPSession
import Measurement

/// The characteristics of a step: all of a kind, or a list.
enum CharacteristicChoice {
    /// All readable ones.
    case readable
    /// All that are readable and support events.
    case notifying
    case listed([CharacteristicID])

    /// - Throws: ``ArgumentError`` if the parameter names none.
    init(_ call: Call, _ name: String) throws(ArgumentError) {
        switch call.word(name) {
        case "readable": self = .readable
        case "notifying": self = .notifying
        default:
            let ids = call.characteristics(name)
            guard !ids.isEmpty else { throw ArgumentError(reason: "`\(name)` names no characteristic") }
            self = .listed(ids)
        }
    }

    /// The characteristics, in the order of the database or of the list. All of a kind are those that can be reached.
    func ids(in run: RunContext) -> [CharacteristicID] {
        let readable = run.database.places.filter {
            $0.characteristic.has(.pairedRead) && !run.unreachable.contains($0.id)
        }
        return switch self {
        case .readable: readable.map(\.id)
        case .notifying: readable.filter { $0.characteristic.has(.events) }.map(\.id)
        case .listed(let ids): ids
        }
    }
}

/// The arguments of `read`.
struct ReadArguments: VerbArguments {
    let choice: CharacteristicChoice
    let options: ReadOptions
    /// Whether the connection needs a session; `false` uses it as it is.
    let isSecured: Bool

    init(_ call: Call) throws(ArgumentError) {
        choice = try CharacteristicChoice(call, "of")
        options = ReadOptions(
            metadata: call.bool("meta") ?? false,
            permissions: call.bool("perms") ?? false,
            type: call.bool("type") ?? false,
            events: call.bool("ev") ?? false
        )
        isSecured = call.bool("secured") ?? true
    }
}

/// The arguments of `read-sizes`.
struct ReadSizesArguments: VerbArguments {
    /// Bytes.
    let sizes: [Int]

    init(_ call: Call) throws(ArgumentError) {
        guard let sizes = call.sizes("sizes") else { throw ArgumentError(reason: "`sizes` names no number of bytes") }
        self.sizes = sizes
    }
}

/// The arguments of `own-changes`.
struct OwnChangesArguments: VerbArguments {
    let choice: CharacteristicChoice
    /// How long to wait for the first event.
    let time: Duration

    init(_ call: Call) throws(ArgumentError) {
        choice = try CharacteristicChoice(call, "of")
        time = call.duration("for") ?? .seconds(5)
    }
}

/// The arguments of `write`.
struct WriteArguments: VerbArguments {
    let entries: [WriteEntry]
    /// Whether the step also turns events on or off.
    let touchesEvents: Bool
    /// Whether characteristics that require a timed write get one.
    let mayBeTimed: Bool
    /// Whether the connection needs a session; `false` uses it as it is.
    let isSecured: Bool

    init(_ call: Call) throws(ArgumentError) {
        let (events, authorization) = (call.bool("ev"), call.word("authorization"))
        let (isRemote, response) = (call.bool("remote"), call.bool("response"))
        entries = call.writes.map { write in
            WriteEntry(
                id: write.id,
                value: write.value,
                events: events,
                authorization: authorization,
                isRemote: isRemote,
                response: response
            )
        }
        touchesEvents = events != nil
        mayBeTimed = call.bool("timed") ?? true
        isSecured = call.bool("secured") ?? true
        guard !entries.isEmpty else { throw ArgumentError(reason: "the step names no characteristic to write") }
    }
}

/// The arguments of `timed-write`.
struct TimedWriteArguments: VerbArguments {
    let entries: [WriteEntry]
    /// How it is carried out. Its number belongs to the instance.
    let timed: TimedWrite
    /// Whether the step does only one part of the timed write.
    let isPart: Bool

    init(_ call: Call) throws(ArgumentError) {
        let authorization = call.word("authorization")
        entries = call.writes.map { WriteEntry(id: $0.id, value: $0.value, authorization: authorization) }
        let stage = call.word("stage")
        isPart = stage != nil
        timed = TimedWrite(
            timeToLive: call.duration("ttl") ?? .seconds(10),
            pause: call.duration("execute-after") ?? .zero,
            isPrepared: (call.bool("prepare") ?? true) && stage != "execute",
            isExecuted: stage != "prepare",
            token: call.word("execute-pid").flatMap(TimedWrite.Token.init(rawValue:)) ?? .right
        )
        guard !entries.isEmpty else { throw ArgumentError(reason: "the step names no characteristic to write") }
    }
}

/// The arguments of `subscribe` and `unsubscribe`.
struct SubscriptionArguments: VerbArguments {
    let choice: CharacteristicChoice
    /// Whether events are turned on.
    let isOn: Bool
    /// Whether the connection needs a session; `false` uses it as it is.
    let isSecured: Bool

    init(_ call: Call) throws(ArgumentError) {
        choice = try CharacteristicChoice(call, "of")
        isOn = call.verb == "subscribe"
        isSecured = call.bool("secured") ?? true
    }
}

/// The arguments of `database`.
struct DatabaseArguments: VerbArguments {
    /// Whether the connection needs a session; `false` uses it as it is.
    let isSecured: Bool

    init(_ call: Call) {
        isSecured = call.bool("secured") ?? true
    }
}
