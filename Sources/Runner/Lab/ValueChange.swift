import HAPModel
import Synchronization

/// Two values in turn, so that each of them is a change.
final class ValueChange: Sendable {
    private let values: (JSON, JSON)
    private let isOther = Mutex(false)

    /// - Parameter old: the present value.
    init(_ old: JSON, _ other: JSON) {
        values = (old, other)
    }

    func next() -> JSON {
        let isOther = isOther.withLock { isOther in
            isOther.toggle()
            return isOther
        }
        return isOther ? values.1 : values.0
    }
}
