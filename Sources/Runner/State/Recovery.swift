import HAPController
package import HAPModel
package import HAPPairing
import HAPSession
import Measurement

/// Undoes the changes of a killed run: values that it wrote, pairings that it made.
package struct Recovery: Sendable {
    let contact: Contact
    let ledger: Ledger
    /// The pairing that `assay pair` made. It is never removed.
    let keptPairing: AccessoryPairing?
    /// To restore values after the last pairing is gone; `nil` leaves them recorded.
    let setupCode: SetupCode?
    /// Limits the writes that bring a service into another state, in which the accessory may take a value back.
    let writes: WriteBudget

    /// - Parameter patience: how long to wait for each response.
    package init(
        environment: RunEnvironment,
        ledger: Ledger,
        keptPairing: AccessoryPairing? = nil,
        setupCode: SetupCode? = nil,
        patience: Duration = .seconds(10)
    ) {
        let contact = Contact(
            environment: environment,
            observer: NoObserver(),
            connectWithin: patience,
            patience: patience,
            stop: StopRequest()
        )
        self.init(
            contact: contact,
            ledger: ledger,
            keptPairing: keptPairing,
            setupCode: setupCode,
            writes: WriteBudget(limit: nil)
        )
    }

    init(
        contact: Contact,
        ledger: Ledger,
        keptPairing: AccessoryPairing?,
        setupCode: SetupCode?,
        writes: WriteBudget
    ) {
        self.contact = contact
        self.ledger = ledger
        self.keptPairing = keptPairing
        self.setupCode = setupCode
        self.writes = writes
    }

    /// What was undone and what was not.
    package struct Outcome: Sendable, Hashable {
        package var removedPairings = 0
        package var restoredValues = 0
        /// What could not be undone, in words. It stays in the ledger.
        package var left: [String] = []
    }

    /// Undoes the recorded changes. Without any, it does not connect.
    ///
    /// It begins nothing more after the time of 36 responses, six minutes in most runs; the rest is left, and can be tried again.
    package func run() async -> Outcome {
        var outcome = Outcome()
        let deadline = contact.environment.clock.deadline(in: contact.patience * 36)
        if let keptPairing, !debts.isEmpty {
            // A case may have given its identifier another key.
            let others = debts.compactMap(\.identity).filter { $0.pairingID == keptPairing.controller.pairingID }
            if !others.isEmpty, await contact.standing(of: keptPairing) == .unknown {
                _ = await contact.reinstate(keptPairing, against: others)
            }
            await visit(keptPairing, &outcome) { session, outcome in
                await restoreValues(in: session, &outcome)
                await removeJoined(in: session, &outcome, until: deadline)
            }
        }
        for debt in controllers(areJoined: false) where outcome.left.isEmpty && isTime(before: deadline) {
            await remove(debt, &outcome)
        }
        if outcome.left.isEmpty, keptPairing == nil {
            await settleJoined(&outcome, until: deadline)
            // A controller that was added may remove one that could not remove itself.
            for debt in controllers(areJoined: false) where isTime(before: deadline) { await remove(debt, &outcome) }
            if controllers(areJoined: false).isEmpty { await restoreValuesByPairing(&outcome) }
        }
        let repeated = repeatedDebts
        outcome.left += debts.filter { !repeated.contains($0.id) }.map(\.description)
        try? ledger.compact()
        return outcome
    }

    /// The changes that are still to be undone at this accessory.
    var debts: [Ledger.Debt] { ledger.debts() }

    private func controllers(areJoined: Bool) -> [Ledger.Debt] {
        debts.filter { $0.kind == .pairing && $0.isJoined == areJoined }
    }

    /// Runs `body` in a session.
    ///
    /// - Returns: whether the accessory knows the controller; `nil` if it does not say.
    @discardableResult
    func visit(
        _ pairing: AccessoryPairing,
        _ outcome: inout Outcome,
        _ body: (LastingSession, inout Outcome) async -> Void
    ) async -> Bool? {
        switch await contact.session(as: pairing, "recover") {
        case .session(let wire):
            let session = LastingSession(wire, of: pairing, contact: contact)
            await body(session, &outcome)
            await session.close()
            return true
        case .unknown: return false
        case .unclear(let reason):
            outcome.left = [reason]
            return nil
        }
    }

    // MARK: Pairings

    /// Removes a controller that the run paired, and all that were added through it. The accessory's key may have
    /// been lost with the run; only the controller's key is needed.
    private func remove(_ debt: Ledger.Debt, _ outcome: inout Outcome) async {
        guard let identity = debt.identity else { return }
        let pairing = AccessoryPairing(of: identity)
        let isKnown = await visit(pairing, &outcome) { session, outcome in await restoreValues(in: session, &outcome) }
        switch isKnown {
        // The pairing was never stored or was already removed.
        case false?:
            guard await removal.removeElsewhere(pairing) else { return }
            try? ledger.pay(debt.id)
        case true?:
            // An administrator that an earlier clean-up could not remove is used again.
            if contact.helper.kept == nil,
                let other = controllers(areJoined: false).first(where: { $0.id != debt.id })?.identity
            {
                contact.helper.note(other, isGone: false)
            }
            let guests = controllers(areJoined: true).compactMap { $0.body["identifier"]?.stringValue }
            let result = await removal.remove(pairing, guests: guests.map { Array($0.utf8) })
            outcome.removedPairings += result.others
            guard result.isGone, await removal.removeElsewhere(pairing) else { return }
            outcome.removedPairings += 1
            try? ledger.pay(debt.id)
        case nil: break
        }
    }

    /// Removes the controllers that were added through the kept pairing.
    private func removeJoined(in session: LastingSession, _ outcome: inout Outcome, until deadline: Moment) async {
        for debt in controllers(areJoined: true) where isTime(before: deadline) {
            guard let identifier = debt.body["identifier"]?.stringValue.map({ Array($0.utf8) }) else { continue }
            // A case tried to give the kept pairing's own identifier another key; that identifier is never removed.
            if identifier == keptPairing.map({ Array($0.controller.pairingID.utf8) }) {
                if await isGone(debt, in: session) == true { try? ledger.pay(debt.id) }
                continue
            }
            var wasThere = false
            // The accessory may close the session instead of a response, so a second removal may be necessary.
            for _ in 0..<2 {
                guard let wire = await session.connection() else { return }
                if await isListed(identifier, on: wire) == true { wasThere = true }
                var isGranted = false
                if let wire = await session.connection() {
                    isGranted = await contact.remove(identifier, on: wire).isGranted
                }
                guard await isGone(debt, in: session) ?? isGranted else { continue }
                outcome.removedPairings += wasThere ? 1 : 0
                try? ledger.pay(debt.id)
                break
            }
        }
    }

    /// Whether the accessory no longer knows a controller: pair-verify with its key decides. Without the key the list
    /// of pairings decides; `nil` if it cannot be read.
    private func isGone(_ debt: Ledger.Debt, in session: LastingSession) async -> Bool? {
        guard let identity = debt.identity else {
            let identifier = Array((debt.body["identifier"]?.stringValue ?? "").utf8)
            guard let wire = await session.connection() else { return nil }
            return await isListed(identifier, on: wire).map { !$0 }
        }
        let pairing = AccessoryPairing(of: identity)
        return await contact.standing(of: pairing) == .unknown
    }

    /// Whether the accessory lists the controller; `nil` if it does not return a list.
    private func isListed(_ identifier: [UInt8], on wire: any Connection) async -> Bool? {
        await wire.pairings(.list, within: contact.patience).answer?.entries.contains { $0[.identifier] == identifier }
    }

    /// Settles the controllers that were added through a pairing that no longer exists. One that cannot remove itself may be
    /// removed by another one, so all are asked again as long as one more is gone.
    private func settleJoined(_ outcome: inout Outcome, until deadline: Moment) async {
        var left = controllers(areJoined: true)
        let guests = left.compactMap { $0.body["identifier"]?.stringValue }.map { Array($0.utf8) }
        while !left.isEmpty {
            for debt in left where isTime(before: deadline) {
                if let identity = debt.identity {
                    let pairing = AccessoryPairing(of: identity)
                    let result = await removal.remove(pairing, guests: guests)
                    guard result.isGone, await removal.removeElsewhere(pairing) else { continue }
                } else if await contact.offer() != .offered {
                    // Only an unpaired accessory starts a pair-setup; it knows no controller.
                    continue
                }
                try? ledger.pay(debt.id)
            }
            let rest = controllers(areJoined: true)
            guard rest.count < left.count, isTime(before: deadline) else { return }
            left = rest
        }
    }

    private func isTime(before deadline: Moment) -> Bool { contact.environment.clock.now < deadline }

    /// A run could pair only because there were no other pairings, so all that are listed may go.
    var removal: PairingRemoval {
        let isKept = keptPairing != nil
        return PairingRemoval(contact: contact, ledger: ledger) { _ in !isKept }
    }
}
