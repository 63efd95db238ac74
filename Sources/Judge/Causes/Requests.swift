import HAPModel
import RunRecord

/// The requests that findings rest on, by the number of the event, and what the accessory refused in the run.
struct Requests {
    private var types: [UInt64: String] = [:]
    private var refused: [UInt64: Set<RefusedEntry>] = [:]
    /// The refusals of each instance, in its order.
    private var refusals: [String: [(sequence: UInt64, entries: Set<RefusedEntry>)]] = [:]
    /// The characteristics that were read or written at least once; a subscription counts as a write.
    private var served: Set<RequestedEntry> = []

    init(_ verdicts: [Verdict], events: [JournalEvent]) {
        let cited = Set(verdicts.flatMap { $0.findings.flatMap(\.evidence) })
        guard !cited.isEmpty else { return }
        var writes: Set<UInt64> = []
        for event in events where event.kind == .wire {
            guard event["kind"] == "request", let line = event["start"]?.stringValue else { continue }
            if line.hasPrefix("PUT ") { writes.insert(event.sequence) }
            guard cited.contains(event.sequence) else { continue }
            let target = line.prefix { $0 != "?" }.split(separator: " ").prefix(2).joined(separator: " ")
            let state = event["state"]?.uint64Value.map { ", State \($0)" } ?? ""
            types[event.sequence] = target + state
        }
        for event in events where event.kind == .observation {
            guard let ids = event["ids"]?.arrayValue, let codes = event["status-codes"]?.arrayValue,
                ids.count == codes.count
            else { continue }
            let exchange = Evidence.cited(event)
            let isWrite = exchange.contains(where: writes.contains)
            var entries: Set<RefusedEntry> = []
            for (id, code) in zip(ids, codes) {
                guard let id = id.stringValue, let code = code.int64Value else { continue }
                let entry = RequestedEntry(isWrite: isWrite, characteristic: id)
                if code == 0 { served.insert(entry) } else { entries.insert(RefusedEntry(entry: entry, status: code)) }
            }
            guard !entries.isEmpty, let instance = event.instance else { continue }
            refusals[instance, default: []].append((event.sequence, entries))
            for number in exchange { refused[number, default: []].formUnion(entries) }
        }
    }

    /// The type of the request with this number: `PUT /characteristics`; with a State in a message of pairing.
    subscript(number: UInt64) -> String? { types[number] }

    /// The entries that the accessory refused in the exchanges that the finding rests on.
    func refused(in finding: Finding) -> Set<RefusedEntry> {
        finding.evidence.reduce(into: []) { $0.formUnion(refused[$1] ?? []) }
    }

    /// The entries that the accessory refused in the instance, until the finding.
    func refused(in instance: String, until finding: Finding) -> Set<RefusedEntry> {
        let last = finding.evidence.max() ?? 0
        return (refusals[instance] ?? []).reduce(into: []) { if $1.sequence <= last { $0.formUnion($1.entries) } }
    }

    /// Whether no request to read, or to write, the characteristic succeeded in the run.
    func isAlwaysRefused(_ refused: RefusedEntry) -> Bool { !served.contains(refused.entry) }
}

/// A characteristic that was to be read or written.
struct RequestedEntry: Hashable {
    var isWrite: Bool
    /// As in `1.53`.
    var characteristic: String
}

/// A characteristic that was not read or written, and the status that the accessory stated for it.
struct RefusedEntry: Hashable {
    var entry: RequestedEntry
    var status: Int64

    var characteristic: String { entry.characteristic }
}
