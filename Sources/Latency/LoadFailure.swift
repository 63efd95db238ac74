/// Why a measurement ended before all times were measured.
package enum LoadFailure: Sendable, Hashable {
    /// The accessory did not answer in time; the times that the tester waited are among those measured.
    case silent(String)
    /// The accessory did something else.
    case refused(String)

    /// In words, without the operation: `no answer within 10 s`.
    package var words: String {
        switch self {
        case .silent(let words), .refused(let words): words
        }
    }

    /// Whether the times so far say all about the accessory's speed.
    package var isSilence: Bool {
        if case .silent = self { true } else { false }
    }
}
