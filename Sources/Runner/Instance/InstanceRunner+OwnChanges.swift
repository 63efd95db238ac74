import HAPController
import HAPModel
import HAPSession
import Measurement
import Observations
import SuiteLanguage

/// Values that change without being written: by themselves, such as a temperature, or because another one is written.
extension InstanceRunner {
    /// An accessory may hold an event back for a second (HAP-EVENT-002).
    private static let longestHold = Duration.milliseconds(1500)
    /// Characteristics that are measured together are notified shortly after each other.
    private static let quiet = Duration.milliseconds(300)
    /// How many further reads must show the same value, and the pauses between the first of them.
    private static let readings = 3
    private static let pause = Duration.milliseconds(100)

    /// Waits for events of such changes, and compares their values with what reads give before and after them.
    ///
    /// A value may change again before it is read, and some accessories measure it only when it is read. So an event is outdated only if
    /// it has the value from before the change, and one is missing only for a value that is not measured; and only if the value that
    /// a read gives stays without another event.
    func ownChanges(_ arguments: OwnChangesArguments, on name: String) async -> Observation {
        guard let wire = await secured(name)?.wire else { return noSession }
        let ids = arguments.choice.ids(in: run)
        guard !ids.isEmpty else { return Self.namesNothing }
        let first = await wire.perform(.read(ids, ReadOptions()), within: patience)
        guard first.answer != nil else { return unread(name) }
        // The value of a button is null in each read, so that its events have nothing to compare.
        let valued = await steady(ids.filter { first[$0]?.value.map { $0 != .null } ?? false }, first, on: wire)
        // A value may have changed after the last of these reads was answered. Other events belong to what was before.
        let early = (await wire.events(until: run.clock.now)).filter { notice in
            notice.entries.contains { entry in
                entry.id.map { id in
                    valued.contains(id) && first[id]?.value.map { entry.value?.means($0) == false } ?? false
                } ?? false
            }
        }
        let heard = early + (await firstEvents(of: valued, on: wire, within: arguments.time))
        let read = await wire.perform(.read(ids, ReadOptions()), within: patience)
        guard read.answer != nil else { return unread(name) }
        let list = await wire.perform(.database, within: patience)
        let listing = DatabaseObservation(list, within: patience, names: [:], known: run.database).database
        // What arrived with the response came before the value was read, or just after it.
        let events = heard + (await wire.events(until: run.clock.now))
        var changes = valued.compactMap { change(of: $0, first, events, read, listing) }
        var evidence = first.evidence + events.map(\.evidence) + read.evidence
        let doubtful = changes.filter(\.isDoubtful).map(\.id)
        if !doubtful.isEmpty {
            evidence += list.evidence
            for _ in 0..<Self.readings {
                let later = await wire.events(until: run.clock.deadline(in: Self.longestHold / Self.readings))
                let again = await wire.perform(.read(doubtful, ReadOptions()), within: patience)
                let last = later + (await wire.events(until: run.clock.now))
                let renewed = Set(last.flatMap(\.entries).compactMap(\.id))
                for index in changes.indices where changes[index].isDoubtful {
                    let (id, value) = (changes[index].id, changes[index].read)
                    let isSteady = again[id]?.value.map { $0.means(value) } ?? false
                    if !isSteady || renewed.contains(id) { changes[index].isSteady = false }
                }
                evidence += again.evidence
            }
        }
        return .ownChanges(OwnChangesObservation(changes: changes, evidence: evidence))
    }

    private func unread(_ name: String) -> Observation {
        spoil(name)
        return .notDone("the characteristics could not be read")
    }

    /// Those of the characteristics that show the same value in several reads: some accessories measure a value whenever it is read.
    private func steady(
        _ ids: [CharacteristicID],
        _ first: Exchange,
        on wire: any Connection
    ) async -> [CharacteristicID] {
        var steady = ids
        for _ in 0..<Self.readings where !steady.isEmpty {
            guard (try? await run.clock.sleep(until: run.clock.deadline(in: Self.pause))) != nil else { break }
            let again = await wire.perform(.read(steady, ReadOptions()), within: patience)
            steady.removeAll { id in
                guard let value = again[id]?.value, let old = first[id]?.value else { return true }
                return !value.means(old)
            }
        }
        return steady
    }

    /// The events until the first one of these characteristics, and those that follow it shortly; none if there is none in time.
    private func firstEvents(
        of ids: [CharacteristicID],
        on wire: any Connection,
        within time: Duration
    ) async -> [EventNotice] {
        let deadline = run.clock.deadline(in: time)
        var heard: [EventNotice] = []
        while run.clock.now < deadline, wire.isOpen, !Task.isCancelled {
            heard += await wire.events(until: min(deadline, run.clock.deadline(in: .milliseconds(50))))
            guard let last = EventsObservation.last(1, heard, of: ids) else { continue }
            return heard + (await wire.events(until: max(run.clock.now, last.advanced(by: Self.quiet))))
        }
        return heard
    }

    /// The change of a characteristic; `nil` without a value to compare.
    private func change(
        of id: CharacteristicID,
        _ first: Exchange,
        _ events: [EventNotice],
        _ read: Exchange,
        _ listing: AttributeDatabase?
    ) -> OwnChangesObservation.Change? {
        let known = run.database.characteristic(id)
        let isEnumerated = known?.type.flatMap(run.catalogue.characteristic)?.validValues?.isEmpty == false
        guard let before = first[id]?.value, before != .null, let after = read[id]?.value, after != .null else {
            return nil
        }
        return OwnChangesObservation.Change(
            id: id,
            before: before,
            notified: events.flatMap(\.entries).last { $0.id == id }?.value,
            listed: listing?.characteristic(id)?.value,
            listedFirst: known?.value,
            read: after,
            tolerance: known?.tolerance(of: before)?.double ?? 0,
            isMeasured: known?.has(.pairedWrite) != true && known?.format != .bool && !isEnumerated
        )
    }
}
