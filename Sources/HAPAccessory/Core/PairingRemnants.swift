import HAPPairing

/// The remains of removed pairings that a defect makes an accessory keep.
struct PairingRemnants: Sendable {
    /// Slots that a new pairing cannot use.
    private(set) var rooms = 0
    /// Removed pairings whose keys still block other pairings.
    private(set) var keys: [PairingRecord] = []
    /// All pairings that were removed since the accessory started.
    fileprivate(set) var removed: [PairingRecord] = []
    /// Whether the accessory considers itself paired although it has no pairing.
    var isPaired = false

    /// Records the remains of a pairing.
    mutating func note(_ record: PairingRecord, room: Bool, key: Bool) {
        if room { rooms += 1 }
        if key { keys.append(record) }
    }
}

extension AccessoryCore {
    /// Called before pairings are removed.
    mutating func noteRemoval(of records: [PairingRecord]) {
        remnants.removed += records
        let (room, key) = (omits(.pairingRoom), omits(.pairingForget))
        for record in records { remnants.note(record, room: room, key: key) }
        if records.count == state.pairings.count, !records.isEmpty, omits(.pairingUnpaired) { remnants.isPaired = true }
    }
}
