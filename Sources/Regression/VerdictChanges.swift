import Gate
import Judge

/// Finds the instances whose verdicts differ.
struct VerdictChanges {
    /// The changes, the most severe kind first, then in the order of the new runs.
    let all: [VerdictChange]
    /// The number of instances that both sides judged.
    let common: Int

    init(_ old: RunSet, _ before: [String: [Verdict]], _ new: RunSet, _ after: [String: [Verdict]]) {
        var changes: [VerdictChange] = []
        var common = 0
        let vain = new.vainRepetitions
        for name in Self.names(new, old) {
            let was = InstanceStanding(before[name] ?? [], runs: old.runs.count)
            let found = after[name] ?? Self.skip(of: name, in: after)
            let now = InstanceStanding(found, runs: new.runs.count)
            if was.isJudged, now.isJudged { common += 1 }
            guard let (kind, verdict) = Self.kind(was, now) else { continue }
            // Like at the gate: the instance that it repeats counts for both.
            if kind == .newlySkipped, vain.contains(name) { continue }
            changes.append(
                VerdictChange(kind: kind, instance: name, before: was.words, after: now.words, verdict: verdict)
            )
        }
        all = VerdictChange.Kind.allCases.flatMap { kind in changes.filter { $0.kind == kind } }
        self.common = common
    }

    /// The instances of the new runs in their order, then those that only old runs have.
    private static func names(_ new: RunSet, _ old: RunSet) -> [String] {
        var seen: Set<String> = []
        let all = (new.runs.reversed() + old.runs.reversed()).flatMap { $0.verdicts.map(\.instance) }
        return all.filter { seen.insert($0).inserted }
    }

    /// A case that is skipped as a whole has one verdict under its own name, and none for its instances.
    private static func skip(of name: String, in verdicts: [String: [Verdict]]) -> [Verdict] {
        verdicts[String(name.prefix { $0 != "[" })]?.filter { $0.outcome == .skipped } ?? []
    }

    /// The kind of the change and the verdict that shows it; `nil` if nothing changed that counts.
    private static func kind(_ was: InstanceStanding, _ now: InstanceStanding) -> (VerdictChange.Kind, Verdict)? {
        let (failedBefore, failedNow) = (was.prints(.failed), now.prints(.failed))
        if let failure = now.verdicts(.failed).first {
            if failedBefore.isEmpty { return (.new, failure) }
            guard !failedNow.isSubset(of: failedBefore) else { return nil }
            return (.changed, now.verdicts(.failed).first { !failedBefore.contains(Fingerprint($0)) } ?? failure)
        }
        if was.isJudged, !now.isJudged {
            if let open = now.verdicts(.inconclusive, .errored).first { return (.lost, open) }
            guard was.verdicts(.skipped).isEmpty else { return nil }
            return now.verdicts(.skipped).first.map { (.newlySkipped, $0) }
        }
        if let warning = now.verdicts(.warned).first {
            if !failedBefore.isEmpty { return was.verdicts(.failed).first.map { (.fixed, $0) } }
            return was.verdicts(.warned).isEmpty && was.isJudged ? (.warned, warning) : nil
        }
        guard now.isJudged, let fault = was.verdicts(.failed, .warned).first else { return nil }
        return (.fixed, fault)
    }
}
