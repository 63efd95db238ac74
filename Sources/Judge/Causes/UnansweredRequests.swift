import HAPModel
import RunRecord

/// The kinds of requests that the accessory never answers in the whole run.
///
/// An accessory that crashes or hangs at one message does so in every case that sends it, and violates what each of these cases is
/// about. It is one fault, whether a case shows that no response came, or that the accessory restarted.
struct UnansweredRequests: CauseLink {
    /// The kind of each of these requests, by the number of its event.
    private var kinds: [UInt64: String] = [:]

    /// How many requests of a kind without an answer show that none is answered.
    private static let leastRequests = 3

    init(_ events: [JournalEvent]) {
        var sent: [UInt64: String] = [:]
        var unanswered: [String: [UInt64]] = [:]
        var answered: Set<String> = []
        for event in events where event.kind == .wire {
            if event["kind"] == "request" { sent[event.sequence] = event.typeOfRequest }
            guard let number = event["answers"]?.uint64Value, let kind = sent[number] else { continue }
            if event["failure"] != nil {
                unanswered[kind, default: []].append(number)
            } else if event["tampered"] == false {
                answered.insert(kind)
            }
        }
        for (kind, numbers) in unanswered where !answered.contains(kind) && numbers.count >= Self.leastRequests {
            for number in numbers { kinds[number] = kind }
        }
    }

    func links(_ candidate: Candidate, to head: CauseHead) -> Bool {
        let own = kinds(of: candidate)
        return !own.isEmpty && head.members.contains { !kinds(of: $0).isDisjoint(with: own) }
    }

    /// The kinds of requests without an answer that the finding rests on, if it shows nothing else than this or a restart.
    private func kinds(of candidate: Candidate) -> Set<String> {
        guard candidate.finding.bearing != .answer || candidate.finding.step == Finding.afterwards else { return [] }
        return Set(candidate.finding.evidence.compactMap { kinds[$0] })
    }
}
