package import Judge
import MarkedYAML
package import RunRecord
import SuiteLanguage

/// The comparison of a run with a baseline.
package struct Gate: Sendable, Hashable {
    package let baseline: Baseline
    /// What trips the gate, the most severe kind first.
    package let departures: [Departure]
    /// The failures that the baseline allows, by instance.
    package let allowed: [String: KnownFailure]

    /// - Parameters:
    ///   - baseline: the entries that the run's selection covers.
    ///   - verdicts: the verdicts that count for conformance.
    ///   - coversWarnings: whether a warning counts like a failure, as with `--fail-on warning`.
    ///   - today: the day on which the run started; `nil` if it is not known, and nothing expires.
    ///   - end: how the run ended.
    package init(_ baseline: Baseline, _ verdicts: [Verdict], coversWarnings: Bool = false, today: Day?, end: RunEnd) {
        self.baseline = baseline
        let known = Dictionary(baseline.failures.map { ($0.instance, $0) }) { first, _ in first }
        var allowed: [String: KnownFailure] = [:]
        var departures: [Departure] = []
        for verdict in Self.withoutVainRepetitions(verdicts) {
            let entry = known[verdict.instance]
            let departure = Self.departure(of: verdict, from: entry, baseline.skipped, coversWarnings, today)
            if let departure {
                departures.append(departure)
            } else if let entry, Self.counts(verdict.outcome, coversWarnings) {
                allowed[verdict.instance] = entry
            }
        }
        if end.isWhole {
            departures += Self.missing(baseline.failures, among: verdicts, reported: departures.map(\.instance))
        }
        let order = Departure.Kind.allCases
        self.departures = order.flatMap { kind in departures.filter { $0.kind == kind } }
        self.allowed = allowed
    }

    /// The verdicts without skipped repetitions by a regular controller of what did not pass: it repeats only what passes,
    /// so the instance that did not pass counts for both.
    package static func withoutVainRepetitions(_ verdicts: [Verdict]) -> [Verdict] {
        let unpassed = Set(verdicts.filter { $0.outcome != .passed }.map(\.instance))
        return verdicts.filter { verdict in
            guard verdict.outcome == .skipped, let first = Instance.nameByAdmin(verdict.instance) else { return true }
            return !unpassed.contains(first)
        }
    }

    /// The entry of the baseline that allows a failure; `nil` for every other verdict, and for a failure that trips the
    /// gate.
    ///
    /// - Parameter today: the day on which the run started; `nil` if it is not known, and nothing expires.
    package static func allowance(of verdict: Verdict, in baseline: Baseline, today: Day?) -> KnownFailure? {
        guard verdict.outcome == .failed, let entry = baseline[verdict.instance],
            departure(of: verdict, from: entry, nil, false, today) == nil
        else { return nil }
        return entry
    }

    /// Whether the verdict is a failure that the baseline does not allow: it is not listed, fails in another way, or has
    /// expired. A known failure that no longer fails, and an instance that is skipped, are no failures.
    ///
    /// - Parameters:
    ///   - baseline: the entries that allow failures; `nil` allows none.
    ///   - coversWarnings: whether a warning counts like a failure, as with `--fail-on warning`.
    ///   - today: the day on which the run started; `nil` if it is not known, and nothing expires.
    package static func isFailure(
        _ verdict: Verdict,
        in baseline: Baseline?,
        coversWarnings: Bool,
        today: Day?
    ) -> Bool {
        guard counts(verdict.outcome, coversWarnings) else { return false }
        guard let baseline else { return true }
        return departure(of: verdict, from: baseline[verdict.instance], nil, coversWarnings, today) != nil
    }

    /// Whether the outcome needs an entry in the baseline.
    private static func counts(_ outcome: Verdict.Outcome, _ coversWarnings: Bool) -> Bool {
        outcome == .failed || coversWarnings && outcome == .warned
    }

    /// How the verdict differs from what the baseline says about its instance; `nil` if it does not.
    private static func departure(
        of verdict: Verdict,
        from known: KnownFailure?,
        _ skipped: [String]?,
        _ coversWarnings: Bool,
        _ today: Day?
    ) -> Departure? {
        let name = verdict.instance
        let fails = verdict.outcome == .warned ? "has a warning" : "fails"
        switch (verdict.outcome, known) {
        case (let outcome, nil) where counts(outcome, coversWarnings):
            return Departure(kind: .new, instance: name, text: "\(name) \(fails), and the baseline does not list it")
        case (let outcome, .some(let known)) where counts(outcome, coversWarnings):
            let now = Fingerprint(verdict)
            if now != known.fingerprint {
                let text =
                    "\(name) \(fails) in another way than the baseline lists: its fingerprint is \(now.text), "
                    + "not \(known.fingerprint.text)"
                return Departure(kind: .changed, instance: name, text: text, known: known)
            }
            guard let expires = known.expires, let today, expires < today else { return nil }
            let text =
                "\(name) still \(fails), and was allowed until \(expires) only; ask \(known.owner), who may set a later "
                + "day in the file"
            return Departure(kind: .expired, instance: name, text: text, known: known)
        case (.warned, .some(let known)) where Fingerprint(verdict) == known.fingerprint:
            // The baseline belongs to a run with `--fail-on warning`, too.
            return nil
        case (.passed, .some(let known)), (.warned, .some(let known)):
            let text = "\(name) no longer fails; remove its entry with `assay baseline update`"
            return Departure(kind: .fixed, instance: name, text: text, known: known)
        case (.skipped, _):
            let isNew = known != nil || skipped.map { !$0.contains(name) } ?? false
            guard isNew else { return nil }
            let reason = verdict.reason.map { ": \($0)" } ?? ""
            let text = "\(name) is skipped, and the baseline does not list it as skipped\(reason)"
            return Departure(kind: .newlySkipped, instance: name, text: text, known: known)
        case (.failed, _), (.passed, nil), (.warned, nil), (.inconclusive, _), (.errored, _):
            return nil
        }
    }

    /// Known failures whose instances the run does not have, for example because the accessory lost the characteristic.
    ///
    /// If the case as a whole could not be judged, nothing is known about its instances.
    ///
    /// - Parameter reported: names of departures; a case that is skipped as a whole is one under its own name.
    private static func missing(
        _ failures: [KnownFailure],
        among verdicts: [Verdict],
        reported: [String]
    ) -> [Departure] {
        let instances = Set(verdicts.map(\.instance))
        let unjudged = verdicts.filter { [.inconclusive, .errored].contains($0.outcome) }.map(\.instance)
        let explained = Set(reported + unjudged)
        return failures.filter { !instances.contains($0.instance) && !explained.contains($0.caseID) }.map { known in
            let text = "\(known.instance) did not run: \(whyMissing(known, among: instances))"
            return Departure(kind: .newlySkipped, instance: known.instance, text: text, known: known)
        }
    }

    private static func whyMissing(_ known: KnownFailure, among instances: Set<String>) -> String {
        let first = Instance.nameOfFirst(known.instance)
        if first != known.instance, instances.contains(first) {
            return "the entry is from a run with `--repeat`, and this run repeated less"
        }
        let near = NearNames(instances.filter { $0.hasPrefix("\(known.caseID)[") }).near(known.instance)
        let hint = NearNames.question(near.map { "`\($0)`" }).map { "; \($0)" } ?? ""
        return "the accessory has no such instance\(hint)"
    }
}
