import HAPController
import HAPModel
import HAPSession
import Measurement
import RunRecord
import SuiteLanguage

/// Values that the accessory accepts and shows, and that change back by themselves: a doorbell's switch turns itself off. A case
/// that expects such a value to stay must not take that for the effect of something else.
extension AccessoryKeeper {
    /// For how long the tester leaves a value alone.
    private static let shortestWait = Duration.seconds(3)
    static let longestWait = Duration.seconds(10)
    /// An accessory that fails everywhere would be examined everywhere; the first characteristics show as much.
    private static let mostExamined = 6

    /// Shows, once in a run for each characteristic, whether those that the instance has written keep a value.
    ///
    /// - Parameters:
    ///   - database: what the accessory declares.
    ///   - waits: how long the instance waits by itself.
    func examineKeeping(after instance: Instance, _ database: AttributeDatabase, waits: Duration) async {
        let ids = Set(instance.characteristics.values).filter { written[$0]?.instance == instance.name }
        for id in ids.sorted() where !examined.contains(id) && examined.count < Self.mostExamined {
            guard loss == nil, !run.stop.isMade, let old = written[id]?.original,
                let known = database.characteristic(id), known.has(.pairedRead), run.catalogue.stores(known)
            else { continue }
            examined.insert(id)
            guard run.writes.spend([id]) == nil else { continue }
            let wait = min(max(Self.shortestWait, waits), Self.longestWait)
            await examine(known, id, old, wait: wait, after: instance.name)
        }
    }

    /// Writes another value, reads it twice at once, and once more after a wait without any request.
    private func examine(
        _ known: CharacteristicObject,
        _ id: CharacteristicID,
        _ old: JSON,
        wait: Duration,
        after instance: String
    ) async {
        var generator = ValueGenerator(
            known,
            catalogue: run.catalogue,
            random: SeededGenerator(seed: run.settings.seed, purpose: "keeping \(id)")
        )
        let debt = "kept-\(id)"
        guard let value = generator.distinct(1, from: old)?.first, run.owe(value: old, of: id, debt: debt) else {
            return
        }
        let session = { await self.verifiedMain()?.wire }
        let entry = WriteEntry(id: id, value: value)
        let isTimed = known.has(.timedWrite)
        let write = await contact.ask(isTimed ? .timedWrite([entry], TimedWrite()) : .write([entry]), in: session)
        if write?.hasWritten == true {
            var shown: [Bool?] = []
            for _ in 0..<2 { shown.append(await contact.shows(value, of: id, in: session)) }
            // A value that a read changes is not one that changes by itself.
            if shown.allSatisfy({ $0 == true }) {
                let clock = run.clock
                _ = await run.stop.cutsShort { try? await clock.sleep(until: clock.deadline(in: wait)) }
                let isKept = await contact.shows(value, of: id, in: session)
                if let isKept, !run.stop.isMade {
                    run.journal.record(
                        .control,
                        [
                            "verb": "keep-value", "succeeded": .bool(isKept), "characteristic": .string(id.description),
                            "value": value, "after-ms": JSON(wait.wholeMilliseconds),
                        ]
                    )
                }
            }
        }
        await restore(id, to: old, isTimed: isTimed, isPending: write?.hasWritten == true, debt: debt, after: instance)
        lastRestored = run.clock.now
    }
}
