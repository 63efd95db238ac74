import HAPController
import HAPModel
import HAPSession
import Measurement
import Observations

/// Values that change although no controller can write them, such as a temperature. A case that expects a value to stay must not
/// take such a change for the effect of its own request.
extension InstanceRunner {
    /// For how long, at least, and at most, the tester looks whether a value changes again.
    private static let watch = (shortest: Duration.seconds(2), longest: Duration.seconds(10))

    /// The fields of an observation that shows such a characteristic with another value than at the start of the instance, although the
    /// accessory accepted no write: which these are, and which of them change by themselves and do not show a value that the
    /// instance tried to write.
    ///
    /// The tester reads in the same session, because others may see other values.
    func strayValues(in seen: Observation, on name: String?) async -> [JSONObject.Member] {
        // A restart may change what then stays.
        guard case .entries(let observation) = seen, !hasRestarted else { return [] }
        let entries = observation.answers.flatMap(\.entries)
        let stray = entries.filter(isStray).compactMap(\.id)
        let untried = entries.filter { isStray($0) && !hasTried($0) }.compactMap(\.id)
        noteValues(of: entries)
        guard !stray.isEmpty else { return [] }
        if let wire = connections[name ?? Self.mainName]?.wire, wire.isSecured { await watch(untried, on: wire) }
        let changing = untried.filter(run.unwritable.isChanging)
        return [.init(key: "strayed", value: .array(stray.map { .string($0.description) }))]
            + (changing.isEmpty
                ? [] : [.init(key: "unsteady", value: .array(changing.map { .string($0.description) }))])
    }

    /// Whether the instance may have changed the value, so that it must be put back: one that no controller can write may have changed
    /// by itself.
    ///
    /// - Parameter current: the value that the accessory shows; `nil` if it could not be read.
    func mayHaveChanged(_ id: CharacteristicID, current: JSON?) -> Bool {
        !isUnwritable(id) || writtenRaw.contains(id) || accepted.contains { $0.id == id }
            || current.map { hasTried($0, for: id) } ?? true
    }

    /// Reads until each value has changed again, for longer than the instance has taken until now.
    private func watch(_ ids: [CharacteristicID], on wire: any Connection) async {
        let start = run.clock.now
        let span = min(max(Self.watch.shortest, (began ?? start).duration(to: start) * 2), Self.watch.longest)
        while start.duration(to: run.clock.now) < span, !ids.allSatisfy(run.unwritable.isChanging) {
            guard (try? await run.clock.sleep(until: run.clock.deadline(in: .milliseconds(100)))) != nil else { return }
            let read = await wire.perform(.read(ids, ReadOptions()), within: patience)
            guard read.isAccepted else { return }
            for id in ids { if let value = read[id]?.value { run.unwritable.note(value, of: id) } }
        }
    }

    private func noteValues(of entries: [ObservedEntry]) {
        for entry in entries {
            if let id = entry.id, let value = entry.value, isUnwritable(id) { run.unwritable.note(value, of: id) }
        }
    }

    private func isStray(_ entry: ObservedEntry) -> Bool {
        // A value that changes by itself is one that controllers can be told of.
        guard let id = entry.id, let value = entry.value, let before = entry.before, isUnwritable(id),
            run.database.characteristic(id)?.has(.events) == true
        else { return false }
        // Others may follow what was written: the state of a lock follows its target.
        let isFollower =
            accepted.contains { $0.id.aid == id.aid } || writtenRaw.contains { $0.aid == id.aid }
            || stimulated.contains(id.aid)
        return !before.means(value) && !isFollower
    }

    private func hasTried(_ entry: ObservedEntry) -> Bool {
        guard let id = entry.id, let value = entry.value else { return false }
        return hasTried(value, for: id)
    }

    private func hasTried(_ value: JSON, for id: CharacteristicID) -> Bool {
        tried.contains { $0.id == id && $0.value.map { Contact.areSame($0, value) } ?? false }
    }

    func isUnwritable(_ id: CharacteristicID) -> Bool {
        run.database.characteristic(id)?.has(.pairedWrite) == false
    }
}
