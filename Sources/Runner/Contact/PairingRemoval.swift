import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import Measurement

/// Removes a controller from the accessory, and asks the accessory whether it is gone.
///
/// The response to Remove Pairing is not believed: an accessory may close the connection before it responds, report
/// success and keep the pairing, or report an error although the pairing is gone.
struct PairingRemoval {
    let contact: Contact
    /// Where a helping administrator is recorded before it is added; `nil` records nothing.
    let ledger: Ledger?
    /// Whether a listed controller may be removed, too. Those that were paired before the run stay.
    let mayRemove: @Sendable ([UInt8]) -> Bool

    /// The result of a removal.
    struct Result: Hashable {
        /// Why the controller is not gone, in words; `nil` if the accessory no longer knows it.
        var left: String?
        /// How many other controllers the accessory lists no more.
        var others = 0

        var isGone: Bool { left == nil }
    }

    /// The ways to remove a pairing, in the order in which they are tried.
    private enum Way: CaseIterable {
        /// The controller removes everything that the run added, and then itself.
        case itself
        /// The same on another connection: the first answer may have been lost.
        case again
        /// A second administrator, added for this, removes the controller and then itself.
        case helper
    }

    /// Removes the controller, and with it every other controller that may be removed.
    ///
    /// - Parameter guests: identifiers that the run added; they are removed even if the list does not show them.
    ///
    /// It gives up after the time of six responses: an accessory that neither removes nor responds would otherwise hold it
    /// for as long as it lists controllers.
    func remove(_ pairing: AccessoryPairing, guests: [[UInt8]] = []) async -> Result {
        let deadline = contact.environment.clock.deadline(in: contact.patience * 6)
        // The accessory's key does not matter for this: it may have changed, or was never learned.
        let own = AccessoryPairing(of: pairing.controller)
        var result = Result()
        for way in Way.allCases where contact.environment.clock.now < deadline && !contact.stop.isUnanswered {
            switch await way == .again ? sessionAfterWaiting(own) : contact.session(as: own, "cleanup") {
            case .unknown: return result
            // A session has been tried several times.
            case .unclear(let reason):
                result.left = reason
                return result
            case .session(let wire):
                result.others += await carryOut(way, own, guests: guests, on: wire, until: deadline)
            }
        }
        switch await contact.standing(of: own) {
        case .unknown: break
        case .known: result.left = "pair-verify with its key still succeeds"
        case .unclear(let reason): result.left = reason
        }
        return result
    }

    /// Starts a session once more. Some accessories answer a removal before they have carried it out, so as long as it succeeds
    /// they get time for that.
    private func sessionAfterWaiting(_ own: AccessoryPairing) async -> Contact.Reception {
        let clock = contact.environment.clock
        let end = clock.deadline(in: Self.longestDelay)
        while true {
            let session = await contact.session(as: own, "cleanup")
            guard case .session(let wire) = session, clock.now < end else { return session }
            await wire.close(abruptly: false)
            try? await clock.sleep(until: clock.deadline(in: .milliseconds(500)))
        }
    }

    /// How long an accessory may take to carry out a removal that it has answered: the sessions of a removed controller must have
    /// ended by then, too (HAP-PAIRINGS-030).
    private static let longestDelay = Duration.seconds(5)

    /// - Parameter first: a session of the controller, which is closed at the end.
    /// - Returns: how many other controllers the accessory listed, and lists no more.
    private func carryOut(
        _ way: Way,
        _ own: AccessoryPairing,
        guests: [[UInt8]],
        on first: any Connection,
        until deadline: Moment
    ) async -> Int {
        let identifier = Array(own.controller.pairingID.utf8)
        let entries = await first.pairings(.list, within: contact.patience).entries
        // An entry with the controller's key and another identifier is the controller, stored wrongly.
        let aliases = entries.filter { $0[.publicKey] == own.controller.keyPair.publicKey }
            .compactMap { $0[.identifier] }.filter { $0 != identifier }
        var others = guests
        for other in entries.compactMap({ $0[.identifier] }) where mayRemove(other) && !others.contains(other) {
            others.append(other)
        }
        others.removeAll { $0 == identifier || aliases.contains($0) }
        let session = LastingSession(first, of: own, contact: contact)
        for other in others where contact.environment.clock.now < deadline {
            guard let wire = await session.connection() else { break }
            _ = await contact.remove(other, on: wire)
        }
        let listed = others.filter { other in entries.contains { $0[.identifier] == other } }
        let removed = contact.environment.clock.now < deadline ? await count(listed, goneFrom: session) : 0
        if way == .helper, let wire = await session.connection(),
            await removeByHelper([identifier] + aliases, on: wire)
        {
            await session.close()
            return removed
        }
        for identifier in aliases + [identifier] {
            guard let wire = await session.connection() else { break }
            _ = await contact.remove(identifier, on: wire)
        }
        await session.close()
        return removed
    }

    /// How many of these controllers the accessory lists no more; 0 if it does not list any.
    private func count(_ identifiers: [[UInt8]], goneFrom session: LastingSession) async -> Int {
        guard !identifiers.isEmpty, let list = await session.connection()?.pairings(.list, within: contact.patience),
            list.isGranted
        else { return 0 }
        let left = list.entries.compactMap { $0[.identifier] }
        return identifiers.count { !left.contains($0) }
    }

    /// Removes the controllers by an administrator that the accessory has kept from an earlier removal, or by a new one.
    ///
    /// - Returns: whether there is such an administrator.
    private func removeByHelper(_ identifiers: [[UInt8]], on wire: any Connection) async -> Bool {
        let kept = await keptHelper()
        let controller = kept ?? Controllers(random: contact.environment.random).fresh()
        let record = PairingRecord(
            identifier: Array(controller.pairingID.utf8),
            publicKey: controller.keyPair.publicKey,
            permissions: 1
        )
        guard !identifiers.contains(record.identifier) else { return false }
        let helper = AccessoryPairing(of: controller)
        let debt = Ledger.debt(of: controller)
        guard kept != nil || ledger.owe(controller, debt: debt) else { return false }
        var isAdmin = kept != nil
        if !isAdmin { isAdmin = await wire.pairings(.add(record), within: contact.patience).isGranted }
        if isAdmin, case .session(let other) = await contact.session(as: helper, "cleanup") {
            for identifier in identifiers + [record.identifier] {
                _ = await contact.remove(identifier, on: other)
            }
            await other.close(abruptly: false)
        } else {
            _ = await contact.remove(record.identifier, on: wire)
        }
        let isGone = await contact.standing(of: helper) == .unknown
        contact.helper.note(controller, isGone: isGone)
        if isGone { try? ledger?.pay(debt) }
        return isAdmin
    }

    /// The administrator that the accessory has kept from an earlier removal; `nil` if it has forgotten it by now.
    private func keptHelper() async -> ControllerIdentity? {
        guard let kept = contact.helper.kept else { return nil }
        guard await contact.standing(of: AccessoryPairing(of: kept)) == .unknown else { return kept }
        contact.helper.note(kept, isGone: true)
        try? ledger?.pay(Ledger.debt(of: kept))
        return nil
    }
}
