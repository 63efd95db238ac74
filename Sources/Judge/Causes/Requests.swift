import HAPModel
import RunRecord

/// The requests that findings rest on, by the number of the event, and what the accessory refused in the run.
struct Requests {
    private var types: [UInt64: String] = [:]
    private var lists: Set<UInt64> = []
    private var refused: [UInt64: Set<RefusedEntry>] = [:]
    private var subjects: [UInt64: Set<String>] = [:]
    private var altered: [UInt64: Set<String>] = [:]
    /// The characteristics that each instance was about.
    private var named: [String: Set<String>] = [:]
    /// The refusals of each instance, in its order.
    private var refusals: [String: [(sequence: UInt64, entries: Set<RefusedEntry>)]] = [:]
    /// The characteristics that were read, written or subscribed to at least once.
    private var served: Set<RequestedEntry> = []

    init(_ verdicts: [Verdict], events: [JournalEvent]) {
        let cited = Set(verdicts.flatMap { $0.findings.flatMap(\.evidence) })
        guard !cited.isEmpty else { return }
        var writes: Set<UInt64> = []
        for event in events where event.kind == .wire {
            guard let type = event.typeOfRequest else { continue }
            if type.hasPrefix("PUT ") { writes.insert(event.sequence) }
            guard cited.contains(event.sequence) else { continue }
            types[event.sequence] = type
            if event.listsPairings { lists.insert(event.sequence) }
        }
        findAltered(events, cited)
        for event in events where event.kind == .observation {
            let ids = Set((event["ids"]?.arrayValue ?? []).compactMap(\.stringValue))
            for number in Evidence.cited(event) where cited.contains(number) {
                subjects[number, default: []].formUnion(ids)
            }
            if let instance = event.instance, !ids.isEmpty { named[instance, default: []].formUnion(ids) }
            guard let entryIDs = event["ids"]?.arrayValue, let codes = event["status-codes"]?.arrayValue,
                entryIDs.count == codes.count
            else { continue }
            let exchange = Evidence.cited(event)
            let isWrite = exchange.contains(where: writes.contains)
            let subscribes = event["only-subscribes"] == true
            var entries: Set<RefusedEntry> = []
            for (id, code) in zip(entryIDs, codes) {
                guard let id = id.stringValue, let code = code.int64Value else { continue }
                let kind: RequestedEntry.Kind = subscribes ? .subscription : isWrite ? .write : .read
                let entry = RequestedEntry(kind: kind, characteristic: id)
                if code == 0 { served.insert(entry) } else { entries.insert(RefusedEntry(entry: entry, status: code)) }
            }
            guard !entries.isEmpty, let instance = event.instance else { continue }
            // Findings cite the messages, which the journal has before what was observed of them.
            refusals[instance, default: []].append((exchange.max() ?? event.sequence, entries))
            for number in exchange { refused[number, default: []].formUnion(entries) }
        }
    }

    /// Finds the messages that show a characteristic with another value than the one that the instance wrote: one that it neither had
    /// before nor was written, or any other one than the last that the accessory accepted.
    private mutating func findAltered(_ events: [JournalEvent], _ cited: Set<UInt64>) {
        var instances: Set<String> = []
        for event in events where cited.contains(event.sequence) {
            if let name = event.instance { instances.insert(name) }
        }
        var known: [RequestedValue: KnownValues] = [:]
        var writes: [UInt64: [(RequestedValue, JSON)]] = [:]
        for event in events {
            guard let instance = event.instance, instances.contains(instance) else { continue }
            if event.actsOnDevice { for place in known.keys { known[place]?.accepted = nil } }
            guard event.kind == .wire else { continue }
            if let answered = event["answers"]?.uint64Value, let written = writes.removeValue(forKey: answered) {
                // Which entries of a mixed answer were accepted does not matter: only a full success shows it.
                if event["http"]?["status"] == 204 { for (place, value) in written { known[place]?.accepted = value } }
            }
            // An event may have another fault than the value that it tells of.
            guard event["kind"] != "event", let entries = event["body"]?["characteristics"]?.arrayValue else {
                continue
            }
            let isWrite = event["kind"] == "request"
            for entry in entries {
                guard let aid = entry["aid"]?.uint64Value, let iid = entry["iid"]?.uint64Value,
                    let value = entry["value"]
                else { continue }
                let place = RequestedValue(instance: instance, characteristic: "\(aid).\(iid)")
                if isWrite {
                    known[place, default: KnownValues()].write(value)
                    writes[event.sequence, default: []].append((place, value))
                } else if known[place]?.isAltered(value) == true {
                    altered[event.sequence, default: []].insert(place.characteristic)
                } else if known[place]?.isWritten != true {
                    known[place, default: KnownValues()].values.append(value)
                }
            }
        }
    }

    private struct RequestedValue: Hashable {
        var instance: String
        var characteristic: String
    }

    /// What an instance knows of the values of a characteristic.
    private struct KnownValues {
        /// Those that it had before the first write, and those that were written.
        var values: [JSON] = []
        private(set) var isWritten = false
        /// The last one that the accessory accepted. Texts may be commands, of which a read shows the outcome.
        var accepted: JSON? {
            didSet { if accepted?.stringValue != nil { accepted = nil } }
        }

        mutating func write(_ value: JSON) {
            values.append(value)
            isWritten = true
            accepted = nil
        }

        func isAltered(_ value: JSON) -> Bool {
            guard isWritten else { return false }
            return accepted.map { !$0.means(value) } ?? !values.contains { $0.means(value) }
        }
    }

    /// The type of the request with this number: `PUT /characteristics`; with a State in a message of pairing.
    subscript(number: UInt64) -> String? { types[number] }

    /// Whether the request asks for the list of pairings.
    func listsPairings(_ number: UInt64) -> Bool { lists.contains(number) }

    /// The characteristics that the exchanges are about that the finding rests on, as in `1.53`.
    func subjects(of finding: Finding) -> Set<String> {
        finding.evidence.reduce(into: []) { $0.formUnion(subjects[$1] ?? []) }
    }

    /// The characteristics that the finding's instance read, wrote or subscribed to, if the finding shows only which events came.
    func subjectsOfEvents(of finding: Finding, in instance: String) -> Set<String> {
        let isOfNone = finding.got.hasPrefix("no event was received")
        guard finding.bearing == .answer, isOfNone || finding.evidence.allSatisfy({ types[$0] == nil }) else {
            return []
        }
        return named[instance] ?? []
    }

    /// The characteristics that the finding shows with another value than its instance wrote.
    func altered(in finding: Finding) -> Set<String> {
        finding.evidence.reduce(into: []) { $0.formUnion(altered[$1] ?? []) }
    }

    /// The entries that the accessory refused in the exchanges that the finding rests on.
    func refused(in finding: Finding) -> Set<RefusedEntry> {
        finding.evidence.reduce(into: []) { $0.formUnion(refused[$1] ?? []) }
    }

    /// The entries that the accessory refused in the instance, until the finding.
    func refused(in instance: String, until finding: Finding) -> Set<RefusedEntry> {
        let last = finding.evidence.max() ?? 0
        return (refusals[instance] ?? []).reduce(into: []) { if $1.sequence <= last { $0.formUnion($1.entries) } }
    }

    /// Whether no such request for the characteristic succeeded in the run.
    func isAlwaysRefused(_ refused: RefusedEntry) -> Bool { !served.contains(refused.entry) }
}

extension JournalEvent {
    /// Whether a step did something else than to send a request: it may have changed values at the device.
    fileprivate var actsOnDevice: Bool { kind == .observation && self["summary"] == "done" }

    /// The type of a request: `PUT /characteristics`; with a State in a message of pairing. `nil` for other events.
    var typeOfRequest: String? {
        guard self["kind"] == "request", let line = self["start"]?.stringValue else { return nil }
        let target = line.prefix { $0 != "?" }.split(separator: " ").prefix(2).joined(separator: " ")
        return target + (self["state"]?.uint64Value.map { ", State \($0)" } ?? "")
    }

    /// Whether a request of /pairings has the method of List Pairings.
    fileprivate var listsPairings: Bool {
        guard self["start"]?.stringValue?.contains(" /pairings ") == true else { return false }
        let method = self["tlv"]?.arrayValue?.first { $0["name"] == "method" }
        return method?["hex"]?.stringValue == "05"
    }
}

/// A characteristic that was to be read, written or subscribed to.
struct RequestedEntry: Hashable {
    enum Kind {
        case read
        case write
        /// A subscription or its end, without a value.
        case subscription
    }

    var kind: Kind
    /// As in `1.53`.
    var characteristic: String
}

/// A characteristic that was refused to a request, and the status that the accessory stated for it.
struct RefusedEntry: Hashable {
    var entry: RequestedEntry
    var status: Int64

    var characteristic: String { entry.characteristic }
}
