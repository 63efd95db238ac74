import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import RunRecord
import SuiteLanguage

/// A regular controller, which is paired only for the instances by a user: other cases depend on which pairings exist.
extension AccessoryKeeper {
    static let user = "user"

    /// Why instances by a user are skipped.
    static let refusesUsers =
        "it repeats its case as a controller without admin rights; the accessory accepted none, or did not remove it"

    /// The session of the regular controller. The controller is added if necessary.
    ///
    /// - Returns: `nil` if the accessory accepts no such controller.
    func userSession() async -> CaseConnection? {
        if let user {
            _ = await user.wire.listen(within: .zero)
            if user.wire.isOpen { return user }
            self.user = nil
        }
        guard !isWithoutUsers else { return nil }
        if await startUserSession() { return user }
        // It was not added yet, or the accessory was reset.
        if await addUser(), await startUserSession() { return user }
        isWithoutUsers = true
        await removeUser()
        return nil
    }

    /// Removes the regular controller before an instance that does not need it.
    func dismissUser() async {
        if !isWithoutUsers { await removeUser() }
    }

    private func startUserSession() async -> Bool {
        guard let pairing = controllers.pairing(Self.user),
            case .session(let wire) = await contact.session(as: pairing, Self.user)
        else { return false }
        user = CaseConnection(wire: wire, controller: Self.user)
        return true
    }

    /// Adds the controller, and ends its first session: some faults show only in a later one.
    private func addUser() async -> Bool {
        guard let own = controllers.pairing("alice"), let main = await verifiedMain()?.wire else { return false }
        let identity = controllers.identity(Self.user)
        guard run.ledger.owe(identity, debt: Ledger.debt(ofJoined: identity), isJoined: true) else { return false }
        let record = PairingRecord(
            identifier: Array(identity.pairingID.utf8),
            publicKey: identity.keyPair.publicKey,
            permissions: 0
        )
        let isAdded = await main.pairings(.add(record), random: run.environment.random, within: patience).isGranted
        controllers.set(
            AccessoryPairing(
                accessoryID: own.accessoryID,
                accessoryLTPK: own.accessoryLTPK,
                controller: identity,
                isAdmin: false
            ),
            for: Self.user
        )
        guard isAdded, await startUserSession(), let first = user?.wire else { return false }
        user = nil
        await first.close(abruptly: false)
        return true
    }

    /// Pair-verify decides whether the controller is gone. If it is not, it stays known and recorded.
    private func removeUser() async {
        guard let pairing = controllers.pairing(Self.user) else { return }
        for transport in run.transports {
            await approaches[transport]?.user?.wire.close(abruptly: false)
            approaches[transport]?.user = nil
        }
        let identifier = Array(pairing.controller.pairingID.utf8)
        // The response may be lost, so a second removal follows if the controller is still known.
        for _ in 0..<2 {
            _ = await verifiedMain()?.wire.pairings(.remove(identifier: identifier), within: patience)
            guard await contact.standing(of: pairing) != .unknown else {
                controllers.set(nil, for: Self.user)
                return run.pay(Ledger.debt(ofJoined: pairing.controller))
            }
        }
        isWithoutUsers = true
        run.journal.record(.repair, ["controller": .string(pairing.controller.pairingID), "done": false])
    }
}
