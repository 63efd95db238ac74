package import HAPAccessory
import HAPModel
import Judge
import Runner
package import SuiteLanguage

/// Every defect against the cases that claim to see it.
package struct DefectMatrix: Sendable {
    let library: SuiteLibrary
    let simulators: SimulatorLibrary
    let selection: Selection

    /// - Parameter selection: which cases may kill; defects that none of them claims are left out.
    package init(library: SuiteLibrary, simulators: SimulatorLibrary, selection: Selection = Selection()) {
        self.selection = selection
        self.library = library
        self.simulators = simulators
    }

    /// What became of one defect.
    package enum Fate: Sendable, Hashable {
        /// A finding on the requirement that it breaks, at that requirement's level.
        case killed(by: String)
        /// Findings, but on other requirements only.
        case killedElsewhere(by: [String])
        /// No finding at all.
        case survived
        /// No case proves what it breaks, so nothing was run.
        case unclaimed
        /// The bench itself failed.
        case errored(String)
    }

    /// One line of the matrix.
    package struct Row: Sendable {
        package var defect: Defect
        package var fate: Fate
    }

    /// Runs each defect against the cases that claim what it breaks, and survivors against all others.
    package func rows(_ defects: [Defect]) async -> [Row] {
        await withTaskGroup(of: (Int, Row).self) { group in
            for (index, defect) in defects.enumerated() {
                group.addTask { (index, Row(defect: defect, fate: fate(of: defect))) }
            }
            var rows: [(Int, Row)] = []
            for await row in group { rows.append(row) }
            return rows.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func fate(of defect: Defect) -> Fate {
        let broken = Set(defect.breaks.map(library.requirements.judged))
        let claiming = library.cases.filter { item in
            !broken.isDisjoint(with: item.allProves) && selection.selects(item, in: library)
        }.map(\.id)
        guard !claiming.isEmpty else { return .unclaimed }
        do {
            let claims = try self.findings(of: defect, Selection(patterns: claiming))
            if let kill = claims.first(where: { kills($0, broken) }) { return .killed(by: kill.caseID) }
            let findings = try self.findings(of: defect, Selection())
            if let kill = findings.first(where: { kills($0, broken) }) { return .killed(by: kill.caseID) }
            let elsewhere = findings.flatMap { verdict in
                verdict.findings.map { "\(verdict.caseID) (\($0.requirement))" }
            }
            return elsewhere.isEmpty ? .survived : .killedElsewhere(by: Array(Set(elsewhere)).sorted())
        } catch {
            return .errored("\(error)")
        }
    }

    private func findings(of defect: Defect, _ selection: Selection) throws -> [Verdict] {
        guard let definition = simulators.accessory(defect.accessory) else { return [] }
        let run = SimulatedRun(
            library: library,
            catalogue: simulators.catalogue,
            definition: definition,
            defects: [defect],
            selection: selection
        )
        return try run.perform().result.verdicts.filter { !$0.findings.isEmpty }
    }

    /// A broken must kills by failing, a broken should by warning.
    private func kills(_ verdict: Verdict, _ broken: Set<String>) -> Bool {
        verdict.findings.contains { finding in
            guard broken.contains(finding.requirement), let requirement = library.requirements[finding.requirement]
            else { return false }
            let isBinding = requirement.level == .must || requirement.level == .mustNot
            return finding.severity == .failed || !isBinding
        }
    }
}
