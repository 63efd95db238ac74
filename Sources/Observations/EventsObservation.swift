package import HAPController
package import HAPModel
package import HAPSession
package import Measurement
import SuiteLanguage

/// The events that the accessory sent while a step listened.
package struct EventsObservation: Sendable {
    /// What a step listens for.
    package struct Log: Sendable {
        /// The wanted characteristics; all if it is empty.
        package var wanted: [CharacteristicID]
        /// The characteristics that the case names.
        package var names: [String: CharacteristicID]
        /// The accessory's declarations.
        package var database: AttributeDatabase
        /// When the step started to listen.
        package var start: Moment
        /// When each stimulus began, and when it was done: a hook takes a while before it presses a button.
        package var stimuli: [ClosedRange<Moment>]
        /// Whether the accessory closed the connection before the end of the step.
        package var isCutShort: Bool

        package init(
            wanted: [CharacteristicID],
            names: [String: CharacteristicID],
            database: AttributeDatabase,
            start: Moment,
            stimuli: [ClosedRange<Moment>],
            isCutShort: Bool = false
        ) {
            self.wanted = wanted
            self.names = names
            self.database = database
            self.start = start
            self.stimuli = stimuli
            self.isCutShort = isCutShort
        }
    }

    /// An entry of an event, with the tolerance for its value.
    package struct Entry: Sendable {
        package let entry: CharacteristicEntry
        /// For a float: the difference at which another number is still equal.
        package let tolerance: JSONNumber?

        /// The entry for suites.
        var json: JSON {
            guard let tolerance else { return entry.raw }
            return entry.raw.with("value-within", .number(tolerance))
        }
    }

    /// The entries of the wanted characteristics, in their order.
    package let entries: [Entry]
    /// The values of the last message with such an entry, in their order.
    private let lastValues: [JSON]
    /// The last entry of each characteristic that the case names.
    package let named: [(name: String, entry: Entry)]
    /// When each message with such an entry was received, since the start.
    package let times: [Duration]
    /// The time from each stimulus to its event.
    package let delays: [Duration]
    /// Why the first unreadable message cannot be read; `nil` if all can be.
    package let flaw: EventNotice.Flaw?
    /// The numbers of the wire events.
    package let evidence: [UInt64]
    private let isCutShort: Bool
    /// Each message in words: `1.51 = true and 1.52 = 10 after 203 ms`.
    private let messages: [String]

    /// When the last event of the wanted characteristics arrived; of all if none are named.
    ///
    /// - Parameter limit: how many events there must be, one for each entry.
    /// - Returns: `nil` if there are fewer.
    package static func last(_ limit: Int, _ notices: [EventNotice], of wanted: [CharacteristicID]) -> Moment? {
        let heard = notices.filter { !entries(of: $0, wanted).isEmpty }
        let count = heard.reduce(0) { $0 + entries(of: $1, wanted).count }
        return count < limit ? nil : heard.last?.at
    }

    /// When the last event of the wanted characteristics arrived, if it has this value; else `nil`.
    package static func last(with value: JSON, _ notices: [EventNotice], of wanted: [CharacteristicID]) -> Moment? {
        guard let last = notices.last(where: { !entries(of: $0, wanted).isEmpty }),
            entries(of: last, wanted).contains(where: { $0.value?.means(value) == true })
        else { return nil }
        return last.at
    }

    private static func entries(of notice: EventNotice, _ wanted: [CharacteristicID]) -> [CharacteristicEntry] {
        notice.entries.filter { wanted.isEmpty || $0.id.map(wanted.contains) ?? false }
    }

    package init(_ notices: [EventNotice], for log: Log) {
        let wanted = notices.compactMap { notice -> EventNotice? in
            let entries = Self.entries(of: notice, log.wanted)
            return entries.isEmpty ? nil : EventNotice(entries: entries, at: notice.at, evidence: notice.evidence)
        }
        let entries = wanted.flatMap(\.entries).map { entry in
            let known = entry.id.flatMap(log.database.characteristic)
            return Entry(entry: entry, tolerance: known?.tolerance(of: entry.value))
        }
        self.entries = entries
        lastValues = wanted.last?.entries.map { $0.value ?? .null } ?? []
        named = log.names.sorted { $0.key < $1.key }.compactMap { name, id in
            entries.last { $0.entry.id == id }.map { (name, $0) }
        }
        flaw = notices.lazy.compactMap(\.flaw).first
        isCutShort = log.isCutShort
        times = wanted.map { log.start.duration(to: $0.at) }
        messages = zip(wanted, times).map { notice, time in
            let values = notice.entries.map { entry in
                "\(entry.id.map { "\($0) = " } ?? "")\(entry.value?.serialized() ?? "no value")"
            }
            return "\(values.joined(separator: " and ")) after \(Self.milliseconds(time).serialized()) ms"
        }
        delays = Self.delays(wanted.map(\.at), after: log.stimuli)
        evidence =
            wanted.map(\.evidence) + notices.filter { $0.flaw != nil && $0.entries.isEmpty }.prefix(1).map(\.evidence)
    }

    /// The time from the end of each stimulus to the first event since its beginning that does not belong to an earlier stimulus; zero
    /// if the event came before the end.
    private static func delays(_ times: [Moment], after stimuli: [ClosedRange<Moment>]) -> [Duration] {
        var rest = times[...]
        return stimuli.compactMap { stimulus in
            guard let event = rest.first(where: { $0 >= stimulus.lowerBound }) else { return nil }
            rest = rest.drop { $0 <= event }
            return max(.zero, stimulus.upperBound.duration(to: event))
        }
    }

    /// The observation for the judge.
    package var json: JSON {
        let values = entries.map { $0.entry.value ?? .null }
        let milliseconds = times.map(Self.milliseconds)
        let slowest = delays.max().map(Self.milliseconds)
        var fields: JSONObject = [
            "kind": "events", "count": JSON(values.count), "messages": JSON(times.count), "values": .array(values),
            "last": values.last ?? .null, "last-within": entries.last?.tolerance.map { .number($0) } ?? .null,
            "last-values": .array(lastValues), "times-ms": .array(milliseconds), "density": .array(milliseconds),
            "delays-ms": delays.isEmpty ? .null : .array(delays.map(Self.milliseconds)),
            "slowest-ms": slowest ?? .null, "evidence": .array(evidence.map { JSON($0) }),
            "entries": .array(entries.map(\.json)),
            "of": .object(JSONObject(members: named.map { .init(key: $0.name, value: $0.entry.json) })),
            "summary": .string(summary),
        ]
        switch flaw {
        case .json(let error): fields["json-flaw"] = .string("\(error)")
        case .frame(let reason): fields["frame-flaw"] = .string(reason)
        case nil: break
        }
        return .object(fields)
    }

    private var summary: String {
        let end = isCutShort ? " before the accessory closed the connection" : ""
        guard !entries.isEmpty else { return "no event was received" + end }
        return "\(Spoken.count(entries.count, "event")) in \(Spoken.count(messages.count, "message"))\(end): "
            + messages.joined(separator: ", ")
    }

    private static func milliseconds(_ duration: Duration) -> JSON { JSON(duration.wholeNanoseconds / 1_000_000) }
}
