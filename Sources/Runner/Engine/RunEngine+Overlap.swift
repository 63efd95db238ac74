import HAPModel
import Judge
import Measurement
import RunRecord
import SuiteLanguage

/// Instances that wait at the same time.
extension RunEngine {
    /// The instances of the plan in their order. The first of a group comes with the whole group, all others with none.
    func groups(_ plan: Plan) -> [(instance: Instance, group: [Instance])] {
        guard !settings.isSequential, !settings.stopsAtFailure else { return plan.instances.map { ($0, []) } }
        return Overlap(library).groups(plan.instances).flatMap { group in
            group.enumerated().map { index, instance in (instance, index == 0 ? group : []) }
        }
    }

    /// Carries out instances that do not disturb each other at the same time. Each has its own connections.
    ///
    /// - Returns: the events of each instance; none if the accessory cannot be brought into the state that they need, so that
    ///   each must be carried out alone.
    func carryOutTogether(
        _ group: [Instance],
        state: AccessoryKeeper,
        runs: AccessoryRuns,
        _ time: RunTime,
        _ facts: inout RunFacts
    ) async -> [String: [JournalEvent]] {
        let first = journal.next
        let parts = group.compactMap { instance in library.case(instance.caseID).map { Part(instance, $0) } }
        guard let main = await bring(to: parts, state, runs) else {
            for event in journal.events(from: first) { facts.add(event) }
            return [:]
        }
        var runners: [InstanceRunner] = []
        for (index, part) in parts.enumerated() {
            let others = group.filter { $0 != part.instance }.map { JSON.string($0.name) }
            progress(.began(part.instance))
            journal.record(.begin, instance: part.instance.name, part.instance.json.with("beside", .array(others)))
            let run = runs[part.instance].beside(lane: index + 1, as: part.instance.name)
            runners.append(InstanceRunner(run: run, item: part.item, instance: part.instance, keeper: state))
        }
        let end = parts.map { time.end(of: $0.item) }.max() ?? environment.clock.now
        let (clock, observer, carried) = (environment.clock, state.run.observer, Array(zip(parts, runners)))
        await stop.cutsShort(after: { try? await clock.sleep(until: end) }) {
            // They share the session that reads the initial values.
            for (part, runner) in carried {
                observer.attribute(to: part.instance.name)
                await runner.prepare(main: main)
            }
            observer.attribute(to: nil)
            await withDiscardingTaskGroup { tasks in
                for (part, runner) in carried { tasks.addTask { await runner.carryOut(part.steps) } }
            }
        }
        // All of them before the first probe: an accessory may have no connection left for it.
        for (part, runner) in carried {
            observer.attribute(to: part.instance.name)
            await state.closeConnections(of: runner)
        }
        for (part, runner) in carried {
            observer.attribute(to: part.instance.name)
            await state.spend(part.item.state, in: runner)
            await state.restore(after: runner, run: runs[part.instance])
            if await !runner.isFinished { cutShort(part.instance, stop.isMade ? Self.stopped : time.reason) }
            journal.record(.end, instance: part.instance.name, .object(JSONObject()))
        }
        observer.attribute(to: nil)
        let events = journal.events(from: first)
        for event in events { facts.add(event) }
        return Dictionary(grouping: events) { $0.instance ?? "" }.filter { !$0.key.isEmpty }
    }

    /// Records that an instance that did not pass beside others is carried out again, alone.
    func beginAlone(_ instance: Instance) -> JournalEvent {
        let next = journal.next
        journal.record(
            .repeat,
            instance: instance.name,
            ["reason": "it did not pass beside other instances, which may have disturbed it", "alone": true]
        )
        return journal.events(from: next)[0]
    }

    /// An instance with the steps of its case.
    private struct Part: Sendable {
        let instance: Instance
        let item: Case
        let steps: [Step]

        init(_ instance: Instance, _ item: Case) {
            self.instance = instance
            self.item = item
            if case .procedure(let steps) = item.body { self.steps = steps } else { steps = [] }
        }
    }

    /// Brings the accessory into the state that the instances need.
    ///
    /// - Returns: the session that they share; `nil` if the state or the session cannot be reached.
    private func bring(to parts: [Part], _ state: AccessoryKeeper, _ runs: AccessoryRuns) async -> CaseConnection? {
        guard let first = parts.first else { return nil }
        await state.move(to: first.instance.transport)
        for part in parts where await state.bring(to: part.item, run: runs[part.instance]) != nil { return nil }
        if parts.contains(where: { $0.item.hasRequestsRefused($0.instance) }) {
            await state.controlRefusal(runs[first.instance].database)
        }
        if first.instance.isByUser { return await state.userSession() }
        await state.dismissUser()
        return await state.main
    }
}
