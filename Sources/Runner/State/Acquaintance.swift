import HAPController
package import HAPPairing

/// The kept state of the accessory that responds at an address, even if it had another address before.
///
/// The accessory's Device ID identifies it. If nothing is kept for any accessory, it is not asked. If it does not
/// report its Device ID, the address decides.
package struct Acquaintance: Sendable {
    /// The changes to undo at the accessory. Only this process holds it.
    package let ledger: Ledger
    /// The pairing that `assay pair` made with the accessory.
    package let keptPairing: AccessoryPairing?
    /// A note on kept state for this address that belongs to another accessory; `nil` if there is none.
    package let note: String?
    /// Other addresses with recorded changes, if this one has none and the accessory does not report its Device ID.
    package let unclaimed: [String]

    /// - Parameter patience: how long to wait for each response.
    /// - Throws: ``LedgerError`` or ``PairingStoreError`` if the kept state cannot be read, or another process is
    ///   working on the accessory.
    package init(environment: RunEnvironment, folder: String, patience: Duration = .seconds(5)) async throws {
        let address = environment.transport.destination
        // Only the process that holds the ledger changes the accessory's kept state.
        let ledger = try Ledger(folder: folder, address: address)
        let kept = try PairingStore(folder: folder).pairings()
        let elsewhere = ledger.elsewhere()
        let usual = kept.last { $0.address == address }?.pairing
        self.ledger = ledger
        guard !kept.isEmpty || !elsewhere.isEmpty || !ledger.debts().isEmpty else {
            (keptPairing, note, unclaimed) = (nil, nil, [])
            return
        }
        let identification = Identification(environment: environment, patience: patience)
        guard let accessory = await identification.accessory(knowing: usual) else {
            (keptPairing, note) = (usual, nil)
            unclaimed = ledger.debts().isEmpty ? elsewhere.compactMap { $0.debts.first?.address } : []
            return
        }
        ledger.meet(accessory)
        for place in elsewhere { try await Self.takeOver(place, into: ledger, identification) }
        keptPairing = kept.last { $0.isWith(accessory) }?.pairing
        unclaimed = []
        let others = Set(
            kept.filter { $0.address == address && !$0.isWith(accessory) }.map(\.pairing.accessoryID)
                + ledger.debtsToOthers().compactMap { $0.accessory?.description }
        )
        let names = others.sorted().joined(separator: ", ")
        note =
            others.isEmpty
            ? nil
            : "accessory \(accessory) responded at \(address); the state of \(names), formerly at this address, stays kept"
    }

    /// Takes over the changes that were recorded for the accessory at another address.
    private static func takeOver(
        _ place: Ledger.Elsewhere,
        into ledger: Ledger,
        _ identification: Identification
    ) async throws {
        let accessory = ledger.accessory
        if place.debts.contains(where: { $0.accessory == accessory }) {
            try ledger.takeOver(from: place) { $0.accessory == accessory }
        }
        // If M6 was lost, the debt has no Device ID. If the accessory knows the debt's key, the debt and all others
        // of that address are its own.
        for debt in place.debts where debt.accessory == nil {
            guard let controller = debt.identity, await identification.knows(controller) else { continue }
            try ledger.takeOver(from: place) { $0.accessory == nil && $0.address == debt.address }
            return
        }
    }
}
