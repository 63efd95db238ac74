package import HAPAccessory
import HAPModel
package import Judge
import Measurement
import RunRecord
import Runner
package import SuiteLanguage

/// Runs each defect against the cases that claim to find it.
package struct DefectMatrix: Sendable {
    let library: SuiteLibrary
    private let locks: SuiteLocks
    let simulators: SimulatorLibrary
    let selection: Selection
    private let selected: SelectedCases
    /// How the runs reach the accessories.
    let entrance: any SimulatedEntrance
    /// The further transports of runs with cases that compare transports.
    let beside: [any SimulatedEntrance]

    /// - Parameters:
    ///   - entrance: how the runs reach the accessories.
    ///   - beside: the further transports of runs with cases that compare transports.
    ///   - selection: which cases may kill; defects that none of them claims are left out.
    package init(
        library: SuiteLibrary,
        simulators: SimulatorLibrary,
        entrance: any SimulatedEntrance,
        beside: [any SimulatedEntrance] = [],
        selection: Selection = Selection()
    ) {
        self.selection = selection
        selected = SelectedCases(selection, over: entrance.kind.rawValue, in: library)
        self.entrance = entrance
        self.beside = beside
        self.library = library
        locks = SuiteLocks(library)
        self.simulators = simulators
    }

    /// How long the runs of a defect go on.
    package enum Extent: Sendable {
        /// Until the first case kills it. A survivor is not run with the cases that cannot kill it.
        case firstKill
        /// Until all cases that claim to find it have run, so that each killer is known. A survivor runs with all other
        /// cases, too.
        case killers
        /// Like ``killers``, and it is found out which proofs kill the defect, and which are needed.
        case proofs
    }

    /// The result of one defect.
    package enum Fate: Sendable, Hashable {
        /// These cases have findings on a violated requirement, at the requirement's level; only the first such case if
        /// the runs ended there.
        case killed(by: [String])
        /// These cases have findings, but only on other requirements.
        case killedElsewhere(by: [String])
        /// No finding at all.
        case survived
        /// No case proves the violated requirements, so nothing ran.
        case unclaimed
        /// The bench itself failed.
        case errored(String)
    }

    /// One line of the matrix.
    package struct Row: Sendable {
        package var defect: Defect
        package var fate: Fate
        /// The likely cause in the deciding run; `nil` if the run had no findings. If the run ended at the kill, the
        /// cause is that of the findings until then.
        package var cause: LikelyCause?
        /// Whether that cause is a requirement that the defect violates.
        package var isCauseRight: Bool
        /// The proofs each of which is enough to kill it, with the alternatives of its step if there are any; empty
        /// unless asked for.
        package var killers: Set<Proof> = []
        /// The proofs without which it would survive; empty unless asked for.
        package var needed: Set<Proof> = []
        /// The duration of its runs.
        package var elapsed: Duration = .zero
    }

    /// The selected cases that kill none of the defects, so that nothing shows that they can fail.
    ///
    /// A defect that leaves requests unanswered can use up the time of its run before each case had its turn. So a case
    /// that kills nothing beside others is tried alone, on each defect that it claims.
    package func idleCases(_ rows: [Row]) -> [String] {
        let killers = Set(
            rows.flatMap { row -> [String] in
                if case .killed(let names) = row.fate { names } else { [] }
            }
        )
        // Neutral cases are tested over IP.
        return library.cases(selection).filter { item in
            !killers.contains(item.id)
                && item.over.includes(entrance.kind.rawValue)
                && (entrance.kind == .ip || !item.over.includes(TransportKind.ip.rawValue))
                && !rows.contains { killsAlone(item, $0.defect) }
        }.map(\.id)
    }

    private func killsAlone(_ item: Case, _ defect: Defect) -> Bool {
        let broken = Set(defect.breaks.map(library.requirements.judged))
        guard !item.isMonitor, selected.proving(broken).contains(where: { $0.id == item.id }) else { return false }
        return attempts(defect, [item], .firstKill).prefix(1).contains { attempt in
            guard let run = try? run(defect, attempt, nil) else { return false }
            return run.verdicts.contains { $0.caseID == item.id && kills($0, broken, defect) }
        }
    }

    /// Whether the self-test over the transport runs the defect: over another one than IP, those of requirements that
    /// only the transport has, and a sample of the others. And whether it violates a requirement of the selection, if
    /// the selection names requirements.
    package func concerns(_ defect: Defect) -> Bool {
        (library.belongs(defect.breaks, to: entrance.kind)
            || simulators.sample(over: entrance.kind).contains(defect.name))
            && defect.breaks.contains { selection.selects(requirement: library.requirements.judged($0), in: library) }
    }

    /// Runs each defect against the cases that prove a violated requirement.
    ///
    /// - Parameters:
    ///   - extent: how long the runs of a defect go on.
    ///   - report: called for each defect that is done.
    package func rows(
        _ defects: [Defect],
        _ extent: Extent = .killers,
        report: @Sendable (String) -> Void = { _ in }
    ) async -> [Row] {
        await withTaskGroup(of: (Int, Row).self) { group in
            for (index, defect) in defects.enumerated() {
                group.addTask {
                    let start = MonotonicClock.system.now
                    var row = row(for: defect, extent)
                    row.elapsed = start.duration(to: MonotonicClock.system.now)
                    return (index, row)
                }
            }
            var rows: [(Int, Row)] = []
            for await row in group {
                rows.append(row)
                report(row.1.defect.name)
            }
            return rows.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// Whether a selected case proves a requirement that the defect violates.
    package func isClaimed(_ defect: Defect) -> Bool {
        !selected.proving(Set(defect.breaks.map(library.requirements.judged))).isEmpty
    }

    private func row(for defect: Defect, _ extent: Extent) -> Row {
        var row = Row(defect: defect, fate: .unclaimed, isCauseRight: false)
        let broken = Set(defect.breaks.map(library.requirements.judged))
        let violated = Set(simulators.violated(by: defect).map(library.requirements.judged))
        let claiming = selected.proving(broken)
        guard !claiming.isEmpty else { return row }
        do {
            var elsewhere: [String] = []
            for (number, attempt) in attempts(defect, claiming, extent).enumerated() {
                // The first run has all cases that claim the defect; later ones only search for a monitor that finds it.
                let endsEarly = extent == .firstKill || extent == .killers && number > 0
                let watch = endsEarly ? watch(defect, broken, claiming) : nil
                let run = try run(defect, attempt, watch)
                let counting = run.verdicts.filter { library.case($0.caseID)?.class == .conformance }
                row.cause = LikelyCauses(counting, events: run.events, library: library).groups.first
                row.isCauseRight = row.cause.map { violated.contains($0.requirement) } ?? false
                let killing = run.verdicts.filter { kills($0, broken, defect) }
                if !killing.isEmpty {
                    row.fate = .killed(by: Set(killing.map(\.caseID)).sorted())
                    if extent == .proofs { weigh(killing, of: run.events, broken, &row) }
                    return row
                }
                elsewhere = run.verdicts.flatMap { verdict in
                    verdict.findings.map { "\(verdict.caseID) (\($0.requirement))" }
                }
            }
            row.fate = elsewhere.isEmpty ? .survived : .killedElsewhere(by: Set(elsewhere).sorted())
        } catch {
            row.fate = .errored("\(error)")
        }
        return row
    }

    /// Judges the runs again without single proofs, to find out which of them kill the defect and which are needed.
    private func weigh(_ killing: [Verdict], of events: [JournalEvent], _ broken: Set<String>, _ row: inout Row) {
        let caseIDs = Set(killing.map(\.caseID))
        for id in caseIDs {
            let placed = library.case(id)?.proofs.filter { broken.contains($0.proof.requirement) } ?? []
            let all = Set(placed.map(\.proof))
            func isKilled(by proofs: Set<Proof>) -> Bool {
                Judge(library: library, without: all.subtracting(proofs)).verdicts(events, of: [id]).contains {
                    kills($0, broken, row.defect)
                }
            }
            for (step, proof) in placed {
                // An alternative alone proves nothing: all alternatives of its step are judged together.
                let siblings = Set(placed.filter { $0.step.number == step.number }.map(\.proof))
                if isKilled(by: [proof]) || (isKilled(by: siblings) && !isKilled(by: siblings.subtracting([proof]))) {
                    row.killers.insert(proof)
                }
                if caseIDs.count == 1, !isKilled(by: all.subtracting([proof])) { row.needed.insert(proof) }
            }
        }
    }

    /// One run against a defect.
    private struct Attempt {
        var selection: Selection
        var startsPaired = false
        /// Whether it reaches the accessory over all transports.
        var comparesTransports = false
    }

    /// The runs until the defect is killed: first the cases that claim it, then all cases.
    ///
    /// A monitor only sees what other cases do, so it runs with its chapter. Pair-setups take most of the time, so if
    /// no claiming case is about pairing, the accessory is paired from the start, and a second run pairs with it.
    ///
    /// Cases that do not claim the defect cannot kill it. With all cases, a monitor sees more, and a survivor may
    /// have findings on other requirements. A defect that no monitor claims needs neither if it is listed in
    /// `survivors.yaml`, or if only the first kill counts. In that case all chapters of the claiming cases run: a
    /// variant may act only after other requests.
    private func attempts(_ defect: Defect, _ claiming: [Case], _ extent: Extent) -> [Attempt] {
        let isPaired = claiming.canStartPaired(with: defect)
        let monitors = claiming.filter(\.isMonitor)
        let chapters = Set((extent == .firstKill ? claiming : monitors).map(\.chapter))
        let comparing = claiming.filter { $0.span != .one }
        // A defect that acts only after a restart needs one, unless the case about it makes one itself.
        let needsRestart =
            defect.condition.occasions.contains(.afterRestart) && !claiming.contains(where: \.restarts)
        let restart = needsRestart ? library.cases.filter(\.restarts) : []
        func attempt(_ cases: [Case], comparesTransports: Bool = false) -> Attempt {
            let all = cases + restart.filter { $0.state.needs == .paired && $0.binding.names.isEmpty }.prefix(1)
            return Attempt(
                selection: Selection(patterns: all.map(\.id)),
                startsPaired: isPaired,
                comparesTransports: comparesTransports
            )
        }
        var attempts = [attempt(claiming)]
        if isPaired {
            // An accessory that stays paired is not reset, and says nothing in pair-setup.
            var unpaired = attempts[0]
            unpaired.startsPaired = false
            attempts.append(unpaired)
        }
        if !comparing.isEmpty, !beside.isEmpty {
            attempts.insert(attempt(comparing, comparesTransports: true), at: 0)
            if comparing.count == claiming.count { return [attempts[0]] }
        }
        if !chapters.isEmpty { attempts.append(attempt(library.cases.filter { chapters.contains($0.chapter) })) }
        if monitors.isEmpty, extent == .firstKill || simulators.survivors(over: entrance.kind)[defect.name] != nil {
            return attempts
        }
        return attempts + [Attempt(selection: Selection())]
    }

    /// Ends a run with the first verdict that kills the defect.
    private func watch(_ defect: Defect, _ broken: Set<String>, _ claiming: [Case]) -> KillWatch {
        let monitors = Set(claiming.filter(\.isMonitor).map(\.id))
        return KillWatch(library: library, monitors: monitors) { kills($0, broken, defect) }
    }

    /// The verdicts of the run, and its journal.
    private func run(
        _ defect: Defect,
        _ attempt: Attempt,
        _ watch: KillWatch?
    ) throws -> (verdicts: [Verdict], events: [JournalEvent]) {
        guard let definition = simulators.accessory(defect.accessory) else { return ([], []) }
        var run = SimulatedRun(
            library: library,
            locks: locks,
            catalogue: simulators.catalogue,
            definition: definition,
            entrance: entrance,
            defects: [defect],
            selection: attempt.selection,
            startsPaired: attempt.startsPaired
        )
        if attempt.comparesTransports { run.beside = beside }
        let outcome = try run.carryOut(watchedBy: watch)
        return (outcome.result.verdicts, outcome.events)
    }

    /// A violated must kills by failing, a violated should by warning; so does a must that tolerates the defect with
    /// a warning.
    private func kills(_ verdict: Verdict, _ broken: Set<String>, _ defect: Defect) -> Bool {
        verdict.findings.contains { finding in
            guard broken.contains(finding.requirement), let requirement = library.requirements[finding.requirement]
            else { return false }
            let isBinding = requirement.level == .must || requirement.level == .mustNot
            return finding.severity == .failed || !isBinding || defect.isOnlyWarned
        }
    }
}

extension String {
    /// The step's own number in a path such as `4a.1`.
    fileprivate var number: Substring { prefix { $0.isNumber } }
}
