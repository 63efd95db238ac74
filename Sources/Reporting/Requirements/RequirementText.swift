import Gate
package import HAPModel
import RunRecord
import SuiteLanguage

/// A run by requirement, as text and as JSON.
package struct RequirementText: Sendable {
    private let report: RunReport

    package init(_ report: RunReport) {
        self.report = report
    }

    /// The requirements in groups by their states, the worst first, then the number of each.
    package var text: CleanText {
        let groups = Dictionary(grouping: report.standings, by: \.state)
        var blocks: [CleanText] = []
        for state in RequirementStanding.State.allCases {
            guard let group = groups[state] else { continue }
            let lines = group.map(line)
            blocks.append((["\(state.words) (\(group.count))"] + lines).joined(separator: "\n"))
        }
        let counts = RequirementStanding.State.allCases.map { "\(groups[$0]?.count ?? 0) \($0.words)" as CleanText }
        blocks.append("\(counts.joined(separator: ", ")), \(report.standings.count) in total")
        return blocks.joined(separator: "\n\n")
    }

    /// `  HAP-WRITE-018 (must)  HAP R1 5.7.1.4: write.below-minimum[…]`
    private func line(_ standing: RequirementStanding) -> CleanText {
        let requirement = standing.requirement
        let head: CleanText =
            "  \(CleanText(requirement.id, limit: 100)) (\(requirement.level.words))  \(CleanText(requirement.source, limit: 200))"
        let why = standing.reason.map { [$0] } ?? standing.shownBy
        guard let first = why.first else { return head }
        let more: CleanText = why.count > 1 ? " and \(why.count - 1) more" : ""
        let known: CleanText = isKnown(standing) ? ", known" : ""
        return "\(head): \(CleanText(first, limit: 200))\(more)\(known)"
    }

    /// Whether the baseline allows each failure that violates the requirement.
    private func isKnown(_ standing: RequirementStanding) -> Bool {
        standing.state == .violated && standing.shownBy.allSatisfy { report.gate?.allowed[$0] != nil }
    }

    /// The array `requirements` of the summary.
    package var json: JSON { .array(report.standings.map(json)) }

    private func json(_ standing: RequirementStanding) -> JSON {
        let requirement = standing.requirement
        var object = JSONObject([
            "requirement": .string(requirement.id), "level": .string(requirement.level.rawValue),
            "source": .string(requirement.source), "state": .string(standing.state.rawValue),
        ])
        if requirement.judgedAs != requirement.id { object["same-as"] = .string(requirement.judgedAs) }
        if !standing.shownBy.isEmpty { object["shown-by"] = .array(standing.shownBy.map { .string($0) }) }
        if isKnown(standing) { object["known"] = true }
        object["reason"] = standing.reason.map { .string($0) }
        return .object(object)
    }
}
