import HAPController
package import HAPPairing

/// What the state folder keeps of the accessory that answers at an address, wherever it was before.
///
/// It is the accessory's Device ID that counts. Where nothing is kept of any accessory nobody is asked; where the
/// accessory does not say who it is, the address decides.
package struct Acquaintance: Sendable {
    /// What is owed to the accessory; held by this process alone.
    package let ledger: Ledger
    /// The pairing that `assay pair` made with it.
    package let keptPairing: AccessoryPairing?
    /// What is kept for this address and belongs to another accessory, in words; `nil` if nothing does.
    package let note: String?
    /// Other addresses at which something is owed, if nothing is owed here and the accessory does not say who it is.
    package let unclaimed: [String]

    /// - Parameter patience: how long the accessory may take for an answer.
    /// - Throws: ``LedgerError`` or ``PairingStoreError`` if what is kept cannot be read, or another process works on the
    ///   accessory.
    package init(environment: RunEnvironment, folder: String, patience: Duration = .seconds(5)) async throws {
        let address = environment.transport.destination
        // Who holds the ledger is the only one that changes what is kept of the accessory.
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
            ? nil : "\(accessory) answers at \(address); what is kept of \(names), which was there before, stays kept"
    }

    /// Takes over what the accessory was owed at another address.
    private static func takeOver(
        _ place: Ledger.Elsewhere,
        into ledger: Ledger,
        _ identification: Identification
    ) async throws {
        let accessory = ledger.accessory
        if place.debts.contains(where: { $0.accessory == accessory }) {
            try ledger.takeOver(from: place) { $0.accessory == accessory }
        }
        // Where M6 did not come nobody knew whom the debt is owed to. Who knows the key is it, and was owed the rest.
        for debt in place.debts where debt.accessory == nil {
            guard let controller = debt.identity, await identification.knows(controller) else { continue }
            try ledger.takeOver(from: place) { $0.accessory == nil && $0.address == debt.address }
            return
        }
    }
}
