package import Gate
import HAPModel
import Judge
import RunRecord

extension RunReport {
    /// The comparison with the baseline in the header; `nil` for a run without one.
    static func gate(
        _ events: [JournalEvent],
        _ verdicts: [Verdict],
        coversWarnings: Bool,
        started: String,
        end: RunEnd
    ) -> Gate? {
        guard let body = events.first(where: { $0.kind == .header })?["baseline"] else { return nil }
        return Gate(Baseline(body), verdicts, coversWarnings: coversWarnings, today: Day(ofTime: started), end: end)
    }

    /// Whether the outcome makes the run fail, unless a baseline allows it.
    func gates(on outcome: Verdict.Outcome) -> Bool {
        outcome == .failed || failsOnWarning && outcome == .warned
    }

    /// The entry of the baseline that allows this failure; `nil` if it counts.
    package func known(_ entry: Entry) -> KnownFailure? { gate?.allowed[entry.verdict.instance] }

    /// Whether the failure is new, or differs from what the baseline allows.
    package func departure(_ entry: Entry) -> Departure? {
        gate?.departures.first { $0.instance == entry.verdict.instance }
    }

    /// The skipped instances that a baseline lists. It leaves out compatibility cases, and those that only repeat, as a
    /// controller without admin rights, what did not pass.
    package var listedSkips: [String] {
        let counting = entries.filter(\.countsForConformance)
        return Gate.withoutVainRepetitions(counting.map(\.verdict)).filter { $0.outcome == .skipped }.map(\.instance)
    }

    /// The baseline after this run: what fails now is known. If warnings make the run fail, they are known, too.
    ///
    /// Entries that stay keep owner, reason and expiry. Entries that the run did not cover stay unchanged.
    ///
    /// - Parameters:
    ///   - old: the baseline before the run.
    ///   - owner: the owner of new entries.
    ///   - reason: the reason of new entries; `nil` takes the message of the failure.
    ///   - expires: the last day of new entries.
    package func updated(_ old: Baseline, owner: String, reason: String?, expires: Day?, renews: Bool = false)
        -> Baseline
    {
        let counting = entries.filter(\.countsForConformance)
        let covered = Dictionary(counting.map { ($0.verdict.instance, $0.verdict) }) { first, _ in first }
        let cases = Set(counting.map(\.verdict.caseID))
        let isComplete = selection == "everything"
        let isOpen = { (name: String) in
            [.inconclusive, .errored].contains(covered[name]?.outcome)
        }
        var new = old
        new.accessory = old.accessory ?? record?.product
        new.failures.removeAll { known in
            guard let verdict = covered[known.instance] else {
                if isOpen(known.caseID) { return false }
                // Of a case that was skipped as a whole, or whose instance no longer exists.
                return isComplete || covered[known.caseID] != nil
            }
            // An entry of a warning stays, whether or not warnings make this run fail.
            if verdict.outcome == .warned { return !failsOnWarning && Fingerprint(verdict) != known.fingerprint }
            return [.passed, .skipped].contains(verdict.outcome)
        }
        let renderer = FailureText(self)
        for entry in counting where gates(on: entry.verdict.outcome) {
            let fingerprint = Fingerprint(entry.verdict)
            if let index = new.failures.firstIndex(where: { $0.instance == entry.verdict.instance }) {
                new.failures[index].fingerprint = fingerprint
                if renews { new.failures[index].expires = expires }
            } else {
                new.failures.append(
                    KnownFailure(
                        instance: entry.verdict.instance,
                        fingerprint: fingerprint,
                        owner: owner,
                        reason: reason ?? renderer.message(entry).string,
                        expires: expires
                    )
                )
            }
        }
        new.failures.sort { $0.instance < $1.instance }
        let skipped = listedSkips
        let kept = (old.skipped ?? []).filter { name in
            let caseID = String(name.prefix { $0 != "[" })
            // What could not be judged in this run may be skipped in the next one.
            if isOpen(name) || isOpen(caseID) { return true }
            return !isComplete && covered[name] == nil && !(name == caseID && cases.contains(caseID))
        }
        new.skipped = Set(kept + skipped).sorted()
        return new
    }
}
