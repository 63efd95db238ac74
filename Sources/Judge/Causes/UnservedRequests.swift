import HAPModel
import RunRecord

/// The requests that the accessory never served in the whole run: pairing procedures that it never completed, methods and paths that
/// it always refused, and all requests in sessions if none of its sessions works.
///
/// One mistake there ends whatever a case does with them, in the tester's own pair-setup, too. Whatever the case is about, it then
/// shows this mistake and nothing else.
struct UnservedRequests {
    private let types: Set<String>

    /// The requests that each accessory serves. Others it may refuse for good reasons, such as `POST /identify` while it is paired.
    private static let always: Set = [
        "POST /pair-setup", "POST /pair-verify", "POST /pairings", "GET /accessories", "GET /characteristics",
        "PUT /characteristics", Symptom.inSession,
    ]

    /// How often a request must have failed: a few may have met a busy accessory.
    private static let leastFailures = 5

    init(_ events: [JournalEvent]) {
        var failed: [String: Int] = [:]
        var served: Set<String> = []
        for event in events where event.kind == .wire && event["tampered"] == false {
            guard let method = event["method"]?.stringValue, let path = event["path"]?.stringValue else { continue }
            let isSecured = event["session"]?.uint64Value ?? 0 > 0
            for type in ["\(method) \(path)"] + (isSecured ? [Symptom.inSession] : []) {
                switch event.servesItsRequest {
                case true?: served.insert(type)
                case false?: failed[type, default: 0] += 1
                case nil: break
                }
            }
        }
        types = Set(failed.filter { $1 >= Self.leastFailures && !served.contains($0) }.keys).intersection(Self.always)
    }

    /// Whether the finding shows only that a request was not served, and so does the other one, which is likelier.
    func link(_ candidate: Candidate, to head: CauseHead) -> Bool {
        guard candidate.finding.bearing != .answer, candidate.isAlwaysBroken else { return false }
        let types = types(of: candidate)
        return head.members.contains { member in
            guard member.isAlwaysBroken, member.finding.bearing != .answer || member.isOfOwnPairing else {
                return false
            }
            return !types.isDisjoint(with: self.types(of: member))
        }
    }

    private func types(of candidate: Candidate) -> Set<String> {
        candidate.symptom.map { types.intersection($0.types) } ?? []
    }
}

extension JournalEvent {
    /// The State of the last message of each pairing procedure.
    private static let lastStates: [String: UInt64] = ["pair-setup": 6, "pair-verify": 4]

    /// Whether the event says that its request was carried out, or a part of it; `nil` in the middle of a pairing procedure.
    fileprivate var servesItsRequest: Bool? {
        guard self["kind"] == "response", self["error-code"]?.uint64Value == nil else { return false }
        guard let status = self["http"]?["status"]?.int64Value, (200..<300).contains(status) else { return false }
        if let last = self["procedure"]?.stringValue.flatMap({ Self.lastStates[$0] }) {
            return self["state"]?.uint64Value == last ? true : nil
        }
        let entries = self["body"]?["characteristics"]?.arrayValue ?? []
        return status != 207 || entries.contains { ($0["status"]?.int64Value ?? 0) == 0 }
    }
}
