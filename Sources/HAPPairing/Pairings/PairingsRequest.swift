/// A controller's request about the list of pairings.
package enum PairingsRequest: Sendable, Hashable {
    /// Adds a controller, or changes the permissions of a known one.
    case add(PairingRecord)
    /// Removes the controller with this identifier.
    case remove(identifier: [UInt8])
    /// Lists all pairings.
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
