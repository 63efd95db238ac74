import HAPModel
import RunRecord
import Synchronization

/// The positive controls of a run: valid operations that succeeded. Without them, a rejection proves nothing.
final class Controls: Sendable {
    private let journal: Journal
    private let succeeded = Mutex<Set<String>>([])

    init(journal: Journal) {
        self.journal = journal
    }

    /// Whether the verb has succeeded in this run.
    func has(_ verb: String) -> Bool { succeeded.withLock { $0.contains(verb) } }

    /// Records the result of a valid operation.
    func record(_ verb: String, succeeded holds: Bool, evidence: [UInt64]) {
        if holds { succeeded.withLock { _ = $0.insert(verb) } }
        journal.record(
            .control,
            ["verb": .string(verb), "succeeded": .bool(holds), "evidence": .array(evidence.map { JSON($0) })]
        )
    }
}
