package import HAPAccessory
import HAPModel
package import Judge
import Measurement
import RunRecord
import Runner
package import SuiteLanguage
import Synchronization

/// Runs the cases about each twin's requirements on that twin: none of them may fail.
package struct TwinRuns: Sendable {
    private let library: SuiteLibrary
    private let locks: SuiteLocks
    private let simulators: SimulatorLibrary
    private let selection: Selection
    private let selected: SelectedCases
    private let entrance: any SimulatedEntrance
    private let beside: [any SimulatedEntrance]
    private let runsAllCases: Bool

    /// - Parameters:
    ///   - entrance: how the runs reach the accessories.
    ///   - beside: the further transports of runs with cases that compare transports.
    ///   - selection: which cases run; twins that none of them is about are left out.
    ///   - runsAllCases: whether all cases run on each twin, instead of those about its requirements.
    package init(
        library: SuiteLibrary,
        simulators: SimulatorLibrary,
        entrance: any SimulatedEntrance,
        beside: [any SimulatedEntrance] = [],
        selection: Selection = Selection(),
        runsAllCases: Bool = false
    ) {
        self.runsAllCases = runsAllCases
        self.library = library
        locks = SuiteLocks(library)
        self.simulators = simulators
        self.entrance = entrance
        self.beside = beside
        self.selection = selection
        selected = SelectedCases(selection, over: entrance.kind.rawValue, in: library)
    }

    /// The result of one twin.
    package enum Fate: Sendable, Hashable {
        /// Every case about its requirements passes.
        case tolerated
        /// Nothing fails, and exactly the declared requirements warn.
        case warned
        /// These verdicts are neither passed, nor warned, nor skipped.
        case falseAlarm([Verdict])
        /// Requirements that warn although the twin does not declare it.
        case undeclaredWarning([String])
        /// Requirements that the twin declares and that do not warn.
        case missingWarning([String])
        /// The twin proves nothing, for this reason.
        case vacuous(String)
        /// The bench itself failed.
        case errored(String)
    }

    /// One twin and its result.
    package struct Row: Sendable {
        package var twin: Twin
        package var fate: Fate
        /// The duration of its runs.
        package var elapsed: Duration = .zero
    }

    /// Whether a selected case is about one of the twin's requirements.
    package func concerns(_ twin: Twin) -> Bool {
        library.belongs(twin.answers, to: entrance.kind)
            && twin.answers.contains { selection.selects(requirement: library.requirements.judged($0), in: library) }
            && (selection.patterns.isEmpty && selection.tags.isEmpty || !claiming(twin).isEmpty)
    }

    /// Runs each twin.
    ///
    /// - Parameter report: called for each twin that is done.
    package func rows(_ twins: [Twin], report: @Sendable (String) -> Void = { _ in }) async -> [Row] {
        let known = KnownRuns()
        return await withTaskGroup(of: (Int, Row).self) { group in
            for (index, twin) in twins.enumerated() {
                group.addTask {
                    let start = MonotonicClock.system.now
                    let fate = fate(of: twin, known)
                    return (index, Row(twin: twin, fate: fate, elapsed: start.duration(to: MonotonicClock.system.now)))
                }
            }
            var rows: [(Int, Row)] = []
            for await row in group {
                rows.append(row)
                report(row.1.twin.name)
            }
            return rows.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func claiming(_ twin: Twin) -> [Case] {
        selected.proving(Set(twin.answers.map(library.requirements.judged)))
    }

    private func fate(of twin: Twin, _ known: KnownRuns) -> Fate {
        let claiming = claiming(twin)
        guard !claiming.isEmpty else { return .vacuous("no case proves \(twin.answers.joined(separator: ", "))") }
        let run = plannedRun(for: twin, claiming)
        guard var run else { return .vacuous("the simulated accessory \(twin.accessory) does not exist") }
        do {
            let conformant = try known.digest(of: run)
            run.defects = [twin]
            let outcome = try run.carryOut()
            guard KnownRuns.digest(outcome.events) != conformant else {
                return .vacuous("the accessory behaves like the one without the change")
            }
            return judged(twin, outcome.result.verdicts, claiming)
        } catch {
            return .errored("\(error)")
        }
    }

    private func judged(_ twin: Twin, _ verdicts: [Verdict], _ claiming: [Case]) -> Fate {
        let names = Set(claiming.map(\.id))
        // A case about something else may be unable to judge it, or warn of the same in other words.
        let own = runsAllCases ? verdicts.filter { names.contains($0.caseID) } : verdicts
        let violated = Set(twin.violates.map(library.requirements.judged))
        let alarms =
            own.filter { $0.outcome == .inconclusive }
            + verdicts.filter { verdict in
                if verdict.outcome == .errored { return true }
                guard verdict.outcome == .failed else { return false }
                // A case about what the twin answers must not fail, whatever else the twin violates.
                let found = verdict.findings.filter { $0.severity == .failed }.map(\.requirement)
                return names.contains(verdict.caseID) || found.isEmpty || !violated.isSuperset(of: found)
            }
        if !alarms.isEmpty { return .falseAlarm(alarms) }
        guard verdicts.contains(where: { names.contains($0.caseID) && $0.outcome != .skipped }) else {
            return .vacuous("no case about its requirements applies to \(twin.accessory)")
        }
        let warned = Set(own.flatMap(\.findings).map(\.requirement))
        let declared = Set(twin.warns.map(library.requirements.judged))
        let undeclared = warned.subtracting(declared).sorted()
        if !undeclared.isEmpty { return .undeclaredWarning(undeclared) }
        let missing = declared.subtracting(warned).intersection(judged(by: claiming)).sorted()
        if !missing.isEmpty { return .missingWarning(missing) }
        return declared.isEmpty ? .tolerated : .warned
    }

    /// The requirements that the cases judge. A selection may leave out those that a twin warns of.
    private func judged(by cases: [Case]) -> Set<String> {
        Set(cases.flatMap { $0.allProves + $0.rowProves }.map(library.requirements.judged))
    }

    /// The run without the twin's change: the cases that claim it or all of them, and all monitors, which watch these cases.
    ///
    /// If only monitors claim it, the other cases of their chapters give them messages to watch.
    private func plannedRun(for twin: Twin, _ claiming: [Case]) -> SimulatedRun? {
        guard let definition = simulators.accessory(twin.accessory) else { return nil }
        let chapters = Set(claiming.map(\.chapter))
        let isWatched = claiming.contains { !$0.isMonitor }
        let acting =
            if runsAllCases {
                // Cases that compare transports need accessories made for that.
                library.cases.filter { $0.span == .one } + claiming.filter { $0.span != .one }
            } else if isWatched { claiming } else {
                library.cases.filter { chapters.contains($0.chapter) && !$0.isSlow }
            }
        let cases = acting.filter { !$0.isMonitor } + library.cases.filter(\.isMonitor)
        var run = SimulatedRun(
            library: library,
            locks: locks,
            catalogue: simulators.catalogue,
            definition: definition,
            entrance: entrance,
            selection: Selection(patterns: cases.map(\.id)),
            startsPaired: acting.canStartPaired(with: twin)
        )
        if acting.contains(where: { $0.span != .one }) { run.beside = beside }
        return run
    }
}

/// The digests of runs without a change; twins with the same cases share them.
private final class KnownRuns: Sendable {
    private struct Key: Hashable {
        var accessory: String
        var patterns: [String]
        var startsPaired: Bool
    }

    private let digests = Mutex<[Key: Int]>([:])

    func digest(of run: SimulatedRun) throws -> Int {
        let key = Key(
            accessory: run.definition.name,
            patterns: run.selection.patterns,
            startsPaired: run.startsPaired
        )
        if let known = digests.withLock({ $0[key] }) { return known }
        let digest = Self.digest(try run.carryOut().events)
        digests.withLock { $0[key] = digest }
        return digest
    }

    /// The digest of the messages. A survey of the network is recorded as a snapshot only.
    static func digest(_ events: [JournalEvent]) -> Int {
        var hasher = Hasher()
        for event in events where event.kind == .wire || event.kind == .snapshot { hasher.combine(event) }
        return hasher.finalize()
    }
}

extension Case {
    fileprivate var isSlow: Bool { tags.contains("slow") }
}
