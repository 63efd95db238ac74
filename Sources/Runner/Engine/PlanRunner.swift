import Gate
import HAPModel
import Judge
import Measurement
import RunRecord
import SuiteLanguage

/// Carries out the instances of a plan in their order, and judges each of them. What a fault of a connection or a delay of
/// the tester may have caused is carried out a second time before it is judged.
///
/// Only the task of the run uses it.
final class PlanRunner {
    let engine: RunEngine
    let plan: Plan
    let state: AccessoryKeeper
    let runs: AccessoryRuns
    private(set) var time: RunTime
    private let judge: Judge
    private var facts: RunFacts
    private(set) var verdicts: [Verdict] = []
    private(set) var notes: [String] = []
    /// Instances that did not pass: a user would show the same again.
    private var unpassed: Set<String> = []
    /// The first failure, in a run that ends there.
    private var failure: String?
    /// Instances in which the accessory stopped responding. A second attempt may stop it again, so it comes last.
    private var postponed: [(instance: Instance, events: [JournalEvent])] = []
    /// The number of instances that the accessory turned away in both attempts. One that always does so needs no second attempts.
    private var busyTwice = 0
    private static let mostBusyTwice = 5
    /// The events of the instances that were carried out beside each other, until each of them is judged.
    private var together: [String: [JournalEvent]] = [:]
    /// Whether the accessory stopped responding beside these instances: any of them may be the cause, so nothing of it counts.
    private var isSilenced = false

    init(_ engine: RunEngine, _ plan: Plan, _ state: AccessoryKeeper, _ runs: AccessoryRuns) {
        self.engine = engine
        self.plan = plan
        self.state = state
        self.runs = runs
        time = RunTime(plan, engine.settings, clock: engine.environment.clock)
        judge = Judge(library: engine.library)
        facts = RunFacts(engine.journal.events)
    }

    var journal: Journal { engine.journal }
    var settings: RunSettings { engine.settings }
    var library: SuiteLibrary { engine.library }
    var stop: StopRequest { engine.stop }

    /// Carries out the plan; afterwards each instance and each skip of it has a verdict.
    func carryOut() async {
        for skip in plan.skips {
            let outcome: Verdict.Outcome = skip.isUnjudged ? .inconclusive : .skipped
            record(Verdict(instance: skip.name, caseID: skip.caseID, outcome: outcome, reason: skip.reason))
        }
        for (instance, group) in groups {
            if library.case(instance.caseID)?.isMonitor == true { await carryOutPostponed() }
            await carryOutBeside(group)
            if let events = together.removeValue(forKey: instance.name) {
                if settles(instance, events) { continue }
                if !stop.isMade, !time.isOver, !repeatsUnpassed(instance) {
                    let first = journal.next
                    await state.restoreNamed(by: instance)
                    _ = take(from: first)
                }
            }
            await carryOutAlone(instance)
        }
        await carryOutPostponed()
    }

    /// The instances of the plan in their order. The first of a group comes with the whole group, all others with none.
    private var groups: [(instance: Instance, group: [Instance])] {
        guard !settings.isSequential, !settings.stopsAtFailure else { return plan.instances.map { ($0, []) } }
        return plan.groups.flatMap { group in
            group.enumerated().map { index, instance in (instance, index == 0 ? group : []) }
        }
    }

    // MARK: - Beside others

    /// Carries out the instances of a group beside each other, if there are several that will not be skipped.
    private func carryOutBeside(_ group: [Instance]) async {
        let group = group.filter { !repeatsUnpassed($0) && vainSession(for: $0) == nil }
        guard group.count > 1, !stop.isMade, !time.isOver else { return }
        let first = journal.next
        let carried = await carryOutTogether(group)
        together = Dictionary(grouping: take(from: first)) { $0.instance ?? "" }.filter { carried.contains($0.key) }
        isSilenced = together.values.joined().contains(where: \.isSilence)
    }

    /// Judges what an instance showed beside others: it counts if the instance passed, or if a stop allows no other attempt.
    ///
    /// - Returns: whether the instance is judged; otherwise it must be carried out again, alone.
    private func settles(_ instance: Instance, _ events: [JournalEvent]) -> Bool {
        var events = events
        var verdict = judge.verdict(of: instance, events: events, run: facts)
        let repeatsFailure = repeatsUnpassed(instance)
        let counts = verdict.outcome == .passed && !isSilenced && !repeatsFailure
        if stop.isMade, !counts, verdict.outcome != .inconclusive {
            events += cutShortBeforeRepetition(instance)
            verdict = judge.verdict(of: instance, events: events, run: facts)
        }
        guard counts || stop.isMade else {
            let first = journal.next
            let reason =
                repeatsFailure
                ? "\(instance.nameByAdmin), which it repeats, did not pass"
                : "it did not pass beside other instances, which may have disturbed it"
            journal.record(.repeat, instance: instance.name, ["reason": .string(reason), "alone": true])
            _ = take(from: first)
            return false
        }
        conclude(verdict)
        return true
    }

    // MARK: - Alone

    private func carryOutAlone(_ instance: Instance) async {
        let first = journal.next
        await attempt(instance)
        var events = take(from: first).filter { $0.instance == instance.name }
        let verdict = judge.verdict(of: instance, events: events, run: facts)
        if [.failed, .warned].contains(verdict.outcome) {
            events += await examineKeeping(after: instance, isLong: verdict.showsOnlyChanges)
        }
        if judge.asksForRepetition(verdict, events: events, mayBeBusy: busyTwice < Self.mostBusyTwice) {
            if stop.isMade {
                events += cutShortBeforeRepetition(instance)
            } else if events.contains(where: \.isSilence), !settings.stopsAtFailure {
                unpassed.insert(instance.name)
                return postponed.append((instance, events))
            } else {
                events += await attemptAgain(instance, after: events)
            }
        }
        conclude(judge.verdict(of: instance, events: events, run: facts))
    }

    /// Shows whether the values that the instance wrote stay as they are. If not, what it expected of them proves nothing.
    ///
    /// - Parameter isLong: whether the values are left alone for as long as possible.
    /// - Returns: the instance's events in this.
    private func examineKeeping(after instance: Instance, isLong: Bool) async -> [JournalEvent] {
        guard !time.isOver, let item = library.case(instance.caseID), case .procedure(let steps) = item.body else {
            return []
        }
        let first = journal.next
        let waits = isLong ? AccessoryKeeper.longestWait : steps.map(\.pause).reduce(.zero, +)
        await state.examineKeeping(after: instance, runs[instance].database, waits: waits)
        return take(from: first).filter { $0.instance == instance.name }
    }

    /// Carries the postponed instances out a second time.
    private func carryOutPostponed() async {
        let instances = postponed
        postponed = []
        for (instance, first) in instances {
            var events = first
            if stop.isMade {
                events += cutShortBeforeRepetition(instance)
            } else if !time.isOver {
                events += await attemptAgain(instance, after: events)
            }
            conclude(judge.verdict(of: instance, events: events, run: facts))
        }
    }

    /// Carries the instance out, or records why it is not carried out.
    private func attempt(_ instance: Instance) async {
        let isProcedure = library.case(instance.caseID)?.isProcedure == true
        if isProcedure, time.isOver {
            tellThatTimeIsOver()
            inconclusive(instance, time.reason)
        } else if isProcedure, let failure {
            inconclusive(instance, "the run ended at the first failure, \(failure)")
        } else if !stop.isMade, repeatsUnpassed(instance) {
            skip(
                instance,
                "it repeats \(instance.nameByAdmin), which did not pass, as a controller without admin rights"
            )
        } else if !stop.isMade, let reason = vainSession(for: instance) {
            inconclusive(instance, reason)
        } else {
            engine.progress(.began(instance))
            await carryOut(instance)
            time.extend(by: await state.takeWaitForHelp())
        }
    }

    /// Why the instance cannot be judged because sessions do not work. An accessory that answers nothing in them would make each
    /// instance wait. Those about sessions themselves are carried out nevertheless: an answer shows that the others are worth it.
    private func vainSession(for instance: Instance) -> String? {
        guard facts.answersNoSession(over: instance.transport), let item = library.case(instance.caseID),
            item.needsWorkingSession
        else { return nil }
        let own = library.vocabulary.transport(instance.transport)?.sessions ?? []
        guard !item.provesWithRows.contains(where: own.contains) else { return nil }
        return "no request in a session has had a readable answer so far, so another one is not worth the time"
    }

    /// Tells once why the rest of the run is not carried out.
    func tellThatTimeIsOver() {
        guard !notes.contains(time.reason) else { return }
        notes.append(time.reason)
        engine.tell(time.reason)
    }

    /// Carries the instance out a second time, on new connections, if that is possible: it leaves no state that only a reset
    /// removes, and the accessory still responds.
    ///
    /// - Parameter first: the events of the first attempt.
    /// - Returns: the instance's events in this attempt; none if it was not made.
    private func attemptAgain(_ instance: Instance, after first: [JournalEvent]) async -> [JournalEvent] {
        guard let item = library.case(instance.caseID), item.state.resetBy == nil, !stop.isMade else { return [] }
        await state.move(to: instance.transport)
        guard await state.loss == nil else { return [] }
        engine.progress(.began(instance))
        let (second, clock) = (journal.next, engine.environment.clock)
        // A controller that is told to try again does not do so at once.
        if first.contains(where: \.isTurnedAway) {
            try? await clock.sleep(until: clock.deadline(in: Self.pauseForBusy))
        }
        await state.closeMain()
        journal.record(
            .repeat,
            instance: instance.name,
            [
                "reason":
                    "the instance did not pass, and a connection failed, the accessory restarted or was busy, a value changed by itself, or the tester was delayed in it"
            ]
        )
        let closes = first.contains { $0.isClosedInstead || TransportFault($0)?.kind == .reset }
        await carryOut(instance, pausing: closes ? Self.pauseForClosing : .zero)
        let events = take(from: second).filter { $0.instance == instance.name }
        let isBusy = { (event: JournalEvent) in event.isTurnedAway && event["tampered"] != true }
        if first.contains(where: isBusy), events.contains(where: isBusy) { busyTwice += 1 }
        return events
    }

    /// If the tester sends the next request at once, it does not see whether the accessory closes the connection because of this
    /// request, or because of the one before.
    private static let pauseForClosing = Duration.milliseconds(50)

    /// The pause before the second attempt at a busy accessory: in this time most motors stand still, and take another value.
    private static let pauseForBusy = Duration.seconds(4)

    /// Records that the stop came before the second attempt, which would show whether the link or the accessory failed.
    private func cutShortBeforeRepetition(_ instance: Instance) -> [JournalEvent] {
        let second = journal.next
        cutShort(instance, "the run was stopped before the second attempt of this instance")
        return take(from: second)
    }

    // MARK: - Verdicts

    /// The events of the journal from this one on, which become facts of the run.
    private func take(from first: UInt64) -> [JournalEvent] {
        let events = journal.events(from: first)
        for event in events { facts.add(event) }
        return events
    }

    /// Whether it repeats an instance that did not pass, as a controller without admin rights.
    private func repeatsUnpassed(_ instance: Instance) -> Bool {
        instance.isByUser && unpassed.contains(instance.nameByAdmin)
    }

    /// Records the verdict of an instance, which no further attempt changes.
    private func conclude(_ verdict: Verdict) {
        facts.add(verdict)
        if verdict.outcome != .passed { unpassed.insert(verdict.instance) }
        if settings.stopsAtFailure, failure == nil, isFailure(verdict) { failure = verdict.instance }
        record(verdict)
    }

    private func record(_ verdict: Verdict) {
        journal.record(.verdict, instance: verdict.instance, verdict.json)
        verdicts.append(verdict)
        engine.progress(.verdict(verdict, done: verdicts.count, of: plan.instances.count + plan.skips.count))
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
}

extension JournalEvent {
    /// Whether it shows that the accessory no longer responded after its instance.
    fileprivate var isSilence: Bool { kind == .probe && (body["answered"] == false || body["away-ms"] != nil) }
}
