import HAPModel
import RunRecord

/// Whether the accessory completed no pair-setup in the whole run, although the tester used the right setup code.
///
/// A mistake in one of its messages, which the tester's own first pair-setup or a wrong response shows, ends whatever a case does with it.
/// Whatever the case is about, it then shows this mistake and nothing else.
struct UncompletedPairing: CauseLink {
    private let isUncompleted: Bool

    init(_ events: [JournalEvent]) {
        isUncompleted = !events.contains(where: \.completesPairSetup)
    }

    /// The finding shows only that a pair-setup did not get on, and the other one the mistake in the tester's own.
    func links(_ candidate: Candidate, to head: CauseHead) -> Bool {
        guard isUncompleted, candidate.finding.bearing != .answer, let symptom = candidate.symptom,
            symptom.isOfPairSetup
        else { return false }
        return head.members.contains { $0.isOfOwnPairing || $0.finding.bearing == .answer && $0.symptom == symptom }
    }
}

extension JournalEvent {
    /// Whether it is an M6 without Error.
    fileprivate var completesPairSetup: Bool {
        kind == .wire && self["kind"] == "response" && self["procedure"] == "pair-setup" && self["tampered"] == false
            && self["state"]?.uint64Value == 6 && self["error-code"]?.uint64Value == nil
    }
}
