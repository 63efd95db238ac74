/// What a controller asks of the list of pairings.
package enum PairingsRequest: Sendable, Hashable {
    /// A further controller, or other permissions of a known one.
    case add(PairingRecord)
    /// No controller with this identifier any more.
    case remove(identifier: [UInt8])
    /// All pairings.
    case list

    /// The Method item.
    package var method: UInt8 {
        switch self {
        case .add: 3
        case .remove: 4
        case .list: 5
        }
    }
}
