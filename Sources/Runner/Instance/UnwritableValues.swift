import HAPModel
import Synchronization

/// The values that a run has seen of characteristics that no controller can write, and which of them change by themselves: a
/// temperature, a time that remains.
final class UnwritableValues: Sendable {
    private struct Seen {
        /// The value that was read last; none after a write that the accessory may have carried out nevertheless.
        var last: [CharacteristicID: JSON] = [:]
        var changing: Set<CharacteristicID> = []
    }

    private let seen = Mutex(Seen())

    /// Notes a value that was read.
    func note(_ value: JSON, of id: CharacteristicID) {
        seen.withLock { seen in
            if let last = seen.last.updateValue(value, forKey: id), !last.means(value) { seen.changing.insert(id) }
        }
    }

    /// Notes that the tester writes the characteristics: what they show next may come from that.
    func noteWrite(of ids: [CharacteristicID]) {
        seen.withLock { seen in
            for id in ids { seen.last[id] = nil }
        }
    }

    /// Notes that the accessory accepted a write of the characteristic: others of it may follow, such as the state of a lock.
    func noteAccepted(_ id: CharacteristicID) {
        seen.withLock { seen in seen.last = seen.last.filter { $0.key.aid != id.aid } }
    }

    /// Notes that the accessory was turned off and on, or reset.
    func noteRestart() { seen.withLock { $0.last = [:] } }

    /// Whether the value changes by itself, as far as the run has seen.
    func isChanging(_ id: CharacteristicID) -> Bool {
        seen.withLock { $0.changing.contains(id) }
    }
}
