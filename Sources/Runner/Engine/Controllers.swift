import HAPCrypto
import HAPPairing
import Synchronization

/// The controllers that the tester plays: `alice` is the admin, `user` a regular controller for instances by a user; cases
/// add `bob` and `carol`.
final class Controllers: Sendable {
    private let pairings = Mutex<[String: AccessoryPairing]>([:])
    private let identities = Mutex<[String: ControllerIdentity]>([:])
    private let known = Mutex<AccessoryPairing?>(nil)
    private let others = Mutex<Set<[UInt8]>>([])
    private let left = Mutex<Set<[UInt8]>>([])
    private let random: any RandomSource

    init(random: any RandomSource) {
        self.random = random
    }

    /// The controller's pairing; `nil` if it has none.
    func pairing(_ name: String) -> AccessoryPairing? { pairings.withLock { $0[name] } }

    /// Sets or removes (`nil`) the controller's pairing.
    func set(_ pairing: AccessoryPairing?, for name: String) {
        pairings.withLock { $0[name] = pairing }
        if let pairing { meet(pairing) }
    }

    /// The pairing that last showed the accessory's identifier and key. It stays known after its removal.
    var accessory: AccessoryPairing? { known.withLock { $0 } }

    /// Sets the accessory's identifier and key.
    func meet(_ pairing: AccessoryPairing) {
        known.withLock { $0 = pairing }
    }

    /// Identifiers of controllers that were paired before the run. They are never removed.
    var strangers: Set<[UInt8]> {
        get { others.withLock { $0 } }
        set { others.withLock { $0 = newValue } }
    }

    /// Identifiers of controllers that the run added and the accessory did not remove.
    var leftBehind: Set<[UInt8]> { left.withLock { $0 } }

    /// Records controllers that the accessory did not remove. `bob` and `carol` then get other identifiers and keys, so that no later
    /// case takes what is left for its own. After some of them they do not: an accessory has room for few controllers.
    ///
    /// - Parameter keys: their public keys.
    func leave(_ identifiers: [[UInt8]], keys: Set<[UInt8]>) {
        let count = left.withLock { left in
            left.formUnion(identifiers.filter { !$0.isEmpty })
            return left.count
        }
        guard count < Self.mostLeft else { return }
        identities.withLock { identities in
            for (name, identity) in identities where name != "alice" && keys.contains(identity.keyPair.publicKey) {
                identities[name] = nil
            }
        }
    }

    private static let mostLeft = 8

    /// The names of all paired controllers.
    var paired: [String] { pairings.withLock { $0.keys.sorted() } }

    /// The controller's identifier and key: the same for the whole run, unless the accessory did not remove it.
    func identity(_ name: String) -> ControllerIdentity {
        identities.withLock { identities in
            if let known = identities[name] { return known }
            let identity = fresh()
            identities[name] = identity
            return identity
        }
    }

    /// A new controller that is unknown to the accessory.
    func fresh() -> ControllerIdentity {
        ControllerIdentity(pairingID: Self.uuid(random.bytes(16)), keyPair: Ed25519KeyPair(random: random))
    }

    /// A UUID in upper case, as HomeKit controllers identify themselves.
    private static func uuid(_ bytes: [UInt8]) -> String {
        let digits = bytes.map { byte in
            let text = String(byte, radix: 16, uppercase: true)
            return text.count == 1 ? "0" + text : text
        }
        let ranges = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16]
        return ranges.map { digits[$0].joined() }.joined(separator: "-")
    }
}
