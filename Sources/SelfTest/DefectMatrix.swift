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
        /// Findings on the requirement that it breaks, at that requirement's level, by these cases.
        case killed(by: [String])
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

    /// The selected cases that kill none of the defects: nothing shows that they can fail.
    package func idleCases(_ rows: [Row]) -> [String] {
        let killers = Set(
            rows.flatMap { row -> [String] in
                if case .killed(let names) = row.fate { names } else { [] }
            }
        )
        return library.cases.filter { selection.selects($0, in: library) && !killers.contains($0.id) }.map(\.id)
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
            !broken.isDisjoint(with: item.allProves + item.rowProves) && selection.selects(item, in: library)
        }
        guard !claiming.isEmpty else { return .unclaimed }
        do {
            var findings: [Verdict] = []
            for attempt in Self.attempts(claiming) {
                findings = try self.findings(of: defect, attempt)
                let killers = findings.filter { kills($0, broken, defect) }.map(\.caseID)
                if !killers.isEmpty { return .killed(by: Array(Set(killers)).sorted()) }
            }
            let elsewhere = findings.flatMap { verdict in
                verdict.findings.map { "\(verdict.caseID) (\($0.requirement))" }
            }
            return elsewhere.isEmpty ? .survived : .killedElsewhere(by: Array(Set(elsewhere)).sorted())
        } catch {
            return .errored("\(error)")
        }
    }

    /// One run against a defect.
    private struct Attempt {
        var selection: Selection
        var startsPaired = false
    }

    /// What is run until the defect is killed: the cases that claim it, then all.
    ///
    /// A monitor sees only what other cases do, so it is run with its chapter. Most of the time of a run goes into its
    /// pair-setups: where no claiming case is about pairing, the accessory is paired from the beginning.
    private static func attempts(_ claiming: [Case]) -> [Attempt] {
        let isPaired = claiming.allSatisfy { $0.chapter != "pairing" && $0.state.needs != .unpaired }
        let chapters = Set(claiming.filter(\.isMonitor).map(\.chapter))
        var attempts = [Attempt(selection: Selection(patterns: claiming.map(\.id)), startsPaired: isPaired)]
        if !chapters.isEmpty {
            attempts.append(Attempt(selection: Selection(tags: chapters.sorted()), startsPaired: isPaired))
        }
        return attempts + [Attempt(selection: Selection())]
    }

    private func findings(of defect: Defect, _ attempt: Attempt) throws -> [Verdict] {
        guard let definition = simulators.accessory(defect.accessory) else { return [] }
        let run = SimulatedRun(
            library: library,
            catalogue: simulators.catalogue,
            definition: definition,
            defects: [defect],
            selection: attempt.selection,
            startsPaired: attempt.startsPaired
        )
        return try run.perform().result.verdicts.filter { !$0.findings.isEmpty }
    }

    /// A broken must kills by failing, a broken should by warning, and so does what a must itself lets pass with one.
    private func kills(_ verdict: Verdict, _ broken: Set<String>, _ defect: Defect) -> Bool {
        verdict.findings.contains { finding in
            guard broken.contains(finding.requirement), let requirement = library.requirements[finding.requirement]
            else { return false }
            let isBinding = requirement.level == .must || requirement.level == .mustNot
            return finding.severity == .failed || !isBinding || defect.isOnlyWarned
        }
    }
}

extension Case {
    fileprivate var isMonitor: Bool {
        if case .monitor = body { return true }
        return false
    }
}
