import HAPCrypto
import HAPPairing
import Synchronization

/// The controllers that the tester plays: `alice` is its admin, `bob` and `carol` are added by cases.
final class Controllers: Sendable {
    private let pairings = Mutex<[String: AccessoryPairing]>([:])
    private let identities = Mutex<[String: ControllerIdentity]>([:])
    private let known = Mutex<AccessoryPairing?>(nil)
    private let others = Mutex<Set<[UInt8]>>([])
    private let random: any RandomSource

    init(random: any RandomSource) {
        self.random = random
    }

    /// The controller's pairing, if it has one now.
    func pairing(_ name: String) -> AccessoryPairing? { pairings.withLock { $0[name] } }

    /// Notes that the controller is paired now, or (`nil`) no more.
    func set(_ pairing: AccessoryPairing?, for name: String) {
        pairings.withLock { $0[name] = pairing }
        if let pairing { meet(pairing) }
    }

    /// The pairing that last showed what the accessory is called and signs with; it stays when the pairing has gone.
    var accessory: AccessoryPairing? { known.withLock { $0 } }

    /// Notes what the accessory is called and signs with.
    func meet(_ pairing: AccessoryPairing) {
        known.withLock { $0 = pairing }
    }

    /// Identifiers of controllers that are not the tester's and were there when the run began; they stay.
    var strangers: Set<[UInt8]> {
        get { others.withLock { $0 } }
        set { others.withLock { $0 = newValue } }
    }

    /// The names of all controllers that are paired now.
    var paired: [String] { pairings.withLock { $0.keys.sorted() } }

    /// The controller's identifier and key: the same for the whole run.
    func identity(_ name: String) -> ControllerIdentity {
        identities.withLock { identities in
            if let known = identities[name] { return known }
            let identity = fresh()
            identities[name] = identity
            return identity
        }
    }

    /// A controller that nobody has met.
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
