import HAPModel
import Judge
import Measurement
import RunRecord

extension RunFacts {
    /// Adds an instance of a case of its own that passed when it was repeated, or failed again.
    ///
    /// - Parameters:
    ///   - first: the events of its first attempt, in their order.
    ///   - second: those of the second one.
    mutating func addCase(
        _ number: Int,
        first: [(JournalEvent.Kind, JSON)],
        second: [(JournalEvent.Kind, JSON)] = [],
        _ repetition: Verdict.Repetition
    ) {
        let name = "case-\(number)[over=ip]"
        for (kind, body) in first + [(.repeat, [:])] + second {
            add(
                JournalEvent(
                    sequence: UInt64(100 + number),
                    at: Moment(nanoseconds: 0),
                    kind: kind,
                    instance: name,
                    step: nil,
                    body: body
                )
            )
        }
        var verdict = Verdict(instance: name, caseID: "case-\(number)", outcome: .passed)
        verdict.repetition = repetition
        add(verdict)
    }
}
