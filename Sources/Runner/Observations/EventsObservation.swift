import HAPController
import HAPModel
import HAPSession
import Measurement
import SuiteLanguage

/// The events that came while a step listened.
struct EventsObservation {
    /// The characteristics of interest; empty is all.
    let wanted: [CharacteristicID]
    /// The characteristics that the case has a name for.
    let names: [String: CharacteristicID]
    let database: AttributeDatabase
    let start: Moment
    /// When something was made to happen.
    let stimuli: [Moment]

    func json(_ messages: [EventNotice]) -> JSON {
        var values: [JSON] = []
        var times: [Moment] = []
        var evidence: [JSON] = []
        var all: [JSON] = []
        var named = JSONObject()
        for message in messages {
            let entries = message.entries.filter { entry in wanted.isEmpty || entry.id.map(wanted.contains) ?? false }
            if entries.isEmpty { continue }
            let shown = entries.map(completed)
            all += shown
            for (name, id) in names.sorted(by: { $0.key < $1.key }) {
                if let index = entries.lastIndex(where: { $0.id == id }) { named[name] = shown[index] }
            }
            values += entries.map { $0.value ?? .null }
            times.append(message.at)
            evidence.append(JSON(message.evidence))
        }
        let milliseconds = times.map { JSON(start.duration(to: $0).wholeNanoseconds / 1_000_000) }
        let delays = delays(times)
        let shown = zip(milliseconds, values).map { "\($1.serialized()) after \($0.serialized()) ms" }
        return [
            "kind": "events", "count": JSON(values.count), "messages": JSON(times.count), "values": .array(values),
            "last": values.last ?? .null, "last-within": all.last?["value-within"] ?? .null,
            "times-ms": .array(milliseconds), "density": .array(milliseconds),
            "delays-ms": delays.isEmpty ? .null : .array(delays.map { JSON($0) }),
            "slowest-ms": delays.max().map { JSON($0) } ?? .null, "evidence": .array(evidence),
            "entries": .array(all), "of": .object(named),
            "summary": .string(
                values.isEmpty
                    ? "no event came" : "\(Spoken.count(values.count, "event")): \(shown.joined(separator: ", "))"
            ),
        ]
    }

    /// The entry with what the judge compares its value by.
    private func completed(_ entry: CharacteristicEntry) -> JSON {
        guard case .object(var object) = entry.raw, let known = entry.id.flatMap(database.characteristic) else {
            return entry.raw
        }
        object.add(toleranceOf: known)
        return .object(object)
    }

    /// Milliseconds from each stimulus to the first event after it that no earlier stimulus has claimed.
    private func delays(_ times: [Moment]) -> [Int64] {
        var rest = times[...]
        return stimuli.compactMap { stimulus in
            guard let event = rest.first(where: { $0 >= stimulus }) else { return nil }
            rest = rest.drop { $0 <= event }
            return stimulus.duration(to: event).wholeNanoseconds / 1_000_000
        }
    }
}
