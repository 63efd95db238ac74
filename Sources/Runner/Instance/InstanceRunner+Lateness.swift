import HAPController
import HAPModel
import HAPSession
import Measurement
import Observations
import SuiteLanguage

/// Values that the accessory shows only some time after it has accepted them.
extension InstanceRunner {
    /// For how long the tester waits for a value that was accepted and is not shown: devices behind a slow bus need about a second.
    private static let longestDelay = Duration.seconds(2)

    /// The field of an observation that shows an old value although the accessory has accepted another one: after how many
    /// milliseconds it showed that one by itself. `nil` if it did not.
    ///
    /// Without it, each case that reads what it has written would find its own requirement violated. The tester reads in the same
    /// session, because others may see other values.
    func lateChange(after seen: Observation, on name: String?) async -> JSONObject.Member? {
        guard case .entries(let observation) = seen, let wire = connections[name ?? Self.mainName]?.wire, wire.isSecured
        else { return nil }
        let outdated = observation.answers.flatMap(\.entries).filter(isOutdated)
        let ids = outdated.compactMap(\.id)
        guard !ids.isEmpty else { return nil }
        let start = run.clock.now
        while start.duration(to: run.clock.now) < Self.longestDelay {
            guard (try? await run.clock.sleep(until: run.clock.deadline(in: .milliseconds(50)))) != nil else {
                return nil
            }
            guard let due = await due(outdated, on: wire) else { return nil }
            guard due else { continue }
            let late = start.duration(to: run.clock.now).wholeMilliseconds
            // A value that changes with each read is not late.
            return await self.due(outdated, on: wire) == true ? .init(key: "late-ms", value: JSON(late)) : nil
        }
        neverLate.formUnion(ids)
        return nil
    }

    /// Whether one of the characteristics now shows the value that the accessory accepted; `nil` if they cannot be read.
    private func due(_ outdated: [ObservedEntry], on wire: any Connection) async -> Bool? {
        let read = await wire.perform(.read(outdated.compactMap(\.id), ReadOptions()), within: patience)
        guard read.isAccepted else { return nil }
        return outdated.contains { entry in
            guard let id = entry.id, let old = entry.value, let value = read[id]?.value else { return false }
            return isDue(value, of: id, insteadOf: old)
        }
    }

    /// Whether the accessory has accepted another value for the characteristic last than this one, and may show it later.
    func hasPending(_ id: CharacteristicID, besides value: JSON) -> Bool {
        lastAccepted(id).map { !Contact.areSame($0, value) } ?? writtenRaw.contains(id)
    }

    /// The last value that the accessory accepted; `nil` if it accepted none that is known.
    private func lastAccepted(_ id: CharacteristicID) -> JSON? {
        accepted.last { $0.id == id && $0.value != nil }?.value
    }

    /// Whether the entry has a value that the characteristic had before the last one that the accessory accepted.
    private func isOutdated(_ entry: ObservedEntry) -> Bool {
        // An accessory may report success for a write that it must refuse; its value then rightly stays as it was.
        guard let id = entry.id, let value = entry.value, stores(id), !neverLate.contains(id),
            run.database.characteristic(id)?.has(.pairedWrite) == true
        else { return false }
        let written = accepted.filter { $0.id == id }.compactMap(\.value)
        let earlier = [before[id]].compactMap { $0 } + written.dropLast()
        guard earlier.contains(where: { Contact.areSame($0, value) }) else { return false }
        return hasPending(id, besides: value)
    }

    /// Whether it is the last value that the accessory accepted. What a request that the suite spells out has written is not known.
    private func isDue(_ value: JSON, of id: CharacteristicID, insteadOf old: JSON) -> Bool {
        lastAccepted(id).map { Contact.areSame($0, value) } ?? !Contact.areSame(old, value)
    }
}
