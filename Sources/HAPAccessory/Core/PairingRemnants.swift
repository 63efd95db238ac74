import HAPPairing

/// What an accessory keeps of pairings that were removed, if a defect has it keep anything.
struct PairingRemnants: Sendable {
    /// Rooms that no new pairing can take.
    private(set) var rooms = 0
    /// Removed pairings whose keys still block other pairings.
    private(set) var keys: [PairingRecord] = []
    /// Whether the accessory takes itself for paired though it has no pairing.
    var isPaired = false

    /// Notes what is left of a pairing.
    mutating func note(_ record: PairingRecord, room: Bool, key: Bool) {
        if room { rooms += 1 }
        if key { keys.append(record) }
    }
}

extension AccessoryCore {
    /// Pairings are about to be removed.
    mutating func noteRemoval(of records: [PairingRecord]) {
        let (room, key) = (omits(.pairingRoom), omits(.pairingForget))
        for record in records { remnants.note(record, room: room, key: key) }
        if records.count == state.pairings.count, !records.isEmpty, omits(.pairingUnpaired) { remnants.isPaired = true }
    }
}
