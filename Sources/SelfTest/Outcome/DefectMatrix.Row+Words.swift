import HAPAccessory
import Judge

extension DefectMatrix.Row {
    /// Whether a finding on the violated requirement shows the defect.
    var isKilled: Bool {
        if case .killed = fate { return true }
        return false
    }

    /// Whether the defect is killed, or survives as `survivors.yaml` says. One that only violates unproven
    /// requirements does not count.
    func isAsListed(_ survivors: [String: String]) -> Bool {
        fate == .unclaimed || isKilled == (survivors[defect.name] == nil)
    }

    /// The result in one word.
    var word: String {
        switch fate {
        case .killed: return "killed"
        case .killedElsewhere: return "killed-elsewhere"
        case .survived: return "survived"
        case .unclaimed: return "unclaimed"
        case .errored: return "errored"
        }
    }

    /// The cases that kill it.
    var cases: [String] {
        if case .killed(let names) = fate { names } else { [] }
    }

    /// The cases that kill it, or why it is not killed.
    var details: String {
        switch fate {
        case .killed(let names), .killedElsewhere(let names):
            let further = names.count > 3 ? " and \(names.count - 3) more" : ""
            return "by \(names.prefix(3).joined(separator: ", "))\(further)"
        case .survived, .unclaimed: return "violates \(defect.breaks.joined(separator: ", "))"
        case .errored(let reason): return reason
        }
    }

    /// The same, with the reason of a listed defect, and with the named cause if it is the wrong one.
    func details(_ survivors: [String: String]) -> String {
        if let reason = survivors[defect.name] { return isKilled ? "killed, though listed: \(reason)" : reason }
        guard isKilled, !isCauseRight, let cause else { return details }
        return "\(details); likely cause named: \(cause.requirement)"
    }
}

extension ConformantRuns.Unstable {
    /// Both verdicts in words.
    var why: String { "first \(first?.why ?? "absent"), then in round \(round) \(other?.why ?? "absent")" }
}

extension Verdict {
    /// The outcome, with the first finding or the reason.
    var why: String {
        let finding = findings.first.map { "\($0.requirement): expected \($0.expected); got \($0.got)" }
        return [outcome.rawValue, finding ?? reason].compactMap(\.self).joined(separator: ": ")
    }
}
