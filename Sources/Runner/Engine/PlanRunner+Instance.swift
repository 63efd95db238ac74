import HAPModel
import Measurement
import RunRecord
import SuiteLanguage

/// One instance, alone.
extension PlanRunner {
    /// Carries out the steps of the instance, and restores what it changed.
    ///
    /// - Parameter pause: how long the tester waits before each step.
    func carryOut(_ instance: Instance, pausing pause: Duration = .zero) async {
        guard let item = library.case(instance.caseID) else { return }
        let run = runs[instance]
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
        let clock = engine.environment.clock
        let began = clock.now
        await stop.cutsShort(after: { try? await clock.sleep(until: end) }) {
            await runner.prepare(main: main)
            await runner.carryOut(steps[...], pausing: pause)
        }
        let isOverdue = clock.now >= end
        record(delay: clock.delay(since: began), of: instance)
        await state.spend(item.state, in: runner)
        await state.restore(after: runner, run: run)
        if item.state.resetBy == "factory-reset" {
            await state.undoByReset(instance)
        }
        if item.state.resetBy == "power-cycle", !stop.isMade {
            await state.restart("\(instance.name) cannot be undone otherwise")
        }
        if stop.isMade {
            cutShort(instance, Self.stopped)
        } else if isOverdue {
            tellThatTimeIsOver()
            // The user's limit may cut off an answer that was still in time, so nothing is judged from the instance.
            if time.isGiven { cutShort(instance, time.reason) } else { inconclusive(instance, time.reason) }
        }
    }

    /// A delay that can change what an instance shows: the shortest time that a case waits for an event is a second.
    private static let harmfulDelay = Duration.milliseconds(250)

    /// Records that the tester itself was late: an event that came in time may have been read after the time for it.
    private func record(delay: Duration, of instance: Instance) {
        guard delay >= Self.harmfulDelay else { return }
        journal.record(.delay, instance: instance.name, ["longest-ns": JSON(delay.wholeNanoseconds)])
    }

    /// Why nothing is judged from an instance that was in progress.
    static let stopped = "the run was stopped during this instance"

    /// Records that a stop cut the instance short, so that nothing is judged from its messages.
    func cutShort(_ instance: Instance, _ reason: String) {
        journal.record(
            .trouble,
            instance: instance.name,
            ["outcome": "inconclusive", "message": .string(reason), "cut-short": true]
        )
    }

    /// Records why the instance can't be judged.
    func inconclusive(_ instance: Instance, _ reason: String) {
        journal.record(
            .trouble,
            instance: instance.name,
            ["outcome": "inconclusive", "message": .string(reason)]
        )
    }

    func skip(_ instance: Instance, _ reason: String) {
        journal.record(.trouble, instance: instance.name, ["outcome": "skipped", "message": .string(reason)])
    }
}
