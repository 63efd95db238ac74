import HAPController
import HAPModel
import HAPPairing
import HAPSession
import Measurement
import Observations
import RunRecord
import SuiteLanguage

extension AccessoryKeeper {
    /// Closes the instance's connections, except the shared session, unless that cannot be used any more.
    func closeConnections(of runner: InstanceRunner) async {
        await runner.stopListening()
        await runner.noteEnds()
        await runner.endStreams()
        let connections = await runner.connections
        for (key, connection) in connections.sorted(by: { $0.key < $1.key }) {
            // Beside other instances it has a main session of its own.
            let isShared = key == InstanceRunner.mainName && runner.run.lane.isEmpty
            guard !isShared || connection.isSpoiled else { continue }
            await connection.wire.close(abruptly: false)
            guard isShared else { continue }
            if runner.instance.isByUser { user = nil } else { main = nil }
        }
    }

    /// Closes the instance's connections, restores what it changed, removes what it added, and checks whether the
    /// accessory still responds.
    func restore(after runner: InstanceRunner, run: RunContext) async {
        await release(runner, run: run)
        await conclude(runner)
    }

    /// Closes the instance's connections and restores the values that it changed, so that others can use its characteristics.
    func release(_ runner: InstanceRunner, run: RunContext) async {
        await closeConnections(of: runner)
        // What follows may make the accessory restart, or wait for it.
        await runner.note(absence: absence(after: runner))
        // A restart has ended the shared sessions over every transport, which not every transport shows.
        if await runner.hasRestarted { await closeMain() }
        await restoreValues(of: runner, run: run)
    }

    /// Removes what the instance added, and checks whether the accessory still responds.
    func conclude(_ runner: InstanceRunner) async {
        let name = runner.instance.name
        if let occupation = await runner.occupation { await resolve(occupation, foundBy: runner) }
        previous = name
        // Those beside others had their turn together.
        if runner.run.lane.isEmpty { await restoreInOtherStates(of: runner) }
        await settlePairings(after: runner, name)
        let hasPaired = await runner.made.contains { $0.pairing != nil }
        if await runner.hasChangedPairings || hasPaired, controllers.pairing("alice") == nil {
            await awaitRestartAfterRemoval()
        }
        let absence = await runner.absence
        // Instances beside each other see the same restart. Each is carried out again alone, which shows whose it is.
        if case .returned = absence, runner.run.lane.isEmpty { restarts.append(name) }
        await probe(name, after: absence)
        await probe(runner.instance.others, after: name)
    }

    /// Whether the accessory went away by itself: it ended all connections that the tester had, and then nothing listened at its port
    /// for a time. One that only has no room for another connection ends none of them.
    private func absence(after runner: InstanceRunner) async -> Absence? {
        guard !run.stop.isMade, await runner.hasLostConnections, await isWithoutMain() else { return nil }
        let wire = here.connection("probe")
        do {
            let since = try await contact.openAfterAbsence(wire)
            let back = run.clock.now
            await wire.close(abruptly: false)
            return (await runner.refused ?? since).map { .returned(after: $0.duration(to: back)) }
        } catch {
            // Only a refusal shows that it is away; everything else may be the link's fault, so the probe tries again.
            return error.code == .refused ? .lasting : nil
        }
    }

    /// A value may be accepted only beside the new or only beside the old values of others, such as a colour only while
    /// the light is on: so the last one goes first, and what was not taken is tried again after the others.
    private func restoreValues(of runner: InstanceRunner, run: RunContext) async {
        let changed = await changes(of: runner, run: run)
        let before = await runner.before
        for id in changed.keys {
            guard let old = before[id] else { continue }
            let isTimed = run.database.characteristic(id)?.has(.timedWrite) ?? false
            // An earlier instance may have changed it without writing it.
            let original = written[id]?.original ?? neighbours[id]?.original ?? old
            written[id] = ValueBefore(original: original, instance: runner.instance.name, isTimed: isTimed)
            noteNeighbours(of: id, in: run.database, writtenBy: runner.instance.name)
            lastRestored = run.clock.now
        }
        var left = changed.filter { before[$0.key] != nil }.sorted { $0.key > $1.key }
        for _ in 0..<2 {
            var refused: [(key: CharacteristicID, value: String)] = []
            for (id, debt) in left {
                guard let old = before[id] else { continue }
                let isTimed = run.database.characteristic(id)?.has(.timedWrite) ?? false
                let isPending = await runner.hasPending(id, besides: old)
                let name = runner.instance.name
                if await !restore(id, to: old, isTimed: isTimed, isPending: isPending, debt: debt, after: name) {
                    refused.append((id, debt))
                }
            }
            // Where no other value has changed since, nothing has changed for these.
            guard refused.count < left.count else { return }
            left = refused.reversed()
        }
    }

    /// Puts the values back that the accessory does not take in the present state of their service, in another state of it. It
    /// writes characteristics that the instance may not have named, so no other instance may be in progress.
    private func restoreInOtherStates(of runner: InstanceRunner) async {
        let (changed, before, accepted) = (await runner.changed, await runner.before, await runner.accepted)
        let database = runner.run.database
        for (id, debt) in changed.sorted(by: { $0.key > $1.key }) {
            guard unrestored[debt] != nil, let old = before[id] else { continue }
            let last = accepted.lastIndex { $0.id == id }
            let states = ServiceStates(of: id, in: database, accepted: last.map { Array(accepted[..<$0]) } ?? [])
            let change = StateChange(writes: run.writes, ledger: run.ledger)
            guard
                await contact.restore(
                    id,
                    to: old,
                    in: states,
                    change,
                    database,
                    session: { await verifiedMain()?.wire }
                )
            else { continue }
            run.pay(debt)
            unrestored[debt] = nil
            run.journal.record(
                .repair,
                instance: runner.instance.name,
                Restoration.done.record(of: id, old: old).with("in-another-state", true)
            )
        }
    }

    /// The same for instances that were carried out beside each other, in their order. The first of them found the original value of a
    /// characteristic, and others may have found one that was left changed; so they go in reverse.
    func restoreInOtherStates(of runners: [InstanceRunner]) async {
        for runner in runners.reversed() {
            run.observer.attribute(to: runner.instance.name)
            await restoreInOtherStates(of: runner)
        }
        run.observer.attribute(to: nil)
        var originals: [CharacteristicID: (debt: String, value: JSON)] = [:]
        for runner in runners {
            let (changed, before) = (await runner.changed, await runner.before)
            for (id, debt) in changed {
                guard let old = before[id] else { continue }
                guard let original = originals[id] else {
                    originals[id] = (debt, old)
                    continue
                }
                // What it found was not the original value, which is back.
                guard unrestored[debt] != nil, unrestored[original.debt] == nil, old != original.value else { continue }
                run.pay(debt)
                unrestored[debt] = nil
            }
        }
    }

    /// What the instance changed, without the values that no controller can write and that it did not change either.
    private func changes(of runner: InstanceRunner, run: RunContext) async -> [CharacteristicID: String] {
        var changes = await runner.changed
        for id in changes.keys.sorted() where await runner.isUnwritable(id) {
            let read = await contact.ask(.read([id], ReadOptions())) { await verifiedMain()?.wire }
            if await !runner.mayHaveChanged(id, current: read?[id]?.value) { changes[id] = nil }
            run.unwritable.noteWrite(of: [id])
        }
        return changes
    }

    /// Writes an old value back, and records whether the accessory took it.
    ///
    /// - Parameters:
    ///   - isPending: whether the accessory has accepted another value, which it may show later.
    ///   - instance: the name of the instance that changed it; `nil` outside a run of suites.
    /// - Returns: whether the accessory took it.
    @discardableResult
    func restore(
        _ id: CharacteristicID,
        to old: JSON,
        isTimed: Bool,
        isPending: Bool = false,
        debt: String,
        after instance: String?
    ) async -> Bool {
        let mayBeLate = !neverLate.contains(id)
        let result = await contact.restore(id, to: old, isTimed: isTimed, isPending: isPending, mayBeLate: mayBeLate) {
            await verifiedMain()?.wire
        }
        if case .failed(_, accepted: true) = result { neverLate.insert(id) }
        switch result {
        case .done:
            run.pay(debt)
            unrestored[debt] = nil
        case .failed(let answer, _):
            unrestored[debt] = UnrestoredValue(
                id: id,
                old: old,
                instance: instance,
                answer: answer,
                sequence: run.journal.next
            )
        }
        run.journal.record(.repair, instance: instance, result.record(of: id, old: old))
        return result == .done
    }

    /// The characteristics whose value the accessory did not take back, each with its first answer, in words. Without a ledger
    /// the run does not try again.
    var valueNotes: [String] {
        let owed = run.ledger.map { Set($0.debts().map(\.id)) }
        return UnrestoredValue.notes(of: unrestored.filter { owed?.contains($0.key) ?? true }.map(\.value))
    }

    /// A crash does not count as a rejection: any response on a new connection shows that the accessory still works.
    /// One connection may fail because of the link, so a second one decides.
    ///
    /// - Parameter absence: what is known already; `nil` if the accessory did not go away.
    func probe(_ name: String, after absence: Absence? = nil) async {
        var answered = false
        var summary = ""
        var evidence: [JSON] = []
        for _ in 0..<(absence == .lasting ? 1 : 2)
        where !answered && !run.stop.isUnanswered && !(run.stop.isMade && !evidence.isEmpty) {
            let wire = here.connection("probe")
            guard (try? await contact.open(wire)) != nil else {
                summary = "the accessory no longer accepts connections"
                continue
            }
            let exchange = await wire.perform(.database, within: patience)
            answered = exchange.answer != nil
            summary = ExchangeObservation(exchange, kind: .exchange, within: patience).summary
            evidence += exchange.evidence.map { JSON($0) }
            await wire.close(abruptly: false)
        }
        // Its own connections may be all that the accessory has left.
        var servesSession = answered ? false : await servesSharedSession()
        // After two of them in a row, the tester no longer waits.
        if servesSession, lastingRefusals < 2 {
            if await contact.answers(within: Self.longestRefusal) {
                (answered, servesSession, summary) = (true, false, "the accessory serves a connection again")
                lastingRefusals = 0
            } else {
                lastingRefusals += 1
            }
        }
        var record: JSONObject = [
            "answered": .bool(answered || servesSession), "summary": .string(summary), "evidence": .array(evidence),
        ]
        if answered, case .returned(let away) = absence { record["away-ms"] = JSON(away.wholeMilliseconds) }
        let move = answered || servesSession ? nil : await move()
        if let move { record["moved"] = .string(move) }
        run.journal.record(.probe, instance: name, .object(record))
        if answered || servesSession { recordConnection(answered: answered, summary, evidence) }
        if servesSession {
            await loseConnections(name)
        } else if let move {
            loss = Loss(extent: .everything, reason: "the accessory has not responded since \(name): \(move)")
        } else if !answered {
            await revive(name)
        }
    }

    /// For how long an accessory may serve no further connection after many were opened.
    private static let longestRefusal = Duration.seconds(5)

    /// Has monitors judge whether the accessory serves another connection. One that it serves is enough.
    private func recordConnection(answered: Bool, _ summary: String, _ evidence: [JSON]) {
        // Controllers that were paired before may hold connections of their own.
        guard here.transport == "ip", !answered || !hasServedConnection, controllers.strangers.isEmpty else { return }
        if answered { hasServedConnection = true }
        let observation: JSON = [
            "answered": .bool(answered), "open": JSON(run.observer.openConnections), "restarts": 0,
            "summary": .string(summary),
            "evidence": .array(evidence),
        ]
        record(observation, watched: "own-connection")
    }

    /// Whether the accessory still answers in the shared session.
    private func servesSharedSession() async -> Bool {
        guard let main, !run.stop.isMade else { return false }
        return await main.wire.perform(.database, within: patience).answer != nil
    }

    /// Whether a hook turns the accessory off and on.
    private var canPowerCycle: Bool { run.environment.stimulus?.kinds.contains("power-cycle") == true }

    /// Turning an accessory off that serves no further connection costs it those that it has.
    private func loseConnections(_ name: String) async {
        let reason = "since \(name), the accessory accepts no further connection"
        if canPowerCycle {
            guard await !powerCycle(reason) else { return }
            return await revive(name)
        }
        lastLook = run.clock.now
        loss = Loss(extent: .connections, reason: reason, mayComeBack: true)
    }

    /// Whether no shared session is left, because the accessory has ended it.
    private func isWithoutMain() async -> Bool {
        guard let main else { return true }
        _ = await main.wire.listen(within: .zero)
        return !main.wire.isOpen
    }

    /// The instances in which the accessory restarted, in words; empty if there were none.
    var restartNotes: [String] {
        guard let first = restarts.first else { return [] }
        return ["the accessory restarted \(Spoken.count(restarts.count, "time")), first in \(first)"]
    }

    /// Where the accessory accepts connections now, in words, if it is advertised at another place than the one where the tester
    /// reached it: some take another port at each start.
    private func move() async -> String? {
        guard let id = controllers.accessory?.accessoryID,
            let survey = await here.environment.transport.survey(of: id, observer: run.observer),
            !survey.sightings.contains(where: \.isHere),
            let place = survey.sightings.first(where: { $0.isReachable == true })?.place
        else { return nil }
        return "it is advertised at \(place) now; give it a fixed port, because a run stays at the place where it began"
    }

    /// Waits for an accessory that no longer responds, which may have crashed and restart; then resets it.
    private func revive(_ name: String) async {
        guard !run.stop.isMade else { return }
        await closeMain()
        let started = run.clock.now
        // One that a power cycle or a reset had to bring back will not come back by itself the next time. Where it can be turned off and
        // on, it need not.
        let limit = !returnsByItself ? contact.patience : canPowerCycle ? contact.patience * 3 : contact.returnWithin
        run.announce(
            "after \(name), the accessory does not respond: waiting \(Summary.seconds(limit)) at most for its return"
        )
        if await contact.answers(within: limit) {
            let took = started.duration(to: run.clock.now)
            run.announce("the accessory responds again, after \(Summary.seconds(took))")
            run.journal.record(
                .repair,
                instance: name,
                ["returned-after": .string(Summary.seconds(took)), "done": true]
            )
            return
        }
        let over = run.transports.count > 1 ? " over \(here.transport)" : ""
        let reason = "the accessory has not responded\(over) since \(name)"
        var isBack = await powerCycle(reason)
        // A reset would take the pairing from the transports that still work.
        if !isBack, await !respondsElsewhere() { isBack = await rescue(reason) }
        if isBack {
            returnsByItself = false
            waitForHelp += started.duration(to: run.clock.now)
            return
        }
        lastLook = run.clock.now
        loss = Loss(extent: .everything, reason: reason, mayComeBack: true)
    }

    /// The time in ``waitForHelp``, which then begins again.
    func takeWaitForHelp() -> Duration {
        defer { waitForHelp = .zero }
        return waitForHelp
    }

    /// Whether the accessory responds over another transport of the run.
    func respondsElsewhere() async -> Bool {
        let own = here.transport
        defer { move(to: own) }
        for transport in run.transports where transport != own {
            move(to: transport)
            if await contact.answers(within: patience) { return true }
        }
        return false
    }
}
