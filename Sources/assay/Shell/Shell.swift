import HAPModel
import MarkedYAML
import Measurement
import Reporting
import RunRecord
import Runner
import SuiteLanguage
import Synchronization

/// Carries out the commands of `assay shell` on one session.
final class Shell: Sendable {
    private struct Settings {
        var isTracing: Bool
        var isJSON: Bool
        /// The characteristics whose events are shown, in the order in which the user named them.
        var watched: [FoundCharacteristic] = []
        /// Whether a command failed.
        var hasFailed = false
    }

    /// The commands and their explanations.
    static let commands: [(name: String, text: CleanText)] = [
        ("get", "get NAME…            read characteristics; without a name, all"),
        ("put", "put NAME=VALUE…      write characteristics; the values stay"),
        ("watch", "watch NAME…          show the events of characteristics; without a name, of all"),
        ("unwatch", "unwatch NAME…        end that"),
        ("list", "list                 the names of the characteristics"),
        ("identify", "identify             make the accessory identify itself"),
        ("wait", "wait TIME            show events for a time such as 2s"),
        ("trace", "trace on|off         show the decoded network traffic"),
        ("json", "json on|off          print JSON, one line for each command and event"),
        ("help", "help                 this list"),
        ("quit", "quit                 end the session; values that put wrote stay"),
    ]

    /// The commands that stand alone.
    private static let lone: Set = ["list", "identify", "help", "quit", "exit"]

    private let settings: Mutex<Settings>
    private let tracer = TraceLine()

    init(isTracing: Bool, isJSON: Bool) {
        settings = Mutex(Settings(isTracing: isTracing, isJSON: isJSON))
    }

    /// Whether a command failed.
    var hasFailed: Bool { settings.withLock { $0.hasFailed } }

    private var output: ManualOutput { ManualOutput(isJSON: settings.withLock { $0.isJSON }) }

    /// Shows an event of the journal, if the user wants a trace.
    func trace(_ event: JournalEvent) {
        guard settings.withLock({ $0.isTracing }) else { return }
        for line in tracer.lines(event) { Terminal.complain(line, hanging: TraceLine.hanging) }
    }

    /// The possible words for the last one of a text.
    static func words(_ text: String, _ characteristics: [FoundCharacteristic]) -> [String] {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let last = words.last ?? ""
        let known: [String] =
            switch (words.count, words[0]) {
            case (...1, _): commands.map(\.name)
            case (_, "get"), (_, "watch"), (_, "unwatch"): characteristics.map(\.label)
            case (_, "put"): characteristics.filter { $0.characteristic.has(.pairedWrite) }.map { $0.label + "=" }
            case (_, "trace"), (_, "json"): ["on", "off"]
            default: []
            }
        return known.filter { $0.hasPrefix(last) }
    }

    /// Shows the events that arrive, until the task is cancelled or a stop is requested.
    func follow(_ session: ManualSession, until stop: StopRequest, _ say: @Sendable (CleanText) -> Void) async {
        while !Task.isCancelled, !stop.isMade {
            if settings.withLock({ !$0.watched.isEmpty }) {
                for event in (try? await session.events(within: WatchCommand.tick)) ?? [] { say(output.event(event)) }
            } else {
                let clock = MonotonicClock.system
                try? await clock.sleep(until: clock.deadline(in: WatchCommand.tick))
            }
        }
    }

    /// Carries out one line.
    ///
    /// - Returns: whether the session goes on.
    func carryOut(_ line: String, on session: ManualSession) async -> Bool {
        let words = line.split(separator: " ").map(String.init)
        guard let verb = words.first else { return true }
        let rest = Array(words.dropFirst())
        if Self.lone.contains(verb), let surplus = rest.first {
            return complain("`\(verb)` stands alone, without `\(surplus)`")
        }
        do {
            switch verb {
            case "get": show(try await session.read(GetCommand.chosen(rest, in: session)))
            case "put":
                guard !rest.isEmpty, rest.allSatisfy({ $0.contains("=") }) else {
                    return complain("usage: put NAME=VALUE")
                }
                var writes: [(FoundCharacteristic, JSON)] = []
                for word in rest { writes += try PutCommand.writes(word, in: session) }
                show(try await session.write(writes))
            case "watch": subscribed(try await session.subscribe(WatchCommand.chosen(rest, in: session)), true)
            case "unwatch":
                subscribed(try await session.subscribe(WatchCommand.chosen(rest, in: session), false), false)
            case "identify": show([try await session.identify()])
            case "list": list(session.characteristics)
            case "wait":
                guard rest.count == 1, let time = rest.first.flatMap({ Duration(suite: $0) }) else {
                    return complain("usage: wait TIME")
                }
                let clock = MonotonicClock.system
                try? await clock.sleep(until: clock.deadline(in: time))
            case "trace", "json":
                guard rest.count == 1, let isOn = ["on": true, "off": false][rest.first ?? ""] else {
                    return complain("usage: \(verb) on|off")
                }
                settings.withLock { if verb == "json" { $0.isJSON = isOn } else { $0.isTracing = isOn } }
            case "help": help()
            case "quit", "exit": return false
            default:
                let near = NearNames(Self.commands.map(\.name)).near(verb)
                let hint = NearNames.question(near) ?? "`help` lists the commands"
                return complain("unknown command `\(verb.prefix(60))`; \(hint)")
            }
        } catch {
            return complain("\(error)")
        }
        return true
    }

    private func help() {
        if output.isJSON {
            let commands = Self.commands.map { JSON.string($0.text.string) }
            return Terminal.say(CleanText(jsonLine: ["commands": .array(commands)]))
        }
        for command in Self.commands { Terminal.sayFolded(command.text) }
    }

    private func list(_ characteristics: [FoundCharacteristic]) {
        if output.isJSON {
            let entries = characteristics.map { one -> JSON in
                [
                    "aid": JSON(one.id.aid), "iid": JSON(one.id.iid), "name": .string(one.label),
                    "permissions": .array(one.characteristic.permissions.map { .string($0.rawValue) }),
                ]
            }
            return Terminal.say(CleanText(jsonLine: .array(entries)))
        }
        for one in characteristics {
            let permissions = one.characteristic.permissions.map(\.rawValue).joined(separator: " ")
            Terminal.sayFolded("\(one.id) \(one.label) [\(permissions)]")
        }
    }

    /// Shows what could not be subscribed to, and what is watched now.
    private func subscribed(_ results: [ManualResult], _ watches: Bool) {
        let done = results.filter(\.isDone).map(\.characteristic)
        let (watched, isJSON) = settings.withLock { settings in
            settings.watched.removeAll { one in done.contains { $0.id == one.id } }
            if watches { settings.watched += done }
            return (settings.watched, settings.isJSON)
        }
        guard !isJSON else { return show(results) }
        show(results.filter { !$0.isDone })
        Terminal.sayFolded(ManualText.watching(watched))
    }

    private func show(_ results: [ManualResult]) {
        if results.contains(where: { !$0.isDone }) { settings.withLock { $0.hasFailed = true } }
        output.isJSON ? Terminal.say(ManualOutput.jsonLine(results)) : output.say(results)
    }

    private func complain(_ text: String) -> Bool {
        let isJSON = settings.withLock { settings in
            settings.hasFailed = true
            return settings.isJSON
        }
        if isJSON { Terminal.say(CleanText(jsonLine: ["error": .string(text)])) } else { Terminal.complain(text) }
        return true
    }
}
