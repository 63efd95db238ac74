import HAPController
import HAPModel
import HAPSession
import Measurement
import RunRecord
import SuiteLanguage

/// Values that changed after the tester had found the old ones again, or beside those that it wrote. Some accessories carry a write out
/// only after their answer, some carry out one that they refused, and some fans turn off when the lowest speed is written.
extension AccessoryKeeper {
    /// How long a change may be on its way after an instance has found the old value.
    private static let longestDelay = Duration.seconds(1)

    /// Reads once more what the run has written, and puts the first values back.
    ///
    /// It needs a session, so it must come before the tester removes its pairing.
    func restoreLateChanges() async {
        guard !written.isEmpty, loss == nil, await verifiedMain() != nil else { return }
        try? await run.clock.sleep(until: lastRestored.advanced(by: Self.longestDelay))
        await restoreNeighbours()
        let owed = Set(unrestored.values.map(\.id))
        for (id, change) in written.sorted(by: { $0.key < $1.key }) where !owed.contains(id) {
            let session = { await self.verifiedMain()?.wire }
            guard await contact.shows(change.original, of: id, in: session) == false else { continue }
            let debt = "late-\(id)"
            guard run.owe(value: change.original, of: id, debt: debt) else { continue }
            await restore(id, to: change.original, isTimed: change.isTimed, debt: debt, after: change.instance)
        }
        written = [:]
    }

    /// Notes the writable values in the service of one that an instance has written, as they were when the run began.
    ///
    /// What a service actuates is restored only if the run may actuate everything: a person may have locked the door meanwhile.
    func noteNeighbours(of id: CharacteristicID, in database: AttributeDatabase, writtenBy instance: String) {
        guard let service = database.place(of: id)?.service else { return }
        noteNeighbours(in: service, of: id.aid, writtenBy: instance)
        // A valve switches on the irrigation system that links to it, and an air purifier the fan to which it links.
        for other in database.accessory(id.aid)?.services ?? []
        where service.links(to: other) || other.links(to: service) {
            noteNeighbours(in: other, of: id.aid, writtenBy: instance)
        }
    }

    private func noteNeighbours(in service: ServiceObject, of aid: UInt64, writtenBy instance: String) {
        let actuates = service.type.flatMap { run.catalogue.service($0) }?.actuates ?? false
        guard !actuates || run.settings.mayActuate else { return }
        for neighbour in service.characteristics {
            guard let iid = neighbour.iid, let value = neighbour.value, !value.isNull, run.catalogue.stores(neighbour),
                neighbour.has(.pairedRead), neighbour.has(.pairedWrite), !neighbour.has(.writeResponse),
                !neighbour.has(.additionalAuthorization)
            else { continue }
            neighbours[CharacteristicID(aid: aid, iid: iid)] = ValueBefore(
                original: value,
                instance: instance,
                isTimed: neighbour.has(.timedWrite)
            )
        }
    }

    /// Puts the characteristics of an instance back to what they were when the run began, although it may not have written them: what it
    /// showed beside others depends on their values, and it is carried out again.
    func restoreNamed(by instance: Instance) async {
        var originals: [CharacteristicID: ValueBefore] = [:]
        for id in Set(instance.characteristics.values) { originals[id] = written[id] ?? neighbours[id] }
        guard loss == nil else { return }
        await restore(originals, as: "again")
    }

    /// Puts back what changed in the services of the written values, although no instance wrote it.
    ///
    /// It comes before the written values, because a switch that is turned on again may change them.
    private func restoreNeighbours() async {
        let untouched = neighbours.filter { written[$0.key] == nil }
        neighbours = [:]
        await restore(untouched, as: "beside")
    }

    /// Writes the original values of those characteristics that have others now.
    ///
    /// - Parameter reason: the first word of their debts.
    private func restore(_ originals: [CharacteristicID: ValueBefore], as reason: String) async {
        guard !originals.isEmpty else { return }
        let read = await contact.ask(.read(originals.keys.sorted(), ReadOptions())) { await self.verifiedMain()?.wire }
        for (id, change) in originals.sorted(by: { $0.key < $1.key }) {
            guard let value = read?[id]?.value, !Contact.areSame(value, change.original) else { continue }
            let debt = "\(reason)-\(id)"
            guard run.writes.spend([id]) == nil, run.owe(value: change.original, of: id, debt: debt) else { continue }
            await restore(id, to: change.original, isTimed: change.isTimed, debt: debt, after: change.instance)
        }
    }
}
