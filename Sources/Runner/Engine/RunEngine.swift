import Gate
import HAPController
package import HAPModel
import HAPPairing
package import Judge
import Latency
import Measurement
package import RunRecord
package import SuiteLanguage

/// Carries out a run: pairs, reads the database, plans, runs and judges the instances in order, and restores the
/// accessory.
package struct RunEngine: Sendable {
    let environment: RunEnvironment
    let settings: RunSettings
    let library: SuiteLibrary
    let locks: SuiteLocks
    let catalogue: Catalogue
    let journal: Journal
    let ledger: Ledger?
    /// What earlier runs saw; `nil` if nothing is kept.
    let memory: (any AccessoryMemory)?
    /// Ends the run early when a stop is requested.
    let stop: StopRequest
    /// Called with each verdict.
    let progress: @Sendable (Progress) -> Void

    /// The progress of a run.
    package enum Progress: Sendable {
        case note(String)
        case planned(Plan)
        /// The instance is carried out from now on, for the first or the second time.
        case began(Instance)
        /// Of the instances that wait at the same time, these are in progress, in the order in which they began.
        case waiting([Instance])
        case verdict(Verdict, done: Int, of: Int)
    }

    /// - Parameter locks: the suite locks that runs of the same library share; `nil` makes one for this run.
    package init(
        environment: RunEnvironment,
        settings: RunSettings,
        library: SuiteLibrary,
        locks: SuiteLocks? = nil,
        catalogue: Catalogue,
        journal: Journal,
        ledger: Ledger?,
        memory: (any AccessoryMemory)? = nil,
        stop: StopRequest = StopRequest(),
        progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) {
        self.environment = environment
        self.settings = settings
        self.library = library
        self.locks = locks ?? SuiteLocks(library)
        self.catalogue = catalogue
        self.journal = journal
        self.ledger = ledger
        self.memory = memory
        self.stop = stop
        self.progress = progress
    }

    /// Runs all selected cases.
    ///
    /// Every wait has a time limit. A stopped run also restores what it changed before it returns.
    ///
    /// - Parameter companion: what goes on during the run, and may add to the journal behind its header. It is cancelled at the end.
    package func run(beside companion: @escaping @Sendable () async -> Void = {}) async -> RunResult {
        let selected = library.cases(settings.selection)
        var result = RunResult(
            end: .completed,
            plan: Plan(),
            verdicts: [],
            notes: [],
            ownPairSetups: 0
        )
        guard !selected.isEmpty else {
            result.end = .nothingSelected()
            return result
        }
        writeHeader(caseIDs: Set(selected.map(\.id)))
        return await withTaskGroup(of: Void.self) { [result] group in
            group.addTask { await companion() }
            group.addTask { await stop.limitsRestoration(environment.clock, settings.answerWithin) }
            defer { group.cancelAll() }
            return await carryOut(result)
        }
    }

    private func carryOut(_ planned: RunResult) async -> RunResult {
        var result = planned
        let state = AccessoryKeeper(
            run: RunContext(
                environment: environment,
                settings: settings,
                journal: journal,
                observer: JournalObserver(journal: journal) { [environment] in environment.transport.relayRoundTrip },
                evaluator: Evaluator(vocabulary: library.vocabulary, transport: environment.transport.kind.rawValue),
                ledger: ledger,
                memory: memory,
                controllers: Controllers(random: environment.random),
                controls: Controls(journal: journal),
                writes: WriteBudget(limit: settings.writesPerCharacteristic),
                stop: stop,
                database: AttributeDatabase(.null),
                catalogue: catalogue,
                lookout: library.lookout(
                    settings.selection,
                    comparesTransports: environment.transports.count > 1
                ),
                announce: { [progress] in progress(.note($0)) }
            )
        )
        // What the arrival has changed by then is undone at the end, as after any other stop.
        let arrival = await stop.cutsShort { await state.arrive() } ?? AccessoryKeeper.Arrival()
        result.notes = arrival.notes
        for note in arrival.notes { tell(note) }
        if let end = arrival.end {
            let owes = ledger?.debts().isEmpty == false
            result.end = stop.end(leaving: owes ? "`assay recover` undoes what is left" : nil) ?? end
            close(&result)
            return result
        }
        if let mismatch = settings.baseline?.mismatch(arrival.product) {
            // No verdict could change the exit status.
            result.end = RunEnd(
                .usage,
                "\(mismatch); name another file with --baseline, or correct its line `accessory`"
            )
        } else {
            await carryOut(state, arrival, into: &result)
            if result.verdicts.isEmpty { result.end = .nothingSelected(near: result.plan.near) }
        }
        let left = await state.leave()
        for note in await state.resetNotes + state.restartNotes + state.userNotes + state.valueNotes
            + state.pairingNotes()
        {
            result.notes.append(note)
            tell(note)
        }
        if !left.isEmpty {
            let words = "not undone: \(left.joined(separator: ", ")); `assay recover` tries again"
            let earlier = result.end.isWhole ? nil : result.end
            result.end = RunEnd(
                earlier?.reason ?? .leftBehind,
                [earlier?.message, words].compactMap(\.self).joined(separator: "; ")
            )
        } else if let notUndone = await state.notUndone {
            result.end = RunEnd(.leftBehind, notUndone)
        }
        result.ownPairSetups = await state.ownPairSetups
        let isRestored = left.isEmpty && result.end.reason != .leftBehind
        if let end = stop.end(leaving: isRestored ? nil : result.end.message) { result.end = end }
        if let failure = journal.failure { result.end = RunEnd(.fault, "the journal cannot be written: \(failure)") }
        close(&result)
        return result
    }

    /// Says something about the whole run, in the journal and to the user.
    func tell(_ note: String) {
        journal.record(.capability, ["note": .string(note)])
        progress(.note(note))
    }

    private func carryOut(
        _ state: AccessoryKeeper,
        _ arrival: AccessoryKeeper.Arrival,
        into result: inout RunResult
    ) async {
        let capabilities = arrival.capabilities(over: environment, catalogue: catalogue, settings: settings)
        let planner = Planner(
            library: library,
            capabilities: capabilities[0],
            further: Array(capabilities.dropFirst()),
            seed: settings.seed
        )
        result.plan = planner.plan(
            settings.selection,
            orderSeed: settings.orderSeed,
            rounds: settings.rounds,
            isSequential: settings.isSequential || settings.stopsAtFailure
        )
        journal.record(.plan, result.plan.json)
        for note in result.plan.notes { tell(note) }
        result.notes += result.plan.notes
        progress(.planned(result.plan))
        let runner = PlanRunner(self, result.plan, state, AccessoryRuns(state.run, arrival))
        await runner.carryOut()
        result.verdicts = runner.verdicts
        result.notes += runner.notes
        if let note = noteOfUnmeasuredBudgets {
            tell(note)
            result.notes.append(note)
        }
    }

    /// The budgets of the profile for which no case has measured enough times, in a sentence; `nil` if there are none.
    private var noteOfUnmeasuredBudgets: String? {
        guard !settings.budgets.isEmpty else { return nil }
        var judged: Set<String> = []
        for event in journal.events where event.kind == .observation {
            for entry in event["budgets"]?.arrayValue ?? [] {
                if let budget = LatencyBudget(json: entry) { judged.insert(budget.name) }
            }
        }
        let left = settings.budgets.map(\.name).filter { !judged.contains($0) }
        guard !left.isEmpty else { return nil }
        return
            "\(Spoken.count(left.count, "budget")) of the profile not judged, because no case of this run took enough times: \(left.joined(separator: ", ")); `assay measure` judges them"
    }

    private func writeHeader(caseIDs: Set<String>) {
        let lock = locks.lock(caseIDs: caseIDs)
        let requirements = locks.requirements(over: environment.transport.kind.rawValue)
        let header: JSON = [
            "schema": JSON(JournalSchema.current), "environment": Host.current.json,
            "started": .string(settings.started),
            "accessory": [
                "name": .string(settings.accessory), "address": .string(environment.transport.destination),
            ],
            "seed": .string("\(settings.seed)"), "rerun": .string(settings.rerun),
            "selection": settings.selection.json, "lock": lock.json, "requirements": requirements,
        ]
        var members = settings.asked
        if let baseline { members.append((key: "baseline", value: baseline.json)) }
        journal.record(.header, members.reduce(header) { $0.with($1.key, $1.value) })
    }

    /// The part of the baseline that the selection covers.
    private var baseline: Baseline? {
        guard var baseline = settings.baseline else { return nil }
        let selected = Set(library.cases(settings.selection).map(\.id))
        baseline.failures.removeAll { known in
            !selected.contains(known.caseID) || !settings.selection.selects(instance: known.instance)
        }
        return baseline
    }

    private func close(_ result: inout RunResult) {
        var totals = JSONObject()
        for outcome in Verdict.Outcome.allCases {
            totals[outcome.rawValue] = JSON(result.verdicts.count { $0.outcome == outcome })
        }
        journal.record(.close, result.end.json.with("totals", .object(totals)))
    }
}

extension RunSettings {
    /// Members of the header that only some runs have.
    fileprivate var asked: [(key: String, value: JSON)] {
        (command.map { [("command", .string($0))] } ?? []) + (relay.map { [("relay", .string($0))] } ?? [])
            + (failsOnWarning ? [("fail-on", "warning")] : [])
    }
}
