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
        // It was not added yet, the accessory was reset or has forgotten it; and it may forget it again at once.
        for _ in 0..<2 {
            if await addUser(), await startUserSession() { return user }
        }
        isWithoutUsers = true
        await removeUser()
        return nil
    }

    /// Adds the regular controller again after the accessory refused it: one that forgets a controller must not cost every
    /// instance by a user.
    ///
    /// - Returns: whether the accessory had forgotten it, and knows it again.
    func returnUser() async -> Bool {
        guard let pairing = controllers.pairing(Self.user), !isWithoutUsers, !run.stop.isMade,
            await contact.standing(of: pairing) == .unknown
        else { return false }
        if hasKnownUser { await noteForgotten(pairing) }
        guard await add(pairing.controller), await contact.standing(of: pairing) == .known else { return false }
        hasKnownUser = true
        return true
    }

    /// An accessory that has forgotten the administrator, too, has lost its pairings, which is one finding.
    private func noteForgotten(_ user: AccessoryPairing) async {
        forgottenUsers += 1
        hasKnownUser = false
        if let own = controllers.pairing("alice"), await contact.standing(of: own) == .known {
            await recordForgotten(user, Self.user)
        }
        run.journal.record(.repair, ["controller": .string(user.controller.pairingID), "forgotten": true])
    }

    /// What the accessory did to the regular controller, in words; empty if nothing.
    var userNotes: [String] {
        guard forgottenUsers > 0 else { return [] }
        return [
            "the accessory forgot the controller without admin rights \(Spoken.count(forgottenUsers, "time")); it was added again"
        ]
    }

    /// Removes the regular controller before an instance that does not need it.
    func dismissUser() async {
        if !isWithoutUsers { await removeUser() }
    }

    private func startUserSession() async -> Bool {
        guard let pairing = controllers.pairing(Self.user) else { return false }
        switch await contact.session(as: pairing, Self.user) {
        case .session(let wire):
            user = CaseConnection(wire: wire, controller: Self.user)
            if hasKnownUser { recordKept(Self.user) }
            hasKnownUser = true
            return true
        case .unknown where hasKnownUser:
            await noteForgotten(pairing)
            return false
        case .unknown, .unclear: return false
        }
    }

    /// Adds the controller, and ends its first session: some faults show only in a later one.
    private func addUser() async -> Bool {
        guard let own = controllers.pairing("alice"), await verifiedMain() != nil else { return false }
        let identity = controllers.identity(Self.user)
        guard run.ledger.owe(identity, debt: Ledger.debt(ofJoined: identity), isJoined: true) else { return false }
        hasKnownUser = false
        let isAdded = await add(identity)
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

    /// - Returns: whether the accessory reports that it has added the controller.
    private func add(_ identity: ControllerIdentity) async -> Bool {
        let record = PairingRecord(
            identifier: Array(identity.pairingID.utf8),
            publicKey: identity.keyPair.publicKey,
            permissions: 0
        )
        return await verifiedMain()?.wire
            .pairings(.add(record), random: run.environment.random, within: patience).isGranted == true
    }

    /// Whether the accessory does not know the controller: pair-verify decides. If that is unclear, because its refusal has another form
    /// than it must have, the list decides, if it shows the tester's own administrator.
    private func isGone(_ pairing: AccessoryPairing) async -> Bool {
        switch await contact.standing(of: pairing) {
        case .unknown: return true
        case .known: return false
        case .unclear:
            guard let list = await verifiedMain()?.wire.pairings(.list, within: patience), list.isGranted else {
                return false
            }
            let listed = list.entries.compactMap { $0[.identifier] }
            let own = controllers.pairing("alice").map { Array($0.controller.pairingID.utf8) }
            return own.map(listed.contains) == true && !listed.contains(Array(pairing.controller.pairingID.utf8))
        }
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
            if let wire = await verifiedMain()?.wire { _ = await contact.remove(identifier, on: wire) }
            if await isGone(pairing) {
                controllers.set(nil, for: Self.user)
                return run.pay(Ledger.debt(ofJoined: pairing.controller))
            }
        }
        isWithoutUsers = true
        run.journal.record(.repair, ["controller": .string(pairing.controller.pairingID), "done": false])
    }
}
