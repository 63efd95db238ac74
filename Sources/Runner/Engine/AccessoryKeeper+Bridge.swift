import HAPController
import HAPModel
import HAPSession
import Measurement
import SuiteLanguage

/// Accessories behind a bridge that it cannot reach at present: switched off, out of range, without a charged battery.
extension AccessoryKeeper {
    /// How many characteristics a read names: a longer target is more than some accessories accept.
    private static let readAtOnce = 20
    /// After this pause what was not reachable is read again: the first read may wake a device up.
    private static let wakesWithin = Duration.seconds(1)

    /// Finds the accessories that the bridge cannot reach, and adds a note about them.
    func findUnreachableAccessories(_ arrival: inout Arrival) async {
        let bridged = arrival.database.places.filter { $0.id.aid != 1 && $0.characteristic.has(.pairedRead) }
        guard !bridged.isEmpty, arrival.database.accessory(1) != nil else { return }
        var silent = await silent(among: bridged.map(\.id))
        guard !silent.isEmpty else { return }
        try? await run.clock.sleep(until: run.clock.deadline(in: Self.wakesWithin))
        silent = await self.silent(among: bridged.map(\.id).filter(silent.contains))
        let lost = Set(Dictionary(grouping: bridged, by: \.id.aid).filter { isLost($0.value, silent) }.keys)
        guard !lost.isEmpty else { return }
        let served = Set(bridged.map(\.id)).subtracting(silent)
        arrival.unreachable = Set(
            arrival.database.places.map(\.id).filter { lost.contains($0.aid) && !served.contains($0) }
        )
        arrival.notes.append(
            "the bridge cannot reach \(Spoken.count(lost.count, "accessory", "accessories")) (status -70402), so cases about one "
                + "characteristic leave out the aid \(Spoken.words(.array(lost.sorted().map { JSON($0) })))"
        )
    }

    /// Whether at least half of the states that an accessory object notifies are not reachable. A bridge knows some of them itself,
    /// such as the charge of a battery that it was told of. An object without such states is judged by all that can be read.
    private func isLost(_ places: [AttributeDatabase.Place], _ silent: Set<CharacteristicID>) -> Bool {
        let watched = places.filter { $0.characteristic.has(.events) }
        let states = watched.isEmpty ? places : watched
        return states.count { silent.contains($0.id) } * 2 >= states.count
    }

    /// The characteristics whose reads have the status -70402. The rest is not asked if a read stays without an answer.
    private func silent(among ids: [CharacteristicID]) async -> Set<CharacteristicID> {
        var silent: Set<CharacteristicID> = []
        for start in stride(from: 0, to: ids.count, by: Self.readAtOnce) {
            let part = Array(ids[start..<min(start + Self.readAtOnce, ids.count)])
            guard !run.stop.isMade,
                let read = await verifiedMain()?.wire.perform(.read(part, ReadOptions()), within: patience),
                read.answer != nil
            else { break }
            silent.formUnion(part.filter { read[$0]?.status == .unableToCommunicate })
        }
        return silent
    }
}
