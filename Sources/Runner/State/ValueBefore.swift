import HAPModel

/// The value of a characteristic before the run, which the end of the run brings back.
struct ValueBefore: Sendable {
    var original: JSON
    /// The instance that last wrote it, or another value beside it.
    var instance: String
    /// Whether only a timed write changes it.
    var isTimed: Bool
}
