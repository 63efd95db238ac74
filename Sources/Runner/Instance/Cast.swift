import HAPCrypto
import HAPModel
import HAPPairing

/// The controllers of one case, with the identity that the accessory last received from each.
struct Cast {
    /// One controller.
    struct Member {
        /// `alice`, `bob`, `carol`, or `guest`.
        let name: String
        /// Its current identifier and key.
        var identity: ControllerIdentity
        /// Its key before the case gave it another one.
        let ownKey: Ed25519KeyPair
        /// Its last permissions; `nil` if it is not paired.
        var permissions: UInt8?
    }

    private let controllers: Controllers
    private var members: [String: Member] = [:]
    /// Guests that the accessory accepted, the oldest first.
    private(set) var guests: [Member] = []
    private var verifiedGuests = 0
    /// Controllers that the case itself adds or removes. The tester does not add them automatically.
    private(set) var isDirected: Set<String> = []

    init(_ controllers: Controllers) {
        self.controllers = controllers
    }

    /// The controller in its current state, paired or not.
    ///
    /// `stranger` is a new controller each time, unknown to the accessory; `guest` is a new one that may be added.
    mutating func member(_ name: String) -> Member {
        if name == "stranger" || name == "guest" { return Self.member(name, controllers.fresh(), nil) }
        if let known = members[name] { return known }
        let pairing = controllers.pairing(name)
        let identity = pairing?.controller ?? controllers.identity(name)
        let member = Self.member(name, identity, pairing.map { $0.isAdmin ? 1 : 0 })
        members[name] = member
        return member
    }

    private static func member(_ name: String, _ identity: ControllerIdentity, _ permissions: UInt8?) -> Member {
        Member(name: name, identity: identity, ownKey: identity.keyPair, permissions: permissions)
    }

    /// The guest that was added first; `nil` if there is none.
    var firstGuest: Member? { guests.first }

    /// The next guest to verify, in the order in which they were added; `nil` after the last.
    mutating func nextGuest() -> Member? {
        guard verifiedGuests < guests.count else { return nil }
        defer { verifiedGuests += 1 }
        return guests[verifiedGuests]
    }

    /// Gives the controller another identifier for the rest of the case.
    mutating func rename(_ name: String, to identifier: String) {
        var renamed = member(name)
        renamed.identity.pairingID = identifier
        members[name] = renamed
    }

    /// Records that the accessory accepted the controller, with these keys and permissions.
    mutating func took(_ member: Member, permissions: UInt8?) {
        var taken = member
        taken.permissions = permissions
        isDirected.insert(member.name)
        if member.name == "guest" {
            guests.append(taken)
        } else {
            members[member.name] = taken
        }
    }

    /// Records that pair-setup gave the controller its own pairing.
    mutating func paired(_ name: String, _ pairing: AccessoryPairing) {
        isDirected.insert(name)
        members[name] = Self.member(name, pairing.controller, 1)
    }

    /// Records that the accessory no longer knows the controller.
    mutating func removed(_ member: Member) {
        isDirected.insert(member.name)
        if member.name == "guest" {
            let identifier = member.identifier
            guard let index = guests.firstIndex(where: { $0.identifier == identifier }) else {
                return
            }
            guests.remove(at: index)
            if index < verifiedGuests { verifiedGuests -= 1 }
        } else {
            members[member.name]?.permissions = nil
        }
    }

    /// The accessory as the controller knows it; without the accessory's key if the tester was never paired with it.
    func pairing(of member: Member) -> AccessoryPairing {
        let accessory = controllers.accessory
        return AccessoryPairing(
            accessoryID: accessory?.accessoryID ?? "",
            accessoryLTPK: accessory?.accessoryLTPK ?? [],
            controller: member.identity,
            isAdmin: member.permissions.map { $0 & 1 == 1 } ?? false
        )
    }

    /// Whether the accessory knows an administrator, as far as the case knows.
    var hasAdministrator: Bool { everybody.contains { $0.permissions.map { $0 & 1 == 1 } ?? false } }

    /// All controllers that may be in a list of pairings: those that the case names, and all guests.
    var everybody: [Member] {
        let named = controllers.paired.filter { members[$0] == nil }.compactMap { name in
            controllers.pairing(name).map { Self.member(name, $0.controller, $0.isAdmin ? 1 : 0) }
        }
        return members.values.sorted { $0.name < $1.name } + named + guests
    }
}
