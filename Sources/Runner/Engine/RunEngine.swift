import Gate
import HAPController
package import HAPModel
import HAPPairing
package import Judge
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
    package func run() async -> RunResult {
        let selected = library.cases.filter { settings.selection.selects($0, in: library) }
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
                )
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
        await carryOut(state, arrival, into: &result)
        let left = await state.leave()
        for note in await state.resetNotes + state.valueNotes {
            result.notes.append(note)
            tell(note)
        }
        if !left.isEmpty {
            result.end = RunEnd(
                .leftBehind,
                "not undone: \(left.joined(separator: ", ")); `assay recover` tries again"
            )
        }
        result.ownPairSetups = await state.ownPairSetups
        if result.verdicts.isEmpty { result.end = .nothingSelected(near: result.plan.near) }
        if let end = stop.end(leaving: left.isEmpty ? nil : result.end.message) { result.end = end }
        if let failure = journal.failure { result.end = RunEnd(.fault, "the journal cannot be written: \(failure)") }
        close(&result)
        return result
    }

    private func tell(_ note: String) {
        journal.record(.capability, ["note": .string(note)])
        progress(.note(note))
    }

    private func carryOut(
        _ state: AccessoryKeeper,
        _ arrival: AccessoryKeeper.Arrival,
        into result: inout RunResult
    ) async {
        let runs = AccessoryRuns(state.run, arrival)
        let capabilities = arrival.capabilities(over: environment, catalogue: catalogue, settings: settings)
        let planner = Planner(
            library: library,
            capabilities: capabilities[0],
            further: Array(capabilities.dropFirst()),
            seed: settings.seed
        )
        let plan = planner.plan(
            settings.selection,
            orderSeed: settings.orderSeed,
            rounds: settings.rounds,
            isSequential: settings.isSequential || settings.stopsAtFailure
        )
        result.plan = plan
        journal.record(.plan, plan.json)
        progress(.planned(plan))
        var facts = RunFacts(journal.events)
        for skip in plan.skips {
            let outcome: Verdict.Outcome = skip.isUnjudged ? .inconclusive : .skipped
            let verdict = Verdict(instance: skip.name, caseID: skip.caseID, outcome: outcome, reason: skip.reason)
            record(verdict, total: plan.instances.count, into: &result)
        }
        let judge = Judge(library: library)
        let skipped = result.verdicts.count
        let time = RunTime(plan, settings, clock: environment.clock)
        var failure: String?
        // A user would show the same again.
        var unpassed: Set<String> = []
        // Instances in which the accessory stopped responding. A second attempt may stop it again, so it comes last.
        var postponed: [(instance: Instance, events: [JournalEvent])] = []
        func judgePostponed() async {
            for (instance, events) in postponed {
                var own = events
                if stop.isMade {
                    own += cutShortBeforeRepetition(instance, &facts)
                } else if !time.isOver, await mayRepeat(instance, state) {
                    progress(.began(instance))
                    own += await carryOutAgain(instance, state: state, run: runs[instance], time, &facts)
                }
                let verdict = judge.verdict(of: instance, events: own, run: facts)
                facts.add(verdict)
                record(verdict, total: plan.instances.count + skipped, into: &result)
            }
            postponed = []
        }
        // The events of the instances that were carried out together, until each is judged; and whether nothing counts of them:
        // the accessory stopped responding, and any of them may be the cause.
        var together: [String: [JournalEvent]] = [:]
        var isSilenced = false
        for (instance, group) in groups(plan) {
            let isMonitor = library.case(instance.caseID)?.isMonitor == true
            if isMonitor { await judgePostponed() }
            // An instance that will be skipped does not run beside others.
            let beside = group.filter { !$0.isByUser || !unpassed.contains($0.nameByAdmin) }
            if beside.count > 1, !stop.isMade, !time.isOver {
                together = await carryOutTogether(beside, state: state, runs: runs, time, &facts)
                isSilenced = together.values.joined().contains(where: \.isSilence)
            }
            if var own = together.removeValue(forKey: instance.name) {
                var verdict = judge.verdict(of: instance, events: own, run: facts)
                let repeatsFailure = instance.isByUser && unpassed.contains(instance.nameByAdmin)
                let counts = verdict.outcome == .passed && !isSilenced && !repeatsFailure
                if stop.isMade, !counts, verdict.outcome != .inconclusive {
                    own += cutShortBeforeRepetition(instance, &facts)
                    verdict = judge.verdict(of: instance, events: own, run: facts)
                }
                if counts || stop.isMade {
                    facts.add(verdict)
                    record(verdict, total: plan.instances.count + skipped, into: &result)
                    continue
                }
                let reason = "\(instance.nameByAdmin), which it repeats, did not pass"
                facts.add(repeatsFailure ? beginAlone(instance, because: reason) : beginAlone(instance))
            }
            let first = journal.next
            let isProcedure = library.case(instance.caseID)?.isProcedure == true
            if isProcedure, time.isOver {
                if !result.notes.contains(time.reason) {
                    result.notes.append(time.reason)
                    tell(time.reason)
                }
                inconclusive(instance, time.reason)
            } else if isProcedure, let failure {
                inconclusive(instance, "the run ended at the first failure, \(failure)")
            } else if instance.isByUser, !stop.isMade, unpassed.contains(instance.nameByAdmin) {
                skip(
                    instance,
                    "it repeats \(instance.nameByAdmin), which did not pass, as a controller without admin rights"
                )
            } else {
                progress(.began(instance))
                await carryOut(instance, state: state, run: runs[instance], time)
            }
            let events = journal.events(from: first)
            for event in events { facts.add(event) }
            var own = events.filter { $0.instance == instance.name }
            var verdict = judge.verdict(of: instance, events: own, run: facts)
            if judge.asksForRepetition(verdict, events: own), stop.isMade {
                own += cutShortBeforeRepetition(instance, &facts)
                verdict = judge.verdict(of: instance, events: own, run: facts)
            } else if judge.asksForRepetition(verdict, events: own), own.contains(where: \.isSilence),
                !settings.stopsAtFailure
            {
                unpassed.insert(instance.name)
                postponed.append((instance, own))
                continue
            } else if judge.asksForRepetition(verdict, events: own), await mayRepeat(instance, state) {
                own += await carryOutAgain(instance, state: state, run: runs[instance], time, &facts)
                verdict = judge.verdict(of: instance, events: own, run: facts)
            }
            facts.add(verdict)
            if verdict.outcome != .passed { unpassed.insert(instance.name) }
            if settings.stopsAtFailure, failure == nil, isFailure(verdict) { failure = instance.name }
            record(verdict, total: plan.instances.count + skipped, into: &result)
        }
        await judgePostponed()
    }

    /// Whether the verdict makes the run fail: with a baseline, only if the baseline does not allow it.
    private func isFailure(_ verdict: Verdict) -> Bool {
        library.case(verdict.caseID)?.class == .conformance
            && Gate.isFailure(
                verdict,
                in: settings.baseline,
                coversWarnings: settings.failsOnWarning,
                today: Day(ofTime: settings.started)
            )
    }

    /// Whether the instance can be carried out a second time: it leaves no state that only a reset removes, and the
    /// accessory still responds.
    private func mayRepeat(_ instance: Instance, _ state: AccessoryKeeper) async -> Bool {
        guard let item = library.case(instance.caseID), item.state.resetBy == nil, !stop.isMade else { return false }
        await state.move(to: instance.transport)
        return await state.loss == nil
    }

    /// Says that the stop came before the second attempt, which would show whether the link or the accessory failed.
    func cutShortBeforeRepetition(_ instance: Instance, _ facts: inout RunFacts) -> [JournalEvent] {
        let second = journal.next
        cutShort(instance, "the run was stopped before the second attempt of this instance")
        let events = journal.events(from: second)
        for event in events { facts.add(event) }
        return events
    }

    /// Carries the instance out a second time, on new connections.
    ///
    /// - Returns: the instance's events in this attempt.
    private func carryOutAgain(
        _ instance: Instance,
        state: AccessoryKeeper,
        run: RunContext,
        _ time: RunTime,
        _ facts: inout RunFacts
    ) async -> [JournalEvent] {
        let second = journal.next
        await state.closeMain()
        journal.record(
            .repeat,
            instance: instance.name,
            ["reason": "the instance failed, and a connection failed in it"]
        )
        await carryOut(instance, state: state, run: run, time)
        let events = journal.events(from: second)
        for event in events { facts.add(event) }
        return events.filter { $0.instance == instance.name }
    }

    private func carryOut(_ instance: Instance, state: AccessoryKeeper, run: RunContext, _ time: RunTime) async {
        guard let item = library.case(instance.caseID) else { return }
        run.observer.attribute(to: instance.name)
        defer { run.observer.attribute(to: nil) }
        journal.record(.begin, instance: instance.name, instance.json)
        defer { journal.record(.end, instance: instance.name, .object(JSONObject())) }
        guard case .procedure(let steps) = item.body else { return }
        guard !stop.isMade else { return cutShort(instance, "the run was stopped before this instance") }
        await state.move(to: instance.transport)
        var obstacle = await state.whyLost(instance.others)
        if obstacle == nil { obstacle = await state.bring(to: item, run: run) }
        if let reason = obstacle {
            if stop.isMade { cutShort(instance, Self.stopped) } else { inconclusive(instance, reason) }
            return
        }
        if item.hasRequestsRefused(instance) { await state.controlRefusal(run.database) }
        let main: CaseConnection?
        if instance.isByUser {
            guard let user = await state.userSession() else { return skip(instance, AccessoryKeeper.refusesUsers) }
            main = user
        } else {
            await state.dismissUser()
            // An accessory that does not answer the removal costs the session in which it was asked.
            main = await state.main == nil ? nil : await state.verifiedMain()
        }
        let runner = InstanceRunner(run: run, item: item, instance: instance, keeper: state)
        let end = time.end(of: item)
        let clock = environment.clock
        await stop.cutsShort(after: { try? await clock.sleep(until: end) }) {
            await runner.prepare(main: main)
            await runner.carryOut(steps)
        }
        let isOverdue = clock.now >= end
        await state.spend(item.state, in: runner)
        await state.restore(after: runner, run: run)
        if item.state.resetBy == "factory-reset" {
            await state.factoryReset("\(instance.name) cannot be undone otherwise")
        }
        if item.state.resetBy == "power-cycle", !stop.isMade {
            await state.restart("\(instance.name) cannot be undone otherwise")
        }
        if stop.isMade {
            cutShort(instance, Self.stopped)
        } else if isOverdue {
            inconclusive(instance, time.reason)
        }
    }

    static let stopped = "the run was stopped during this instance"

    /// Records that a stop cut the instance short, so that nothing is judged from its messages.
    func cutShort(_ instance: Instance, _ reason: String) {
        journal.record(
            .trouble,
            instance: instance.name,
            ["outcome": "inconclusive", "message": .string(reason), "cut-short": true]
        )
    }

    func inconclusive(_ instance: Instance, _ reason: String) {
        journal.record(
            .trouble,
            instance: instance.name,
            ["outcome": "inconclusive", "message": .string(reason)]
        )
    }

    private func skip(_ instance: Instance, _ reason: String) {
        journal.record(.trouble, instance: instance.name, ["outcome": "skipped", "message": .string(reason)])
    }

    private func record(_ verdict: Verdict, total: Int, into result: inout RunResult) {
        journal.record(.verdict, instance: verdict.instance, verdict.json)
        result.verdicts.append(verdict)
        progress(.verdict(verdict, done: result.verdicts.count, of: total))
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
        let cases = Dictionary(library.cases.map { ($0.id, $0) }) { first, _ in first }
        baseline.failures.removeAll { known in
            let isSelected = cases[known.caseID].map { settings.selection.selects($0, in: library) } ?? false
            return !isSelected || !settings.selection.selects(instance: known.instance)
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

extension Case {
    fileprivate var isProcedure: Bool {
        if case .procedure = body { return true }
        return false
    }

    fileprivate var isMonitor: Bool {
        if case .monitor = body { return true }
        return false
    }
}

extension JournalEvent {
    /// Whether it shows that the accessory no longer responded after its instance.
    fileprivate var isSilence: Bool { kind == .probe && body["answered"] == false }
}
