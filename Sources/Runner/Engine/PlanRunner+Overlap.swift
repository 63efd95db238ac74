import HAPModel
import Measurement
import RunRecord
import SuiteLanguage

/// Instances that wait at the same time.
extension PlanRunner {
    /// Carries out instances beside each other. They begin in their order, each as soon as it does not disturb those that are in
    /// progress, and the accessory has sessions for it. Each has its own connections.
    ///
    /// - Returns: the names of those that were carried out; the others must be carried out alone.
    func carryOutTogether(_ group: [Instance]) async -> Set<String> {
        let parts = group.compactMap { instance in
            library.case(instance.caseID).map { Part(instance: instance, item: $0) }
        }
        var carried: [(part: Part, runner: InstanceRunner)] = []
        if await bring(to: parts) { carried = await carryOutBeside(parts) }
        let observer = state.run.observer
        await state.restoreInOtherStates(of: carried.map(\.runner))
        // All of them before the first probe: an accessory may have no connection left for it.
        for (part, runner) in carried {
            observer.attribute(to: part.instance.name)
            await state.spend(part.item.state, in: runner)
            await state.conclude(runner)
            if await !runner.isFinished { cutShort(part.instance, stop.isMade ? Self.stopped : time.reason) }
            journal.record(.end, instance: part.instance.name, .object(JSONObject()))
        }
        observer.attribute(to: nil)
        return Set(carried.map(\.part.instance.name))
    }

    /// Carries out the steps of instances beside each other, and restores the values that each changed when it ends. One with a
    /// silence goes on after it as soon as it disturbs none of those in progress; no other begins in the meantime.
    private func carryOutBeside(_ parts: [Part]) async -> [(part: Part, runner: InstanceRunner)] {
        guard let first = parts.first else { return [] }
        let overlap = Overlap(library, runs[first.instance].database)
        var carried: [(part: Part, runner: InstanceRunner)] = []
        await withTaskGroup(of: Int.self) { tasks in
            var inProgress: [Int] = []
            var silent: [Int] = []
            var others: [Instance] { inProgress.map { carried[$0].part.instance } }
            func free(_ index: Int) async {
                inProgress.removeAll { $0 == index }
                if !inProgress.isEmpty { engine.progress(.waiting(others)) }
                let (part, runner) = carried[index]
                state.run.observer.attribute(to: part.instance.name)
                await state.release(runner, run: runs[part.instance])
                state.run.observer.attribute(to: nil)
            }
            func goOnAfterSilence() async {
                for index in silent {
                    let (part, runner) = carried[index]
                    let active = inProgress.filter { !silent.contains($0) }.map { carried[$0].part.instance }
                    let quiet = silent.filter { $0 != index }.map { carried[$0].part.instance }
                    guard overlap.fitsAfterSilence(part.instance, beside: active, silent: quiet) else { continue }
                    silent.removeAll { $0 == index }
                    state.run.observer.attribute(to: part.instance.name)
                    let (clock, end) = (engine.environment.clock, time.end(of: part.item))
                    await stop.cutsShort(after: { try? await clock.sleep(until: end) }) {
                        await runner.carryOut(part.item.stepsAfterSilence)
                    }
                    await free(index)
                }
            }
            func awaitEnd() async -> Bool {
                guard let index = await tasks.next() else { return false }
                if carried[index].part.item.stepsAfterSilence.isEmpty {
                    await free(index)
                } else {
                    silent.append(index)
                }
                await goOnAfterSilence()
                return true
            }
            for part in parts {
                while !overlap.fits(part.instance, beside: others), await awaitEnd() {}
                guard !stop.isMade, !time.isOver, let main = await session(for: part) else { break }
                let lane = carried.count
                let runner = await begin(part, main, lane, beside: others)
                carried.append((part, runner))
                inProgress.append(lane)
                engine.progress(.waiting(others))
                let (stop, clock, end) = (stop, engine.environment.clock, time.end(of: part.item))
                tasks.addTask {
                    await stop.cutsShort(after: { try? await clock.sleep(until: end) }) {
                        await runner.carryOut(part.item.stepsBesideOthers)
                    }
                    return lane
                }
            }
            while await awaitEnd() {}
        }
        return carried
    }

    /// Begins an instance: reads the initial values in the session that all share.
    private func begin(
        _ part: Part,
        _ main: CaseConnection,
        _ lane: Int,
        beside others: [Instance]
    ) async -> InstanceRunner {
        let names = others.map { JSON.string($0.name) }
        engine.progress(.began(part.instance))
        journal.record(.begin, instance: part.instance.name, part.instance.json.with("beside", .array(names)))
        let run = runs[part.instance].beside(lane: lane + 1, as: part.instance.name)
        let runner = InstanceRunner(run: run, item: part.item, instance: part.instance, keeper: state)
        state.run.observer.attribute(to: part.instance.name)
        await stop.cutsShort { await runner.prepare(main: main) }
        state.run.observer.attribute(to: nil)
        return runner
    }

    /// An instance with the steps of its case.
    private struct Part: Sendable {
        let instance: Instance
        let item: Case
    }

    /// Brings the accessory into the state that the instances need.
    ///
    /// - Returns: whether it is in this state.
    private func bring(to parts: [Part]) async -> Bool {
        guard let first = parts.first else { return false }
        await state.move(to: first.instance.transport)
        for part in parts where await state.bring(to: part.item, run: runs[part.instance]) != nil { return false }
        if parts.contains(where: { $0.item.hasRequestsRefused($0.instance) }) {
            await state.controlRefusal(runs[first.instance].database)
        }
        if !first.instance.isByUser { await state.dismissUser() }
        return true
    }

    /// The session that the instance shares with the others of its controller; `nil` if it cannot be started.
    private func session(for part: Part) async -> CaseConnection? {
        part.instance.isByUser ? await state.userSession() : await state.verifiedMain()
    }
}
