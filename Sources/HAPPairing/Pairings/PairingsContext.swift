/// What the pairings commands need to know of the rest of the accessory at the moment of a request.
package struct PairingsContext: Sendable {
    /// The stored pairings, in the order in which a list shows them.
    package var pairings: [PairingRecord]
    /// Rooms that are taken by no stored pairing; none, unless the accessory loses rooms.
    package var blockedRooms: Int
    /// Pairings that are stored no more, but whose keys are remembered; none, unless the accessory forgets badly.
    package var remembered: [PairingRecord]
    /// The controller whose session asks; `nil` without a session.
    package var controller: [UInt8]?
    /// Whether it was an admin when its session began.
    package var wasAdmin: Bool

    package init(
        pairings: [PairingRecord],
        blockedRooms: Int = 0,
        remembered: [PairingRecord] = [],
        controller: [UInt8]?,
        wasAdmin: Bool
    ) {
        self.pairings = pairings
        self.blockedRooms = blockedRooms
        self.remembered = remembered
        self.controller = controller
        self.wasAdmin = wasAdmin
    }
}
