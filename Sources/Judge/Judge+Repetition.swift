import HAPModel
package import RunRecord
import SuiteLanguage

extension Judge {
    /// Whether an instance must be repeated before its verdict counts: it failed or could not be judged, and a connection failed,
    /// the accessory restarted or was busy, a value changed that no request had named, or the tester was delayed in it.
    ///
    /// One that was never carried out, because the accessory could not be brought to the state that it needs, is not repeated.
    ///
    /// - Parameters:
    ///   - verdict: the verdict of the only attempt so far.
    ///   - events: the events of this attempt.
    ///   - mayBeBusy: whether a busy accessory may serve the same requests later.
    package func asksForRepetition(_ verdict: Verdict, events: [JournalEvent], mayBeBusy: Bool) -> Bool {
        [.failed, .inconclusive].contains(verdict.outcome) && verdict.repetition == nil
            && (Self.hasFault(events)
                || events.contains {
                    $0.isClosedInstead || verdict.outcome == .failed && $0.hasStrayed || mayBeBusy && $0.isTurnedAway
                })
            && !events.contains { $0.kind == .trouble }
    }

    /// Whether the same rounds of a loop ended without an answer in both attempts. A step that is not a loop has one round.
    private static func failsAlike(_ step: String, _ first: [JournalEvent], _ second: [JournalEvent]) -> Bool {
        let (one, two) = (unansweredRounds(of: step, in: first), unansweredRounds(of: step, in: second))
        return one.isEmpty || two.isEmpty || !one.isDisjoint(with: two)
    }

    /// Whether a request of the same step had no answer in both attempts. The steps after it cannot be judged, but the silence can.
    private static func staySilentAlike(_ first: [JournalEvent], _ second: [JournalEvent]) -> Bool {
        let steps = { (events: [JournalEvent]) in
            Set(events.filter { $0.kind == .observation && $0["failure"] == "timed-out" }.compactMap(\.step))
        }
        return !steps(first).isDisjoint(with: steps(second))
    }

    private static func unansweredRounds(of step: String, in events: [JournalEvent]) -> Set<Substring> {
        let rounds = events.filter { $0.kind == .observation && $0["failure"] != nil }.compactMap(\.step)
            .filter { $0.hasPrefix(step) }.compactMap { path in path.firstIndex(of: "#").map { path[$0...] } }
        return Set(rounds)
    }

    private static func hasFault(_ events: [JournalEvent]) -> Bool {
        // A measurement has no messages on the wire.
        events.contains {
            TransportFault($0) != nil || $0.kind == .delay
                || $0.kind == .observation && ($0["ended"] ?? $0["unanswered"]) != nil
                || $0.showsRestart
        }
    }

    /// The verdict of two attempts.
    ///
    /// What both attempts show is the accessory's fault, and also what the second shows without any fault of a
    /// connection. Different failures of different connections prove nothing.
    func verdict(of instance: Instance, first: [JournalEvent], second: [JournalEvent], run: RunFacts) -> Verdict {
        let (one, two) = (judged(instance, events: first, run: run), judged(instance, events: second, run: run))
        var verdict = two
        guard one.outcome == .failed else {
            // Nothing confirms a failure that only one disturbed attempt shows.
            switch two.outcome {
            case .passed, .warned, .skipped: verdict.repetition = .cleared
            case .inconclusive where Self.staySilentAlike(first, second) && !run.mayMissAnswers(in: second):
                verdict.repetition = .confirmed
            case .inconclusive, .errored: verdict.repetition = .unsettled
            case .failed where Self.hasFault(second):
                return unsettled(
                    verdict,
                    "the first attempt could not be judged, and a connection failed in the second"
                )
            case .failed: break
            }
            return verdict
        }
        switch two.outcome {
        case .passed, .warned, .skipped:
            verdict.repetition = .cleared
        case .inconclusive, .errored:
            verdict.repetition = .unsettled
            let reason = two.reason ?? "it could not be judged"
            verdict.reason =
                "the first attempt was disturbed (a failed connection, no answer, a restart or reset of the accessory, a busy accessory, a value that changed by itself, or a delay of the tester), and in the second \(reason)"
        case .failed:
            let isFirst = { (finding: Finding) in
                one.findings.contains { $0.requirement == finding.requirement && $0.step == finding.step }
                    && Self.failsAlike(finding.step, first, second)
            }
            let hasFault = Self.hasFault(second) || second.contains(where: \.isTurnedAway)
            let counting = hasFault ? two.findings.filter(isFirst) : two.findings
            guard counting.contains(where: { $0.severity == .failed }) else {
                let ways = [one, two].compactMap { $0.findings.first.map { "step \($0.step) got \($0.got)" } }
                return unsettled(
                    verdict,
                    "both attempts were disturbed, and failed in different ways: \(ways.joined(separator: "; then "))"
                )
            }
            if run.mayMissAnswers(in: second), counting.allSatisfy({ $0.severity == .warned || $0.showsSilence }) {
                return unsettled(
                    verdict,
                    "both attempts ended without an answer; connections of other cases in this run failed, too, and did not when these were repeated"
                )
            }
            verdict.findings = counting
            verdict.repetition = .confirmed
        }
        return verdict
    }

    private func unsettled(_ verdict: Verdict, _ reason: String) -> Verdict {
        var verdict = verdict
        verdict.outcome = .inconclusive
        verdict.findings = []
        verdict.met = []
        verdict.repetition = .unsettled
        verdict.reason = reason
        return verdict
    }
}

extension Finding {
    /// Whether it shows only that no answer came in time.
    fileprivate var showsSilence: Bool { bearing != .answer && manner.contains("no answer, failure timed-out") }
}

extension JournalEvent {
    /// Whether the accessory closed the connection instead of a response: as a refusal, or because it had served enough requests on
    /// this connection.
    package var isClosedInstead: Bool {
        kind == .wire && self["kind"] == "closed" && self["failure"] == "closed"
    }

    /// Whether a value changed that no controller can write, and that did not change again. One that changes rarely will not
    /// change in a second attempt.
    package var hasStrayed: Bool {
        guard kind == .observation, let strayed = self["strayed"]?.arrayValue else { return false }
        let unsteady = self["unsteady"]?.arrayValue ?? []
        return strayed.contains { !unsteady.contains($0) }
    }

    /// Whether the accessory turned a request away with the status that asks for another try (HAP-WRITE-052), or failed internally:
    /// it may serve the same request a moment later.
    package var isTurnedAway: Bool {
        guard kind == .observation else { return false }
        if let status = fields.value(at: "http.status")?.int64Value, status >= 500 { return true }
        let busy = JSON.string(HAPStatus.resourceBusy.name)
        return self["status"] == busy || self["statuses"]?.arrayValue?.contains(busy) ?? false
    }
}
