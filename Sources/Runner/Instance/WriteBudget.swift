import HAPModel
import Synchronization

/// Limits how often the cases of a run write each characteristic. Writes that restore a value are always made.
final class WriteBudget: Sendable {
    /// `nil` for no limit.
    private let limit: Int?
    private let spent = Mutex<[CharacteristicID: Int]>([:])

    init(limit: Int?) {
        self.limit = limit
    }

    /// Counts writes of each characteristic.
    ///
    /// - Parameter times: how often each is written.
    /// - Returns: why they must not be written; `nil` if they may.
    func spend(_ ids: [CharacteristicID], times: Int = 1) -> String? {
        guard let limit else { return nil }
        return spent.withLock { spent in
            if let id = ids.first(where: { spent[$0, default: 0] + times > limit }) {
                return times == 1
                    ? "the profile allows \(limit) writes of \(id) in a run, and they are used up"
                    : "the profile allows \(limit) writes of \(id) in a run, and the measurement needs \(times)"
            }
            for id in ids { spent[id, default: 0] += times }
            return nil
        }
    }
}
