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
    /// milliseconds the value changed by itself. `nil` if it did not.
    ///
    /// Without it, each case that reads what it has written would find its own requirement violated. The tester reads in the same
    /// session, because others may see other values.
    func lateChange(after seen: Observation, on name: String?) async -> JSONObject.Member? {
        guard case .entries(let observation) = seen, !hasWaitedInVain,
            let outdated = observation.answers.flatMap(\.entries).first(where: isOutdated), let id = outdated.id
        else { return nil }
        let start = run.clock.now
        while start.duration(to: run.clock.now) < Self.longestDelay {
            guard (try? await run.clock.sleep(until: run.clock.deadline(in: .milliseconds(50)))) != nil,
                let value = await currentValue(of: id, on: name)
            else { return nil }
            if value != outdated.value {
                return .init(key: "late-ms", value: JSON(start.duration(to: run.clock.now).wholeMilliseconds))
            }
        }
        hasWaitedInVain = true
        return nil
    }

    /// Whether the entry has a value that the characteristic had before the last one that the accessory accepted.
    private func isOutdated(_ entry: ObservedEntry) -> Bool {
        guard let id = entry.id, let value = entry.value, stores(id) else { return false }
        let written = accepted.filter { $0.id == id }.compactMap(\.value)
        let earlier = [before[id]].compactMap { $0 } + written.dropLast()
        guard earlier.contains(value) else { return false }
        return written.last.map { $0 != value } ?? writtenRaw.contains(id)
    }
}
