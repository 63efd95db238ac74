/// The accessory's state that the pairings commands need at the moment of a request.
package struct PairingsContext: Sendable {
    /// The stored pairings in list order.
    package var pairings: [PairingRecord]
    /// Slots that no stored pairing uses but are not free; 0 unless the accessory leaks slots.
    package var blockedRooms: Int
    /// Removed pairings whose keys are still stored; empty unless the accessory removes them incompletely.
    package var remembered: [PairingRecord]
    /// The controller of the requesting session; `nil` without a session.
    package var controller: [UInt8]?
    /// Whether the controller was an admin when its session began.
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
