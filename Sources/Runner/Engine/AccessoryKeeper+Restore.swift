import HAPController
import HAPModel
import HAPPairing
import HAPSession
import Measurement
import Observations
import RunRecord
import SuiteLanguage

extension AccessoryKeeper {
    /// Closes the instance's connections, restores what it changed, removes what it added, and checks whether the
    /// accessory still responds.
    func restore(after runner: InstanceRunner, run: RunContext) async {
        let name = runner.instance.name
        let connections = await runner.connections
        for (key, connection) in connections.sorted(by: { $0.key < $1.key })
        where key != InstanceRunner.mainName || connection.isSpoiled {
            await connection.wire.close(abruptly: false)
            if key == InstanceRunner.mainName { main = nil }
        }
        await restoreValues(of: runner, run: run)
        await settlePairings(after: runner, name)
        await probe(name)
    }

    private func restoreValues(of runner: InstanceRunner, run: RunContext) async {
        let changed = await runner.changed
        let before = await runner.before
        for (id, debt) in changed.sorted(by: { $0.key < $1.key }) {
            guard let old = before[id] else { continue }
            if main?.wire.isOpen == false { main = nil }
            guard let wire = await verifiedMain()?.wire else { continue }
            let isTimed = run.database.characteristic(id)?.has(.timedWrite) ?? false
            let entry = WriteEntry(id: id, value: old)
            let restoring: Operation = isTimed ? .timedWrite([entry], TimedWrite()) : .write([entry])
            let done = await wire.perform(restoring, within: patience).hasWritten
            run.journal.record(
                .repair,
                instance: runner.instance.name,
                ["characteristic": .string(id.description), "done": .bool(done)]
            )
            if done { run.pay(debt) }
        }
    }

    /// Opens the connection. It retries for the time of one response, because a network may drop or an accessory
    /// restart.
    ///
    /// - Returns: whether it is open.
    func open(_ wire: any Connection) async -> Bool {
        let deadline = run.clock.deadline(in: patience)
        while true {
            if (try? await wire.open(within: run.settings.connectWithin)) != nil { return true }
            guard !run.stop.isMade, run.clock.now < deadline else { return false }
            try? await run.clock.sleep(until: run.clock.deadline(in: .milliseconds(500)))
        }
    }

    /// A crash does not count as a rejection: any response on a new connection shows that the accessory still works.
    private func probe(_ name: String) async {
        let wire = run.connection("probe")
        var answered = false
        var summary = "the accessory no longer accepts connections"
        var evidence: [JSON] = []
        if await open(wire) {
            let exchange = await wire.perform(.database, within: patience)
            answered = exchange.answer != nil
            summary = ExchangeObservation(exchange, kind: .exchange, within: patience).summary
            evidence = exchange.evidence.map { JSON($0) }
            await wire.close(abruptly: false)
        }
        run.journal.record(
            .probe,
            instance: name,
            ["answered": .bool(answered), "summary": .string(summary), "evidence": .array(evidence)]
        )
        if !answered { spoiled = "the accessory has not responded since \(name)" }
    }
}
